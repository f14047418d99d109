// Words for numbers, and pieces of the page.

const plural = (count, word) => `${count.toLocaleString("en")} ${word}${count === 1 ? "" : "s"}`;

// 75.2 is 1:15.20, 3675.2 is 1:01:15.20.
const clockWords = seconds => {
  const hundredths = Math.round(Math.max(0, seconds) * 100);
  const two = number => String(number).padStart(2, "0");
  const [hours, minutes] = [Math.floor(hundredths / 360000), Math.floor(hundredths / 6000) % 60];
  const rest = `${two(Math.floor(hundredths / 100) % 60)}.${two(hundredths % 100)}`;
  return hours ? `${hours}:${two(minutes)}:${rest}` : `${minutes}:${rest}`;
};

const percent = share => `${Math.round(share * 100)} %`;

const sourceWords = {
  detected: "detected", tracked: "followed", backfilled: "followed backward", interpolated: "filled in", seeded: "pointed at",
};

const riskWords = {
  lowConfidence: "doubtful", fastMotion: "fast motion", longGap: "long gap", beginsInView: "begins in view", endsInView: "ends in view",
};

const styleWords = { gaussian: "blurred", pixelate: "pixelated", solid: "filled" };

const byId = id => document.getElementById(id);

// An element with properties and children, which are elements or text.
const make = (tag, properties = {}, ...children) => {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (name in element) element[name] = value; else element.setAttribute(name, value);
  }
  element.append(...children.filter(child => child !== null));
  return element;
};

const swatch = track => {
  const mark = make("span", { className: "swatch" });
  mark.style.backgroundColor = track.color;
  return mark;
};

// Names and values of a definition list.
const lines = pairs => pairs.flatMap(([name, text]) => [make("dt", {}, name), make("dd", {}, text)]);

// The size of a canvas in the screen's own pixels, and how many of them make one of the page's; null while it is not shown.
const fitted = (canvas, heightFor) => {
  const width = canvas.clientWidth;
  if (!width) return null;
  const unit = Math.max(1, window.devicePixelRatio || 1);
  const height = heightFor ? heightFor(width) : canvas.clientHeight;
  canvas.width = Math.round(width * unit);
  canvas.height = Math.round(height * unit);
  return { context: canvas.getContext("2d"), width: canvas.width, height: canvas.height, unit };
};

// Calls draw for elements when they come into view, and again when their size has changed since.
const whenSeen = (() => {
  const draws = new Map();
  const sizes = new ResizeObserver(entries => entries.forEach(entry => draws.get(entry.target)?.(entry.target)));
  const sights = new IntersectionObserver(entries => {
    for (const entry of entries) {
      if (entry.isIntersecting) sizes.observe(entry.target); else sizes.unobserve(entry.target);
    }
  }, { rootMargin: "300px" });
  return (element, draw) => {
    draws.set(element, draw);
    sights.observe(element);
  };
})();
