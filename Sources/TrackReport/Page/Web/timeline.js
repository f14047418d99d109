// One bar a track, along the time of the video.

const timeline = (() => {
  const lanes = byId("lanes");
  const axis = byId("axis");
  const playhead = byId("playhead");
  const rows = [];
  const span = Math.max(1e-3, clock.end - clock.start);
  const shareOf = time => (time - clock.start) / span;

  // Stripes in a colour, for what was seen in no picture but filled in.
  const stripes = (color, unit) => {
    const side = Math.round(6 * unit);
    const tile = make("canvas", { width: side, height: side });
    const context = tile.getContext("2d");
    context.strokeStyle = color;
    context.lineWidth = 2 * unit;
    for (const shift of [-side, 0, side]) {
      context.beginPath();
      context.moveTo(shift, side);
      context.lineTo(shift + side, 0);
      context.stroke();
    }
    return tile;
  };

  // Draws runs, whose place along the bar `place` tells in screen pixels.
  const drawRuns = (fit, runs, color, place) => {
    const { context, height, unit } = fit;
    const pattern = context.createPattern(stripes(color, unit), "repeat");
    const soft = getComputedStyle(document.body).getPropertyValue("--soft");
    for (const run of runs) {
      const left = place(run.start);
      const right = place(run.start + run.count);
      const wide = Math.max(right - left, 0.02 * unit);
      const source = report.sources[run.kind];
      if (run.kind === gapKind) {
        context.fillStyle = soft;
        context.globalAlpha = 1;
        context.fillRect(left, height / 2 - unit / 2, wide, unit);
        continue;
      }
      const high = run.isDoubtful ? 0.3 * height : 0.8 * height;
      const top = run.isDoubtful ? 0.6 * height : 0.1 * height;
      context.globalAlpha = source === "tracked" ? 0.55 : 1;
      context.fillStyle = source === "interpolated" || source === "backfilled" ? pattern : color;
      context.fillRect(left, top, wide, high);
    }
    context.globalAlpha = 1;
  };

  const drawLane = (canvas, track) => {
    const fit = fitted(canvas);
    if (!fit) return;
    drawRuns(fit, track.sourceRuns, track.color, frame => shareOf(clock.timeOf(frame)) * fit.width);
    // However short, each track is seen.
    const left = shareOf(track.firstTime) * fit.width;
    if (shareOf(track.lastTime) * fit.width - left < 2 * fit.unit) {
      fit.context.fillStyle = track.color;
      fit.context.fillRect(Math.min(left, fit.width - 2 * fit.unit), 0.1 * fit.height, 2 * fit.unit, 0.8 * fit.height);
    }
  };

  const frameUnder = (event, element) => {
    const place = element.getBoundingClientRect();
    const share = Math.min(1, Math.max(0, (event.clientX - place.left) / place.width));
    return clock.frameAt(clock.start + share * span);
  };

  const addLegend = () => {
    const kinds = report.sources.map((source, kind) => ({ kind, words: sourceWords[source] ?? source }))
      .filter(({ kind }) => report.tracks.some(track => track.numbers.sources[kind] > 0));
    if (report.tracks.some(track => track.numbers.gaps > 0)) kinds.push({ kind: gapKind, words: "not seen" });
    if (report.tracks.some(track => track.numbers.doubtful > 0)) {
      kinds.push({ kind: 0, isDoubtful: true, words: `low: confidence below ${report.lowConfidence}` });
    }
    for (const { kind, isDoubtful = false, words } of kinds) {
      const canvas = make("canvas");
      byId("legend").append(make("span", {}, canvas, words));
      whenSeen(canvas, () => {
        const fit = fitted(canvas);
        if (fit) drawRuns(fit, [{ kind, isDoubtful, start: 0, count: 1 }], report.tracks[0].color, share => share * fit.width);
      });
    }
  };

  const addAxis = () => {
    const steps = [0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 1200, 1800, 3600, 7200, 14400];
    const draw = () => {
      const room = Math.max(2, Math.floor(axis.clientWidth / 80));
      const step = steps.find(one => span / one <= room) ?? 28800;
      axis.replaceChildren();
      for (let time = Math.ceil(clock.start / step - 1e-9) * step; time <= clock.end; time += step) {
        const mark = make("span", {}, step < 1 ? clockWords(time) : clockWords(time).slice(0, -3));
        mark.style.left = `${shareOf(time) * 100}%`;
        axis.append(mark);
      }
    };
    new ResizeObserver(draw).observe(axis);
    axis.addEventListener("click", event => player.seek(frameUnder(event, axis)));
  };

  const addLane = track => {
    const words = `${track.name}, ${clockWords(track.firstTime)} to ${clockWords(track.lastTime)}`;
    const name = make("button", { type: "button", title: words }, swatch(track), track.name);
    name.setAttribute("aria-label", `${words}, confidence ${percent(track.numbers.meanConfidence)}: go to where it begins`);
    const bar = make("canvas", { className: "bar", title: words });
    const row = make("div", { className: "lane" }, name, bar);
    row.dataset.track = track.track;
    name.addEventListener("click", () => player.seek(track.firstFrame));
    bar.addEventListener("click", event => player.seek(frameUnder(event, bar)));
    rows.push({ track, row, name, bar });
    lanes.append(row);
    whenSeen(bar, () => drawLane(bar, track));
  };

  const moveFocus = event => {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    const place = rows.findIndex(({ name }) => name === document.activeElement);
    if (!step || place < 0) return;
    event.preventDefault();
    rows[Math.min(rows.length - 1, Math.max(0, place + step))].name.focus();
  };

  const show = frame => {
    const bar = rows[0]?.bar ?? axis;
    if (!bar.clientWidth) return;
    playhead.hidden = !rows.length;
    playhead.style.left = `${bar.offsetLeft + shareOf(clock.timeOf(frame)) * bar.clientWidth}px`;
    playhead.style.height = `${lanes.scrollHeight}px`;
    for (const { track, row } of rows) row.classList.toggle("present", Boolean(boxAt(track, frame)));
  };

  const begin = () => {
    if (!report.tracks.length) {
      lanes.replaceChildren(make("p", { className: "hint" }, "Nothing was found, so there is no track."));
      return;
    }
    addLegend();
    addAxis();
    report.tracks.forEach(addLane);
    lanes.addEventListener("keydown", moveFocus);
    player.onFrame(show);
    new ResizeObserver(() => show(player.frame)).observe(lanes);
  };

  const redraw = () => { for (const { track, bar } of rows) drawLane(bar, track); };

  return { begin, redraw };
})();
