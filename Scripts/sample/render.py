"""Renders the sample clip's frames and writes its exact ground truth.

Usage: render.py GROUND_TRUTH_FOLDER    (raw 24-bit BGR frames go to stdout)

The people are one public-domain photograph (NASA's portrait of Eileen Collins, in scikit-image as `astronaut`), cut out
and recoloured four ways; the wall and the hedge are scikit-image's `brick` and `grass` (CC0). Every position is a
formula, so the boxes in gt.txt are computed, not measured.
"""

import math
import os
import sys
from dataclasses import dataclass

import cv2
import numpy
from scipy.interpolate import PchipInterpolator
from skimage import data

WIDTH, HEIGHT, RATE, FRAMES = 640, 360, 25, 300

# The tight face box in the photograph: middle of the forehead to chin, ear to ear.
FACE_LEFT, FACE_TOP, FACE_WIDTH, FACE_HEIGHT = 179.0, 66.0, 90.0, 115.0
FACE_CENTER = (FACE_LEFT + FACE_WIDTH / 2, FACE_TOP + FACE_HEIGHT / 2)

# Outlines in the photograph, clockwise.
PERSON = [
    (226, 14), (262, 20), (294, 45), (302, 80), (298, 115), (280, 140), (268, 170), (300, 215), (305, 240), (345, 262),
    (362, 340), (420, 346), (470, 380), (497, 425), (508, 470), (511, 511), (10, 511), (30, 300), (60, 235), (110, 205),
    (113, 170), (175, 150), (181, 125), (158, 108), (153, 70), (175, 40), (195, 28),
]
SKIN = [
    (186, 80), (205, 79), (240, 82), (262, 92), (268, 108), (276, 126), (267, 142), (262, 165), (250, 190), (190, 190),
    (184, 165), (181, 140), (172, 122), (178, 105),
]
SUIT_TOP = 185  # the collar begins here

# Below this share of the face in sight a row is marked "do not consider" (column 7 is 0).
CONSIDERED_VISIBILITY = 0.5


@dataclass
class Person:
    """One walker: how it looks, and where the centre of its face is at which second."""

    identity: int
    mirrored: bool
    slimness: float  # widths are multiplied by this
    hair: tuple  # blue, green, red gains and a gamma; a higher gamma is darker
    skin: tuple
    suit_hue: int  # OpenCV hue 0...179
    suit_saturation: float
    suit_brightness: float
    face_height: float  # pixels; nearer people are larger
    path: list  # (second, x, y)
    step: float  # steps a second, for the bob and the sway


PEOPLE = [
    Person(1, False, 1.00, (1.0, 1.0, 1.0, 1.0), (1.0, 1.0, 1.0, 1.0), 8, 1.0, 0.8, 84,
           [(0, 235, 136), (1.5, 245, 136), (3, 280, 138), (5, 395, 134), (7, 430, 136), (9.5, 350, 138), (12, 360, 136)],
           1.1),
    Person(2, True, 0.94, (0.55, 0.5, 0.5, 1.35), (0.62, 0.72, 0.82, 1.15), 112, 0.9, 0.75, 66,
           [(0, 520, 122), (2, 490, 122), (3.2, 400, 120), (4.3, 325, 120), (5.4, 215, 122), (6.6, 105, 122),
            (7.3, 15, 120), (7.8, -75, 120), (8.6, -75, 120), (9.2, 20, 121), (10.2, 62, 122), (12, 72, 122)], 1.4),
    Person(3, True, 1.02, (1.35, 1.22, 1.15, 0.75), (1.1, 1.04, 1.02, 0.85), 65, 0.65, 0.7, 74,
           [(0, 735, 126), (1.4, 735, 126), (2.6, 590, 126), (5, 560, 124), (8, 600, 126), (9.6, 592, 125),
            (10.8, 720, 126), (12, 760, 126)], 1.2),
    Person(4, False, 0.90, (0.42, 0.5, 0.95, 1.1), (0.9, 0.93, 0.98, 1.05), 150, 0.5, 0.4, 58,
           [(0, -70, 96), (0.6, -70, 96), (2, 60, 96), (4, 105, 97), (6.4, 125, 96), (8.5, 190, 96), (10, 225, 96),
            (12, 215, 97)], 0.9),
]


def cut_out(photograph):
    """The share of each pixel that belongs to the person, 0...1: a hand-drawn outline made exact by GrabCut."""
    outline = numpy.zeros(photograph.shape[:2], numpy.uint8)
    cv2.fillPoly(outline, [numpy.array(PERSON, numpy.int32)], 255)
    mask = numpy.full(outline.shape, cv2.GC_BGD, numpy.uint8)
    mask[cv2.dilate(outline, numpy.ones((9, 9))) > 0] = cv2.GC_PR_BGD
    mask[outline > 0] = cv2.GC_PR_FGD
    mask[cv2.erode(outline, numpy.ones((21, 21))) > 0] = cv2.GC_FGD
    cv2.grabCut(photograph, mask, None, numpy.zeros((1, 65)), numpy.zeros((1, 65)), 5, cv2.GC_INIT_WITH_MASK)
    inside = numpy.where((mask == cv2.GC_FGD) | (mask == cv2.GC_PR_FGD), 255, 0).astype(numpy.uint8)
    inside = cv2.erode(inside, numpy.ones((3, 3)))
    return cv2.GaussianBlur(inside.astype(numpy.float32) / 255, (0, 0), 0.9)


def toned(picture, tone):
    gains, gamma = numpy.array(tone[:3]), tone[3]
    return numpy.clip(255 * (picture / 255) ** gamma * gains, 0, 255)


def dressed(photograph, person):
    """The photograph with this person's hair, skin and suit."""
    skin = numpy.zeros(photograph.shape[:2], numpy.float32)
    cv2.fillPoly(skin, [numpy.array(SKIN, numpy.int32)], 1.0)
    skin = cv2.GaussianBlur(skin, (0, 0), 2.5)[..., None]
    rows = numpy.arange(photograph.shape[0], dtype=numpy.float32)[:, None, None]
    suit = numpy.clip((rows - SUIT_TOP) / 6, 0, 1)

    head = toned(photograph, person.skin) * skin + toned(photograph, person.hair) * (1 - skin)
    hsv = cv2.cvtColor(photograph, cv2.COLOR_BGR2HSV)
    orange = (hsv[..., 1] > 90) & ((hsv[..., 0] < 20) | (hsv[..., 0] > 170))
    hsv[..., 0] = numpy.where(orange, person.suit_hue, hsv[..., 0])
    hsv[..., 1] = numpy.where(orange, hsv[..., 1] * person.suit_saturation, hsv[..., 1])
    # Folds and badges are calmed: a cascade takes some of them for faces.
    cloth = cv2.cvtColor(hsv, cv2.COLOR_HSV2BGR).astype(numpy.float32)
    cloth = person.suit_brightness * (0.15 * cloth + 0.85 * cv2.GaussianBlur(cloth, (0, 0), 10))
    return head * (1 - suit) + cloth * suit


class Walker:
    """A person's picture at its size in the clip, ready to be placed."""

    def __init__(self, person, photograph, alpha):
        self.person = person
        seconds, xs, ys = zip(*person.path)
        self.x, self.y = PchipInterpolator(seconds, xs), PchipInterpolator(seconds, ys)
        scale = person.face_height / FACE_HEIGHT
        size = (round(photograph.shape[1] * scale * person.slimness), round(photograph.shape[0] * scale))
        layer = numpy.dstack([dressed(photograph, person) * alpha[..., None], alpha * 255])
        layer = cv2.resize(layer, size, interpolation=cv2.INTER_AREA)
        self.layer = layer[:, ::-1].copy() if person.mirrored else layer
        center_x = FACE_CENTER[0] * size[0] / photograph.shape[1]
        self.anchor = (size[0] - center_x if person.mirrored else center_x, FACE_CENTER[1] * size[1] / photograph.shape[0])
        self.half = (FACE_WIDTH / 2 * size[0] / photograph.shape[1], FACE_HEIGHT / 2 * size[1] / photograph.shape[0])

    def placed(self, second, camera):
        """The 2x3 matrix from the layer to the picture, the face's centre, and the half sizes of its tight box."""
        zoom, shift_x, shift_y = camera
        phase = 2 * math.pi * self.person.step * second + self.person.identity
        x = float(self.x(second)) + 1.5 * math.sin(phase)
        y = float(self.y(second)) + 2.5 * math.sin(2 * phase)
        x, y = zoom * (x - WIDTH / 2) + WIDTH / 2 + shift_x, zoom * (y - HEIGHT / 2) + HEIGHT / 2 + shift_y
        turn = math.radians(3.0) * math.sin(phase)
        cosine, sine = math.cos(turn), math.sin(turn)
        matrix = zoom * numpy.array([[cosine, -sine], [sine, cosine]])
        offset = numpy.array([x, y]) - matrix @ numpy.array(self.anchor)
        half_width = zoom * math.hypot(self.half[0] * cosine, self.half[1] * sine)
        half_height = zoom * math.hypot(self.half[0] * sine, self.half[1] * cosine)
        # warpAffine counts from pixel centres, the boxes from pixel corners: half a pixel on both sides.
        offset = offset + matrix @ numpy.array([0.5, 0.5]) - 0.5
        return numpy.column_stack([matrix, offset]), (x, y), (half_width, half_height), turn

    def face(self, center, turn, zoom):
        """The face's ellipse as a picture of 0 and 1."""
        ellipse = numpy.zeros((HEIGHT, WIDTH), numpy.uint8)
        axes = (round(self.half[0] * zoom * 16), round(self.half[1] * zoom * 16))
        middle = (round((center[0] - 0.5) * 16), round((center[1] - 0.5) * 16))
        cv2.ellipse(ellipse, middle, axes, math.degrees(turn), 0, 360, 1, -1, cv2.LINE_8, 4)
        return ellipse


def texture(gray, size, tint, blur, contrast):
    picture = cv2.GaussianBlur(cv2.resize(gray, size, interpolation=cv2.INTER_AREA).astype(numpy.float32), (0, 0), blur)
    picture = (picture - picture.mean()) / picture.std()
    return numpy.clip((1 + contrast * picture)[..., None] * numpy.array(tint, numpy.float32), 0, 255)


def scenery():
    """The wall, and the hedge that hides where the people's pictures end (with its own alpha); 720x440, centred."""
    wall = texture(cv2.rotate(data.brick(), cv2.ROTATE_90_CLOCKWISE), (720, 720), (64, 75, 95), 1.2, 0.13)[140:580]
    hedge = texture(data.grass(), (720, 720), (40, 78, 55), 1.2, 0.09)[:440]
    columns = numpy.arange(720)
    edge = 325 + 3 * numpy.sin(columns / 31) + 2 * numpy.sin(columns / 9 + 1) + 1.5 * numpy.sin(columns / 4)
    alpha = numpy.clip((numpy.arange(440)[:, None] - edge[None]) / 3, 0, 1).astype(numpy.float32)
    return wall, numpy.dstack([hedge * alpha[..., None], alpha * 255]).astype(numpy.float32)


def laid_over(picture, layer, matrix):
    """The picture with the layer over it, and the layer's alpha in the picture, 0...1."""
    warped = cv2.warpAffine(layer, matrix, (WIDTH, HEIGHT), flags=cv2.INTER_LINEAR).astype(numpy.float32)
    alpha = warped[..., 3:] / 255
    return picture * (1 - alpha) + warped[..., :3], alpha[..., 0]


def main(folder):
    cv2.setNumThreads(1)
    cv2.setRNGSeed(1)
    noise = numpy.random.default_rng(1)
    photograph = cv2.cvtColor(data.astronaut(), cv2.COLOR_RGB2BGR)
    alpha = cut_out(photograph)
    # The farthest first.
    walkers = sorted((Walker(person, photograph, alpha) for person in PEOPLE), key=lambda w: w.person.face_height)
    wall, hedge = scenery()
    rows = []
    for index in range(FRAMES):
        second = index / RATE
        # A camera held in the hand: it drifts, breathes and never turns.
        zoom = 1.02 + 0.012 * math.sin(0.7 * second)
        camera = (zoom, 6 * math.sin(0.9 * second) + 1.2 * math.sin(4.1 * second), 3 * math.sin(1.3 * second + 1))
        ground = numpy.array([[zoom, 0, WIDTH / 2 + camera[1] - 360 * zoom], [0, zoom, HEIGHT / 2 + camera[2] - 220 * zoom]])
        picture = cv2.warpAffine(wall, ground, (WIDTH, HEIGHT), flags=cv2.INTER_LINEAR)
        faces = []
        for walker in walkers:
            matrix, center, half, turn = walker.placed(second, camera)
            picture, cover = laid_over(picture, walker.layer, matrix)
            for face in faces:
                face["seen"] = face["seen"] * (1 - cover)
            faces.append({
                "identity": walker.person.identity, "center": center, "half": half,
                "area": math.pi * walker.half[0] * walker.half[1] * zoom * zoom,
                "seen": walker.face(center, turn, zoom).astype(numpy.float32),
            })
        picture, _ = laid_over(picture, hedge, ground)
        picture = picture * (1 + 0.03 * math.sin(1.9 * second)) + noise.normal(0, 0.7, picture.shape)
        sys.stdout.buffer.write(numpy.clip(picture, 0, 255).astype(numpy.uint8).tobytes())

        for face in sorted(faces, key=lambda face: face["identity"]):
            visibility = min(1.0, float(face["seen"].sum()) / face["area"])
            left, top = (face["center"][axis] - face["half"][axis] for axis in (0, 1))
            right, bottom = (face["center"][axis] + face["half"][axis] for axis in (0, 1))
            left, top, right, bottom = max(left, 0), max(top, 0), min(right, WIDTH), min(bottom, HEIGHT)
            if visibility >= 0.01 and right > left and bottom > top:
                considered = 1 if visibility >= CONSIDERED_VISIBILITY else 0
                # MOTChallenge counts frames, ids and pixels from 1.
                rows.append((face["identity"], index + 1,
                             f"{index + 1},{face['identity']},{left + 1:.2f},{top + 1:.2f},{right - left:.2f},"
                             f"{bottom - top:.2f},{considered},1,{visibility:.2f}\n"))
    with open(os.path.join(folder, "gt.txt"), "w", encoding="ascii", newline="\n") as file:
        file.writelines(row for _, _, row in sorted(rows))


if __name__ == "__main__":
    main(sys.argv[1])
