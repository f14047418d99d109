// The page's life: asks for the newest picture again and again, draws it, and sends what the user wants.

import { draw, TrackList } from "./view.js";

const element = id => document.getElementById(id);
const canvas = element("picture");

/// What is shown now, for the drawing, the pointer and the keys.
const shown = { image: null, state: null, drag: null, cross: null };
const clock = { offset: 0, way: Infinity, samples: [] };
const pace = { delays: [], skipped: 0, lastTracked: null };

// The token comes behind the # of the address, which is never sent, and stays with the tab.
let token = new URLSearchParams(location.hash.slice(1)).get("token") ?? sessionStorage.getItem("token");
if (token) sessionStorage.setItem("token", token);
const authorized = () => (token ? { Authorization: `Bearer ${token}` } : {});

// Commands

async function command(body) {
  element("answer").textContent = "";
  try {
    const response = await fetch("commands", {
      method: "POST", headers: { "Content-Type": "application/json", ...authorized() }, body: JSON.stringify(body),
    });
    if (!response.ok) element("answer").textContent = (await response.json()).error;
  } catch {
    element("answer").textContent = "tracklet does not answer; it was not done.";
  }
}

const tracks = new TrackList(element("tracks"), {
  end: track => command({ command: "end", track }),
  name: (track, label) => command({ command: "label", track, label }),
  photo: async track => {
    const response = await fetch(`tracks/${track}.jpg`, { headers: authorized() });
    return response.ok ? URL.createObjectURL(await response.blob()) : null;
  },
});

// Showing

function resize() {
  if (!shown.state) return;
  const { width, height } = shown.state.source;
  canvas.style.aspectRatio = `${width} / ${height}`;
  const room = canvas.getBoundingClientRect();
  const ratio = window.devicePixelRatio || 1;
  const scale = Math.min(room.width / width, room.height / height) * ratio;
  const [w, h] = [Math.max(1, Math.round(width * scale)), Math.max(1, Math.round(height * scale))];
  if (canvas.width !== w || canvas.height !== h) [canvas.width, canvas.height] = [w, h];
}

function redraw() {
  if (!shown.image) return;
  resize();
  draw(canvas, shown.image, shown.state.items, { width: shown.state.source.width, drag: shown.drag, cross: shown.cross });
}

function showState(state) {
  const { source, settings, counters, recording } = state;
  document.title = `${source.name} – tracklet live`;
  element("source").textContent = source.name;
  const status = element("status");
  const said = source.state === "playing"
    ? `${source.width}×${source.height}, ${state.time.toFixed(1)} s` : source.state === "lost" ? "Source lost" : "Ended";
  if (source.state !== "playing" || status.dataset.state !== source.state) status.setAttribute("aria-live", "polite");
  else status.setAttribute("aria-live", "off");
  status.dataset.state = source.state;
  status.textContent = said;
  status.classList.toggle("alarm", source.state === "lost");
  element("notice").hidden = !source.message;
  element("notice").textContent = source.message;

  element("rate").textContent = counters.perSecond.toFixed(1);
  element("dropped").textContent = counters.dropped;
  element("skipped").textContent = pace.skipped;

  const detector = element("detector");
  detector.checked = settings.detector;
  detector.disabled = !settings.canDetect;
  for (const radio of document.querySelectorAll("[name=level]")) radio.checked = radio.value === settings.level;
  const interval = element("interval");
  if (document.activeElement !== interval) interval.value = settings.interval;
  interval.nextElementSibling.textContent = interval.value.endsWith("s") ? "" : "frames";
  const confidence = element("confidence");
  if (!sliding) confidence.value = settings.minimumConfidence;
  element("confidence-value").textContent = Number(confidence.value).toFixed(2);

  element("record").setAttribute("aria-pressed", recording.isOn);
  element("record").textContent = recording.isOn ? "Stop recording" : "Record";
  element("record").disabled = recording.isFinishing;
  const left = recording.leftOut ? `, ${recording.leftOut} left out` : "";
  element("recording").textContent =
    recording.failure ? recording.failure
    : recording.isOn ? `Recording: ${recording.frames} frames, ${recording.seconds.toFixed(1)} s${left}`
    : recording.isFinishing ? "Completing the recording…"
    : recording.files.length ? `Written: ${recording.files.join(", ")} (${recording.frames} frames${left})` : "";

  if (state.tracks) {
    tracks.show(state.tracks, settings.minimumConfidence);
    const live = state.tracks.filter(entry => entry.isLive).length;
    element("count").textContent = state.tracks.length ? `${live} now, ${state.tracks.length} lately` : "";
    element("none").hidden = state.tracks.length > 0;
  }
}

/// Learns how far tracklet's clock is from this page's, as NTP does: from when a question was asked, came in, was answered, and
/// the answer came. The quickest of the last questions says it best.
function learnClock(asked, state, answered) {
  const way = answered - asked - (state.sent - state.received);
  clock.samples.push({ way, offset: (asked - state.received + answered - state.sent) / 2 });
  if (clock.samples.length > 100) clock.samples.shift();
  const best = clock.samples.reduce((one, other) => (other.way < one.way ? other : one));
  clock.offset = best.offset;
}

function countDelay(state) {
  pace.delays.push(performance.now() - (state.captured + clock.offset));
  if (pace.delays.length > 25) pace.delays.shift();
  const sorted = [...pace.delays].sort((one, other) => one - other);
  element("delay").textContent = `${Math.round(sorted[sorted.length >> 1])} ms`;
  if (pace.lastTracked !== null) pace.skipped += Math.max(0, state.counters.tracked - pace.lastTracked - 1);
  pace.lastTracked = state.counters.tracked;
}

async function readShowing(response, asked) {
  const bytes = await response.arrayBuffer();
  const answered = performance.now();
  const length = new DataView(bytes).getUint32(0);
  const state = JSON.parse(new TextDecoder().decode(new Uint8Array(bytes, 4, length)));
  learnClock(asked, state, answered);
  const jpeg = new Uint8Array(bytes, 4 + length);
  const image = jpeg.length ? await createImageBitmap(new Blob([jpeg], { type: "image/jpeg" })) : null;
  return { state, image };
}

async function watch() {
  let [version, tracksVersion] = [0, 0];
  while (true) {
    // A tab that nobody sees asks for nothing.
    if (document.hidden) await new Promise(resolve => document.addEventListener("visibilitychange", resolve, { once: true }));
    try {
      const asked = performance.now();
      const response = await fetch(`showing?after=${version}&tracks=${tracksVersion}`, { headers: authorized() });
      if (response.status === 401) {
        await askToken();
        continue;
      }
      if (!response.ok) throw new Error((await response.json()).error);
      const { state, image } = await readShowing(response, asked);
      // A program that was started again counts from the beginning.
      version = state.version;
      tracksVersion = state.tracksVersion ?? tracksVersion;
      const hasPicture = image !== null;
      if (hasPicture) {
        shown.image?.close();
        shown.image = image;
      } else if (shown.state) {
        // The boxes belong to the picture that is there.
        state.items = shown.state.items.length && state.counters.tracked === shown.state.counters.tracked
          ? shown.state.items : state.items;
      }
      shown.state = state;
      redraw();
      if (hasPicture) countDelay(state);
      showState(state);
    } catch (error) {
      [version, tracksVersion] = [0, 0];
      pace.lastTracked = null;
      clock.samples = [];
      element("status").textContent = "tracklet does not answer.";
      element("status").classList.add("alarm");
      await new Promise(resolve => setTimeout(resolve, 500));
    }
  }
}

function askToken() {
  const door = element("door");
  door.showModal();
  return new Promise(resolve => door.addEventListener("close", () => {
    token = element("token").value.trim();
    sessionStorage.setItem("token", token);
    resolve();
  }, { once: true }));
}

// The pointer

function place(event) {
  const room = canvas.getBoundingClientRect();
  const { width, height } = shown.state.source;
  const scale = Math.min(room.width / width, room.height / height);
  const left = room.left + (room.width - width * scale) / 2;
  const top = room.top + (room.height - height * scale) / 2;
  return { x: (event.clientX - left) / scale, y: (event.clientY - top) / scale, scale };
}

const isInside = point =>
  point.x >= 0 && point.y >= 0 && point.x < shown.state.source.width && point.y < shown.state.source.height;

/// The smallest box there: of two that overlap the one inside is meant.
function itemAt(point) {
  const margin = 4 / (point.scale || 1);
  return shown.state.items
    .filter(item => point.x >= item.left - margin && point.x <= item.left + item.width + margin
      && point.y >= item.top - margin && point.y <= item.top + item.height + margin)
    .sort((one, other) => one.width * one.height - other.width * other.height)[0];
}

function pick(point, frame) {
  const item = itemAt(point);
  if (item) command({ command: "end", track: item.track });
  else if (isInside(point)) command({ command: "seed", x: point.x, y: point.y, frame });
}

let press = null;

canvas.addEventListener("pointerdown", event => {
  if (!shown.state || event.button !== 0) return;
  canvas.setPointerCapture(event.pointerId);
  shown.cross = null;
  press = { ...place(event), frame: shown.state.frame };
});
canvas.addEventListener("pointermove", event => {
  if (!press) return;
  const now = place(event);
  const isDrag = Math.hypot(now.x - press.x, now.y - press.y) * now.scale > 8;
  if (!isDrag && !shown.drag) return;
  shown.drag = [Math.min(press.x, now.x), Math.min(press.y, now.y), Math.abs(now.x - press.x), Math.abs(now.y - press.y)];
  redraw();
});
canvas.addEventListener("pointerup", event => {
  if (!press) return;
  const [drag, start] = [shown.drag, press];
  [press, shown.drag] = [null, null];
  if (drag) command({ command: "seed", box: drag, frame: shown.state.frame });
  else pick(start, start.frame);
  redraw();
});
canvas.addEventListener("pointercancel", () => { [press, shown.drag] = [null, null]; });

// Keys

canvas.addEventListener("keydown", event => {
  if (!shown.state) return;
  const { width, height } = shown.state.source;
  const step = (event.shiftKey ? 0.1 : 0.02) * width;
  const moves = { ArrowLeft: [-step, 0], ArrowRight: [step, 0], ArrowUp: [0, -step], ArrowDown: [0, step] };
  shown.cross ??= { x: width / 2, y: height / 2 };
  if (moves[event.key]) {
    const [x, y] = moves[event.key];
    shown.cross.x = Math.min(width - 1, Math.max(0, shown.cross.x + x));
    shown.cross.y = Math.min(height - 1, Math.max(0, shown.cross.y + y));
  } else if (event.key === "Enter" || event.key === " ") {
    pick({ ...shown.cross }, shown.state.frame);
  } else if (event.key === "Escape") {
    shown.cross = null;
  } else {
    return;
  }
  event.preventDefault();
  redraw();
});
canvas.addEventListener("blur", () => { shown.cross = null; redraw(); });
document.addEventListener("keydown", event => {
  const isTyping = ["text", "password"].includes(event.target.type);
  if (isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === "r") element("reset").click();
  if (event.key === "d") element("detector").click();
});

// Settings

let sliding = null;
element("settings").addEventListener("submit", event => event.preventDefault());
element("reset").addEventListener("click", () => command({ command: "reset" }));
element("record").addEventListener("click", event =>
  command({ command: "record", on: event.currentTarget.getAttribute("aria-pressed") !== "true" }));
element("detector").addEventListener("change", event => command({ command: "set", detector: event.target.checked }));
for (const radio of document.querySelectorAll("[name=level]")) {
  radio.addEventListener("change", () => command({ command: "set", level: radio.value }));
}
element("interval").addEventListener("change", event => command({ command: "set", interval: event.target.value.trim() }));
element("confidence").addEventListener("input", event => {
  element("confidence-value").textContent = Number(event.target.value).toFixed(2);
  clearTimeout(sliding);
  // One command for a movement of the slider, and the slider is the user's until it was heard.
  sliding = setTimeout(async () => {
    await command({ command: "set", minimumConfidence: Number(event.target.value) });
    sliding = setTimeout(() => { sliding = null; }, 300);
  }, 120);
});

window.addEventListener("resize", redraw);
// For tests and the curious: what is shown now.
window.tracklet = shown;
watch();
