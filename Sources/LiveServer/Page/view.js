// How things look: boxes over the picture, and the list of tracks.

// Okabe and Ito's colours (2002), as in videos that tracklet draws; told apart also by those who do not see red or green.
const palette = ["#e69f00", "#56b4e9", "#009e73", "#f0e442", "#0072b2", "#d55e00", "#cc79a7"];
export const colorOf = track => palette[(Math.max(1, track) - 1) % palette.length];
const isPale = color => ["#e69f00", "#56b4e9", "#f0e442", "#009e73", "#cc79a7", "#d55e00"].includes(color);

/// Draws a picture and its boxes. The canvas has the pixels of the screen, so that lines and letters are sharp; what is drawn is in the
/// picture's own pixels times `scale`.
export function draw(canvas, image, items, marks) {
  const context = canvas.getContext("2d", { alpha: false });
  const { width, height } = canvas;
  context.drawImage(image, 0, 0, width, height);
  const scale = width / marks.width;
  const unit = Math.max(1, window.devicePixelRatio || 1);
  for (const item of items) drawItem(context, item, scale, unit, width);
  context.globalAlpha = 1;
  context.setLineDash([]);
  if (marks.drag) {
    const [left, top, w, h] = marks.drag.map(value => value * scale);
    context.lineWidth = 2 * unit;
    context.strokeStyle = "#000";
    context.strokeRect(left, top, w, h);
    context.strokeStyle = "#fff";
    context.setLineDash([6 * unit, 4 * unit]);
    context.strokeRect(left, top, w, h);
    context.setLineDash([]);
  }
  if (marks.cross) drawCross(context, marks.cross.x * scale, marks.cross.y * scale, unit);
}

function drawItem(context, item, scale, unit, width) {
  const color = colorOf(item.track);
  const box = [item.left, item.top, item.width, item.height].map(value => value * scale);
  context.globalAlpha = item.isDimmed ? 0.35 : 1;
  const line = 2.5 * unit;
  context.setLineDash([]);
  context.lineWidth = line + 2 * unit;
  context.strokeStyle = "rgb(0 0 0 / .55)";
  context.strokeRect(...box);
  context.lineWidth = line;
  context.strokeStyle = color;
  if (item.source === "tracked") context.setLineDash([9 * unit, 5 * unit]);
  context.strokeRect(...box);
  context.setLineDash([]);

  const text = `${item.track} ${item.label} ${item.confidence.toFixed(2)}`;
  context.font = `600 ${13 * unit}px system-ui, sans-serif`;
  const textWidth = context.measureText(text).width + 10 * unit;
  const plateHeight = 19 * unit;
  const left = Math.max(0, Math.min(box[0] - line / 2, width - textWidth));
  const top = box[1] - plateHeight - line / 2 >= 0 ? box[1] - plateHeight - line / 2 : Math.max(0, box[1] + line);
  context.fillStyle = color;
  context.fillRect(left, top, textWidth, plateHeight);
  context.fillStyle = isPale(color) ? "#000" : "#fff";
  context.textBaseline = "middle";
  context.fillText(text, left + 5 * unit, top + plateHeight / 2);
}

function drawCross(context, x, y, unit) {
  for (const [style, lineWidth] of [["#000", 4 * unit], ["#fff", 2 * unit]]) {
    context.strokeStyle = style;
    context.lineWidth = lineWidth;
    context.beginPath();
    context.moveTo(x - 14 * unit, y);
    context.lineTo(x + 14 * unit, y);
    context.moveTo(x, y - 14 * unit);
    context.lineTo(x, y + 14 * unit);
    context.stroke();
  }
}

/// Keeps the list of tracks as it should be, changing only what changed: a label that is being typed stays.
export class TrackList {
  constructor(list, { end, name, photo }) {
    this.list = list;
    this.wishes = { end, name, photo };
    this.rows = new Map();
  }

  show(tracks, minimumConfidence) {
    const known = new Set(tracks.map(entry => entry.track));
    for (const [track, row] of this.rows) {
      if (known.has(track)) continue;
      if (row.image.src) URL.revokeObjectURL(row.image.src);
      row.element.remove();
      this.rows.delete(track);
    }
    tracks.forEach((entry, place) => {
      const row = this.rows.get(entry.track) ?? this.addRow(entry);
      this.update(row, entry, minimumConfidence);
      if (this.list.children[place] !== row.element && !row.element.contains(document.activeElement)) {
        this.list.insertBefore(row.element, this.list.children[place] ?? null);
      }
    });
  }

  addRow(entry) {
    const make = (tag, properties = {}) => Object.assign(document.createElement(tag), properties);
    const element = make("li");
    element.style.setProperty("--track", colorOf(entry.track));
    element.dataset.track = entry.track;
    const image = make("img", { alt: "", width: 54, height: 54 });
    const name = make("label", { className: "name" });
    const label = make("input", { type: "text", maxLength: 60, autocomplete: "off" });
    label.setAttribute("aria-label", `Label of track ${entry.track}`);
    label.addEventListener("change", () => this.wishes.name(entry.track, label.value));
    label.addEventListener("keydown", event => { if (event.key === "Enter") label.blur(); });
    name.append(make("b", { textContent: entry.track }), label);
    const end = make("button", { type: "button", textContent: "End" });
    end.setAttribute("aria-label", `End track ${entry.track}`);
    end.addEventListener("click", () => this.wishes.end(entry.track));
    const chart = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    chart.setAttribute("viewBox", "0 0 60 20");
    chart.setAttribute("preserveAspectRatio", "none");
    chart.setAttribute("role", "img");
    const since = make("span", { className: "since" });
    element.append(image, name, end, chart, since);
    const row = { element, image, label, end, chart, since, photo: 0 };
    this.rows.set(entry.track, row);
    return row;
  }

  update(row, entry, minimumConfidence) {
    row.element.classList.toggle("over", !entry.isLive);
    row.end.style.visibility = entry.isLive ? "" : "hidden";
    if (document.activeElement !== row.label) row.label.value = entry.label;
    row.since.textContent = `${(entry.lastTime - entry.firstTime).toFixed(0)} s`;
    const last = entry.confidences.at(-1) ?? 0;
    row.chart.setAttribute("aria-label", `Confidence ${last.toFixed(2)}`);
    const step = 60 / 59;
    const start = 60 - entry.confidences.length;
    const points = entry.confidences.map((value, place) => `${((start + place) * step).toFixed(1)},${(19 - 18 * value).toFixed(1)}`);
    const cut = (19 - 18 * minimumConfidence).toFixed(1);
    row.chart.innerHTML =
      `<line x1="0" x2="60" y1="${cut}" y2="${cut}" stroke="currentColor" stroke-width="1" stroke-dasharray="2 2" opacity=".5" vector-effect="non-scaling-stroke"/>`
      + `<polyline points="${points.join(" ")}" fill="none" stroke="currentColor" stroke-width="2" vector-effect="non-scaling-stroke"/>`;
    if (entry.photo > row.photo) {
      row.photo = entry.photo;
      this.wishes.photo(entry.track).then(url => {
        if (!url) return;
        if (row.image.src) URL.revokeObjectURL(row.image.src);
        row.image.src = url;
        row.image.alt = `Best picture of track ${entry.track}`;
      });
    }
  }
}
