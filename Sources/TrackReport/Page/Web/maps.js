// Where things were: the path of one track over a picture, and all of them as a heat map.

const maps = (() => {
  const images = new Map();

  // Calls draw with the picture, once it is decoded; with null when there is none.
  const withStill = (still, draw) => {
    if (!still) return draw(null);
    if (!images.has(still)) {
      const image = new Image();
      image.src = `data:image/jpeg;base64,${still.jpeg}`;
      images.set(still, image.decode().then(() => image, () => null));
    }
    images.get(still).then(draw);
  };

  const heightFor = width => width * report.source.height / report.source.width;

  const ground = (fit, image, shade) => {
    fit.context.fillStyle = "#000";
    fit.context.fillRect(0, 0, fit.width, fit.height);
    if (image) fit.context.drawImage(image, 0, 0, fit.width, fit.height);
    fit.context.fillStyle = `rgb(0 0 0 / ${shade})`;
    fit.context.fillRect(0, 0, fit.width, fit.height);
  };

  const centerOf = box => [box.left + box.width / 2, box.top + box.height / 2];

  const drawPath = (canvas, track) => withStill(report.stills[track.still], image => {
    const fit = fitted(canvas, heightFor);
    if (!fit) return;
    ground(fit, image, 0.25);
    const { context, unit } = fit;
    const scale = fit.width / report.source.width;
    const points = track.keyFrames.map(key => [...centerOf(key).map(value => value * scale), key.begins]);
    context.lineJoin = "round";
    for (const [color, wide] of [["rgb(0 0 0 / .7)", 5], [track.color, 2.5]]) {
      context.strokeStyle = color;
      context.lineWidth = wide * unit;
      for (let place = 1; place < points.length; place += 1) {
        // Where it was not seen, a dotted line.
        context.setLineDash(points[place][2] ? [2 * unit, 4 * unit] : []);
        context.beginPath();
        context.moveTo(points[place - 1][0], points[place - 1][1]);
        context.lineTo(points[place][0], points[place][1]);
        context.stroke();
      }
    }
    context.setLineDash([]);
    const dot = ([x, y], isFilled) => {
      context.beginPath();
      context.arc(x, y, 5 * unit, 0, 2 * Math.PI);
      context.fillStyle = isFilled ? track.color : "#000";
      context.fill();
      context.lineWidth = 2 * unit;
      context.strokeStyle = isFilled ? "#fff" : track.color;
      context.stroke();
    };
    dot(points[0], true);
    dot(points[points.length - 1], false);
  });

  // Black, violet, orange, pale yellow: brighter is more, also without colours.
  const stops = [[0, 0, 4], [80, 18, 123], [182, 55, 122], [251, 136, 97], [252, 253, 191]];
  const heatColor = level => {
    const at = Math.max(0, Math.min(stops.length - 1.0001, level * (stops.length - 1)));
    const [low, share] = [Math.floor(at), at % 1];
    return stops[low].map((value, part) => Math.round(value + share * (stops[low + 1][part] - value)));
  };

  const drawHeat = canvas => {
    const middle = report.stills[Math.floor(report.stills.length / 2)];
    withStill(middle, image => {
      const fit = fitted(canvas, heightFor);
      if (!fit) return;
      ground(fit, image, 0.45);
      const { columns, rows } = report.heat;
      const levels = bytesIn(report.heat.levels);
      const small = make("canvas", { width: columns, height: rows });
      const pixels = new ImageData(columns, rows);
      levels.forEach((level, place) => pixels.data.set([...heatColor(level / 255), level ? 90 + level * 0.55 : 0], 4 * place));
      small.getContext("2d").putImageData(pixels, 0, 0);
      fit.context.imageSmoothingEnabled = true;
      fit.context.imageSmoothingQuality = "high";
      fit.context.drawImage(small, 0, 0, fit.width, fit.height);
    });
  };

  const begin = () => {
    const heat = byId("heat");
    const words = report.tracks.length
      ? `Brighter is longer: where it is brightest, boxes lay for ${plural(Math.round(report.heat.most), "frame")} of ${report.frames.count.toLocaleString("en")}.`
      : "Nothing was found anywhere.";
    byId("heat-words").textContent = words;
    heat.setAttribute("aria-label", `Heat map over a picture of the video. ${words}`);
    heat.style.aspectRatio = `${report.source.width} / ${report.source.height}`;
    whenSeen(heat, drawHeat);
  };

  return { begin, drawPath };
})();
