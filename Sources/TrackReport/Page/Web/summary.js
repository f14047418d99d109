// What was found, in words; the run; and what was covered.

const summary = (() => {
  const { source, frames, tracks } = report;

  const spans = entry => entry.risks.flatMap(risk => [
    make("span", {}, `${riskWords[risk.kind] ?? risk.kind}: `),
    ...risk.spans.map(([first, last]) => {
      const button = make("button", { type: "button" }, first === last ? String(first) : `${first}–${last}`);
      button.addEventListener("click", () => {
        player.seek(first);
        byId("watch").scrollIntoView({ block: "start" });
      });
      return button;
    }),
    make("span", {}, risk.spansLeftOut ? `and ${risk.spansLeftOut} more ` : ""),
  ]);

  const addAudit = audit => {
    byId("audit").hidden = false;
    const names = new Map(tracks.map(track => [track.track, track.name]));
    const left = audit.visible.map(track => names.get(track) ?? track).join(", ");
    byId("audit-words").textContent = `${plural(audit.tracks.length, "track")} ${styleWords[audit.style] ?? audit.style} in `
      + `${plural(audit.framesWithCover, "frame")}; masks grown by a factor of ${audit.grow} and held for ${audit.holdSeconds} s before and after.`
      + (left ? ` Left visible: ${left}.` : "") + " Frames at risk are worth a look: a click goes there.";
    const head = ["Track", "Covered", "Filled in", "At risk", "Why, and in which frames"];
    const numeric = new Set([1, 2, 3]);
    byId("audit-table").append(
      make("thead", {}, make("tr", {}, ...head.map((words, column) => make("th", { scope: "col", className: numeric.has(column) ? "number" : "" }, words)))),
      make("tbody", {}, ...audit.tracks.map(entry => make("tr", {},
        make("th", { scope: "row" }, `${entry.label} ${entry.track}`),
        ...[entry.covered, entry.filledIn, entry.atRisk].map(count => make("td", { className: "number" }, count.toLocaleString("en"))),
        make("td", {}, ...spans(entry))))));
  };

  const found = () => {
    const labels = new Map();
    for (const track of tracks) labels.set(track.label, (labels.get(track.label) ?? 0) + 1);
    const words = [...labels].sort(([one], [other]) => one < other ? -1 : 1).map(([label, count]) => `${count} × ${label}`);
    return tracks.length
      ? `${plural(tracks.length, "track")} (${words.slice(0, 6).join(", ")}${words.length > 6 ? ", …" : ""}), at most ${report.mostAtOnce} at once`
      : "no track";
  };

  const begin = () => {
    byId("title").textContent = source.name;
    byId("facts").textContent = `${found()}; ${plural(frames.count, "frame")}, ${clockWords(clock.end - clock.start)}; `
      + `${report.emptyFrames ? plural(report.emptyFrames, "frame") : "no frame"} without any.`;
    byId("warnings").hidden = !report.warnings.length;
    byId("warnings").append(...report.warnings.map(words => make("li", {}, words)));
    const picture = [`${source.width} × ${source.height}`, source.rate ? `${source.rate} frames/s` : null, source.codec,
      source.rotation ? `turned by ${source.rotation}°` : null];
    byId("run-lines").append(...lines([
      ["Video", picture.filter(Boolean).join(", ")], ...report.run.map(({ name, text }) => [name, text]), ["Made by", report.producer],
      ["Boxes on this page", `within ${report.tolerance} px of the tracks' own`],
    ]));
    byId("options").hidden = !report.options.length;
    byId("option-lines").append(...lines(report.options.map(({ name, text }) => [name, text])));
    if (report.audit) addAudit(report.audit);
  };

  return { begin };
})();
