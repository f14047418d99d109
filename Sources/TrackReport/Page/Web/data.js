// What the page shows, unpacked. Frames are those of the source, times in seconds, boxes in pixels of the upright picture.

const report = JSON.parse(document.getElementById("data").textContent);

const bytesIn = text => Uint8Array.from(atob(text), letter => letter.charCodeAt(0));

// Whole numbers, seven bits a byte, the low ones first.
const numbersIn = text => {
  const numbers = [];
  let [value, scale] = [0, 1];
  for (const byte of bytesIn(text)) {
    value += (byte & 127) * scale;
    scale *= 128;
    if (byte < 128) {
      numbers.push(value);
      [value, scale] = [0, 1];
    }
  }
  return numbers;
};

const signed = number => number % 2 ? -(number + 1) / 2 : number / 2;

// The last place whose value is not above the one asked for; -1 when all are.
const lastNotAbove = (count, valueAt, asked) => {
  let [low, high] = [0, count];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (valueAt(middle) <= asked) low = middle + 1; else high = middle;
  }
  return low - 1;
};

// Key frames: between two of them a straight line, unless a span begins with the second.
const unpackedKeys = text => {
  const numbers = numbersIn(text);
  const keys = [];
  let frame = 0;
  const sides = [0, 0, 0, 0];
  for (let place = 0; place < numbers.length; place += 5) {
    frame += Math.floor(numbers[place] / 2);
    for (let side = 0; side < 4; side += 1) sides[side] += signed(numbers[place + 1 + side]);
    const [left, top, width, height] = sides.map(value => value * report.unit);
    keys.push({ frame, begins: numbers[place] % 2 === 1, left, top, width, height });
  }
  return keys;
};

const gapKind = report.sources.length;

// Runs of frames of one source, gaps among them.
const unpackedRuns = (text, firstFrame) => {
  const runs = [];
  for (const number of numbersIn(text)) {
    const [count, kind] = [Math.floor(number / 16), number % 8];
    if (kind === gapKind + 1) {
      const pair = runs.slice(-2);
      for (let time = 0; time < count; time += 1) runs.push(...pair.map(run => ({ ...run })));
    } else {
      runs.push({ count, kind, isDoubtful: number % 16 >= 8 });
    }
  }
  let start = firstFrame;
  for (const run of runs) {
    run.start = start;
    start += run.count;
  }
  return runs;
};

for (const track of report.tracks) {
  track.name = `${track.label} ${track.track}`;
  track.keyFrames = unpackedKeys(track.keys);
  track.sourceRuns = unpackedRuns(track.runs, track.firstFrame);
}

const boxAt = (track, frame) => {
  if (frame < track.firstFrame || frame > track.lastFrame) return null;
  const keys = track.keyFrames;
  const place = lastNotAbove(keys.length, index => keys[index].frame, frame);
  const before = keys[place];
  if (!before) return null;
  if (before.frame === frame) return before;
  const after = keys[place + 1];
  if (!after || after.begins) return null;
  const share = (frame - before.frame) / (after.frame - before.frame);
  const between = side => before[side] + share * (after[side] - before[side]);
  return { left: between("left"), top: between("top"), width: between("width"), height: between("height") };
};

const runAt = (track, frame) =>
  track.sourceRuns[lastNotAbove(track.sourceRuns.length, index => track.sourceRuns[index].start, frame)];

// Times of frames: key frames, with a straight line between.
const clock = (() => {
  const numbers = numbersIn(report.frames.times);
  const keys = [];
  let [frame, time] = [0, 0];
  for (let place = 0; place < numbers.length; place += 2) {
    frame += numbers[place];
    time += signed(numbers[place + 1]);
    keys.push({ frame, time: time * 0.0001 });
  }
  if (!keys.length) keys.push({ frame: report.frames.first, time: 0 });
  const along = (asked, from, to) => {
    const place = Math.max(0, lastNotAbove(keys.length, index => keys[index][from], asked));
    const before = keys[Math.min(place, Math.max(0, keys.length - 2))];
    const after = keys[Math.min(place, Math.max(0, keys.length - 2)) + 1];
    if (!after || after[from] === before[from]) return before[to];
    return before[to] + (asked - before[from]) / (after[from] - before[from]) * (after[to] - before[to]);
  };
  const last = keys[keys.length - 1];
  const clamped = asked => Math.min(last.frame, Math.max(keys[0].frame, asked));
  return {
    first: keys[0].frame, last: last.frame, start: keys[0].time, end: last.time,
    timeOf: frame => along(clamped(frame), "frame", "time"),
    // A stored time may be a millisecond beside the true one.
    frameAt: time => clamped(Math.floor(along(time + 0.0015, "time", "frame") + 1e-6)),
  };
})();
