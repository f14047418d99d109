// Puts the parts together: which frame it is, who is in it, and the keys.

player.onFrame(frame => {
  byId("now").textContent = `frame ${frame}, ${clockWords(clock.timeOf(frame))}`;
  const present = report.tracks.filter(track => boxAt(track, frame));
  byId("present").replaceChildren(...present.map(track => {
    const run = runAt(track, frame);
    const source = report.sources[run.kind];
    const button = make("button", { type: "button" }, swatch(track), track.name);
    button.title = `${sourceWords[source] ?? source}${run.isDoubtful ? ", doubtful" : ""}; goes to its card`;
    button.dataset.track = track.track;
    button.addEventListener("click", () => {
      document.querySelector(`article[data-track="${track.track}"]`)?.scrollIntoView({ block: "center" });
    });
    return button;
  }));
});

const begins = [...new Set(report.tracks.map(track => track.firstFrame))].sort((one, other) => one - other);

const keys = {
  " ": () => player.toggle(),
  b: () => byId("boxes").click(),
  n: () => player.seek(begins.find(frame => frame > player.frame) ?? player.frame),
  p: () => player.seek(begins.findLast(frame => frame < player.frame) ?? player.frame),
};

document.addEventListener("keydown", event => {
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  const { target } = event;
  const writes = target.matches("input[type=search], select");
  // A focused button or check box is pressed by the space bar; the video has its own keys.
  if (writes || (event.key === " " && target.matches("button, input, summary, video"))) return;
  const steps = { ArrowLeft: -1, ArrowRight: 1 };
  if (event.key in steps) {
    const step = steps[event.key];
    const frame = event.shiftKey ? clock.frameAt(clock.timeOf(player.frame) + step) : player.frame + step;
    player.seek(frame);
  } else if (event.key.toLowerCase() in keys) {
    keys[event.key.toLowerCase()]();
  } else {
    return;
  }
  event.preventDefault();
});

summary.begin();
timeline.begin();
cards.begin();
maps.begin();
player.begin();
player.seek(begins[0] ?? clock.first);
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", timeline.redraw);
