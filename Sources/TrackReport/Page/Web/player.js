// The video with the boxes over it, and which frame the page is at. Without a video that plays, the nearest of the page's own pictures.

const player = (() => {
  const video = byId("video");
  const overlay = byId("overlay");
  const screen = byId("screen");
  const notice = byId("video-notice");
  const listeners = [];
  let frame = clock.first;
  // The frame that was asked for; kept while the video stands there, so that its rounding of times moves nothing.
  let asked = frame;
  let hasVideo = Boolean(report.video);
  const images = new Map();

  const offset = report.video ? report.video.offset : 0;
  // A little into the frame, so that no rounding shows the one before.
  const videoTime = at => {
    const length = clock.timeOf(at + 1) - clock.timeOf(at);
    return Math.max(0, clock.timeOf(at) - offset + Math.min(0.01, Math.max(0, length) / 2));
  };

  const setFrame = next => {
    frame = next;
    draw();
    for (const listener of listeners) listener(frame);
  };

  const seek = next => {
    asked = Math.min(clock.last, Math.max(clock.first, Math.round(next)));
    if (hasVideo) video.currentTime = videoTime(asked);
    setFrame(asked);
  };

  const shownFrame = () => {
    if (asked !== null && Math.abs(video.currentTime - videoTime(asked)) < 0.001) return asked;
    return clock.frameAt(video.currentTime + offset);
  };

  const follow = () => {
    if (!hasVideo) return;
    if (!video.paused) asked = null;
    const now = shownFrame();
    if (now !== frame) setFrame(now);
  };

  const toggle = () => {
    if (!hasVideo) return;
    if (video.paused) video.play().catch(() => {}); else video.pause();
  };

  const imageOf = still => {
    if (!images.has(still)) {
      const image = new Image();
      image.onload = () => draw();
      image.src = `data:image/jpeg;base64,${still.jpeg}`;
      images.set(still, image);
    }
    return images.get(still);
  };

  const nearestStill = () => report.stills.reduce(
    (best, still) => best && Math.abs(best.frame - frame) <= Math.abs(still.frame - frame) ? best : still, null);

  function draw() {
    const fit = fitted(overlay);
    if (!fit) return;
    const { context, width, height, unit } = fit;
    // In full screen there may be bars beside the picture.
    const scale = Math.min(width / report.source.width, height / report.source.height);
    context.translate((width - report.source.width * scale) / 2, (height - report.source.height * scale) / 2);
    const still = hasVideo ? null : nearestStill();
    if (still && imageOf(still).complete) {
      context.drawImage(imageOf(still), 0, 0, report.source.width * scale, report.source.height * scale);
    }
    if (!byId("boxes").checked) return;
    for (const track of report.tracks) {
      const box = boxAt(track, frame);
      if (box) drawBox(context, track, box, runAt(track, frame), scale, unit);
    }
  }

  function drawBox(context, track, box, run, scale, unit) {
    const sides = [box.left, box.top, box.width, box.height].map(value => value * scale);
    const source = report.sources[run.kind];
    context.globalAlpha = run.isDoubtful ? 0.55 : 1;
    context.setLineDash([]);
    context.lineWidth = 4 * unit;
    context.strokeStyle = "rgb(0 0 0 / .55)";
    context.strokeRect(...sides);
    context.lineWidth = 2.5 * unit;
    context.strokeStyle = track.color;
    if (source === "tracked" || source === "backfilled") context.setLineDash([7 * unit, 4 * unit]);
    if (source === "interpolated") context.setLineDash([2.5 * unit, 3 * unit]);
    context.strokeRect(...sides);
    context.setLineDash([]);
    context.font = `600 ${12 * unit}px system-ui, sans-serif`;
    const words = track.name;
    const [wide, high] = [context.measureText(words).width + 8 * unit, 17 * unit];
    const top = sides[1] >= high ? sides[1] - high : sides[1] + sides[3];
    context.fillStyle = "rgb(0 0 0 / .7)";
    context.fillRect(sides[0], top, wide, high);
    context.fillStyle = "#fff";
    context.fillText(words, sides[0] + 4 * unit, top + 12.5 * unit);
    context.globalAlpha = 1;
  }

  const giveUp = () => {
    if (video.hidden) return;
    hasVideo = false;
    video.hidden = true;
    video.removeAttribute("src");
    byId("play").disabled = true;
    notice.hidden = false;
    notice.textContent = report.video
      ? `This browser cannot play ${report.video.name}, or it does not lie where it lay when this page was made (${decodeURIComponent(report.video.address)}); `
        + "the nearest of the page's own pictures is shown instead. A video that plays everywhere is written with --video."
      : "There is no video beside this page; the nearest of the page's own pictures is shown instead.";
    setFrame(asked ?? frame);
  };

  const begin = () => {
    const { width, height } = report.source;
    screen.style.aspectRatio = `${width} / ${height}`;
    screen.style.width = `min(100%, ${70 * width / height}vh)`;
    byId("boxes").checked = !(report.video && report.video.isDrawn);
    byId("boxes").addEventListener("change", draw);
    new ResizeObserver(draw).observe(screen);
    byId("play").addEventListener("click", toggle);
    byId("back").addEventListener("click", () => seek(frame - 1));
    byId("forward").addEventListener("click", () => seek(frame + 1));
    byId("full").addEventListener("click", () => document.fullscreenElement ? document.exitFullscreen() : screen.requestFullscreen());
    if (!hasVideo) return giveUp();
    video.addEventListener("error", giveUp);
    for (const name of ["seeked", "timeupdate", "ended"]) video.addEventListener(name, follow);
    video.addEventListener("loadedmetadata", () => {
      // A browser that knows the sound's codec and not the pictures' plays the sound alone, and calls that no error.
      if (!video.videoWidth) giveUp(); else if (asked !== null && asked !== clock.first) seek(asked);
    });
    for (const name of ["play", "pause"]) {
      video.addEventListener(name, () => { byId("play").textContent = video.paused ? "Play" : "Pause"; });
    }
    const eachPicture = () => {
      follow();
      if (video.requestVideoFrameCallback) video.requestVideoFrameCallback(eachPicture); else requestAnimationFrame(eachPicture);
    };
    eachPicture();
    video.src = report.video.address;
  };

  return { begin, draw, seek, toggle, onFrame: listener => listeners.push(listener), get frame() { return frame; } };
})();
