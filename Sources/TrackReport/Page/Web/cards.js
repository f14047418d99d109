// A card for each track: its best pictures, its numbers and its path.

const cards = (() => {
  const all = [];
  const place = byId("cards");

  const numbersOf = track => {
    const { numbers } = track;
    const share = numbers.observations / Math.max(1, track.lastFrame - track.firstFrame + 1);
    const sources = report.sources
      .map((source, kind) => [numbers.sources[kind], sourceWords[source] ?? source])
      .filter(([count]) => count > 0).map(([count, words]) => `${count.toLocaleString("en")} ${words}`);
    return [
      ["Seen", `${clockWords(track.firstTime)} to ${clockWords(track.lastTime)} (${(track.lastTime - track.firstTime).toFixed(2)} s)`],
      ["Frames", `${track.firstFrame} to ${track.lastFrame}, in ${percent(share)} of them`
        + (numbers.gaps ? `, ${plural(numbers.gaps, "gap")}` : "")],
      ["How", sources.join(", ")],
      ["Confidence", `${numbers.meanConfidence.toFixed(2)} on average, ${numbers.leastConfidence.toFixed(2)} at least`
        + (numbers.doubtful ? `, below ${report.lowConfidence} in ${plural(numbers.doubtful, "frame")}` : "")],
      ["Size", `${numbers.meanWidth} × ${numbers.meanHeight} px on average`],
      ["Way", `${Math.round(numbers.pathLength).toLocaleString("en")} px`],
    ];
  };

  const pictureOf = (track, picture) => {
    const words = `${track.name} at ${clockWords(picture.time)}, frame ${picture.frame}`;
    const image = make("img", {
      alt: words, width: picture.width, height: picture.height, loading: "lazy", decoding: "async",
      src: `data:image/jpeg;base64,${picture.jpeg}`,
    });
    const button = make("button", { type: "button", title: `Go to ${words}` }, image);
    button.dataset.frame = picture.frame;
    button.addEventListener("click", () => show(picture.frame));
    return button;
  };

  const show = frame => {
    player.seek(frame);
    byId("watch").scrollIntoView({ block: "start" });
  };

  const cardOf = track => {
    const pictures = [...track.pictures].sort((one, other) => one.frame - other.frame).map(picture => pictureOf(track, picture));
    const name = make("button", { type: "button", title: "Go to where it begins" }, swatch(track), track.name);
    name.addEventListener("click", () => show(track.firstFrame));
    const path = make("canvas", { className: "path", title: "Its way; full dot: where it begins. Goes to the frame shown." });
    path.setAttribute("role", "img");
    path.setAttribute("aria-label", `The way of ${track.name} over a picture of the video`);
    path.style.aspectRatio = `${report.source.width} / ${report.source.height}`;
    const still = report.stills[track.still];
    if (still) path.addEventListener("click", () => show(still.frame));
    whenSeen(path, () => maps.drawPath(path, track));
    const card = make("article", {}, make("h3", {}, name),
      pictures.length ? make("div", { className: "pictures" }, ...pictures) : make("p", { className: "none" }, "No picture is shown of it."),
      make("dl", {}, ...lines(numbersOf(track))), path);
    card.dataset.track = track.track;
    return card;
  };

  const orders = {
    track: () => 0,
    longest: (one, other) => other.track.numbers.observations - one.track.numbers.observations,
    doubtful: (one, other) => other.track.numbers.doubtful / other.track.numbers.observations
      - one.track.numbers.doubtful / one.track.numbers.observations,
    gaps: (one, other) => other.track.numbers.gaps - one.track.numbers.gaps,
  };

  const arrange = () => {
    const asked = byId("filter").value.trim().toLowerCase();
    const shown = all.filter(({ track }) => !asked || track.name.toLowerCase().includes(asked))
      .sort((one, other) => orders[byId("order").value](one, other) || one.track.track - other.track.track);
    place.replaceChildren(...shown.map(({ card }) => card));
    byId("shown").textContent = asked ? `${shown.length} of ${plural(all.length, "track")}` : plural(all.length, "track");
  };

  const begin = () => {
    for (const track of report.tracks) all.push({ track, card: cardOf(track) });
    byId("order").addEventListener("change", arrange);
    byId("filter").addEventListener("input", arrange);
    arrange();
    player.onFrame(frame => {
      for (const { track, card } of all) card.classList.toggle("present", Boolean(boxAt(track, frame)));
    });
  };

  return { begin };
})();
