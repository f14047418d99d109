"""What the peer recipes have in common: the command line, the cascade, intersection over union, and MOTChallenge text."""
import sys

import cv2

CASCADES = ("/usr/share/opencv4/haarcascades/", "/usr/local/share/opencv4/haarcascades/")


def classifier(name="haarcascade_frontalface_alt2.xml"):
    for folder in CASCADES:
        cascade = cv2.CascadeClassifier()
        if cascade.load(folder + name):
            return cascade
    sys.exit(f"{name} was not found; install it with: apt-get install opencv-data")


def faces(cascade, frame):
    """The faces of a frame as (left, top, width, height): the whole gray picture, scale factor 1.1, five neighbours.

    The smallest face is the one tracklet looks for by default, so that both search the same sizes: the larger of 24 pixels
    and 1/18 of the height. OpenCV's own default, 20 pixels, would be dearer the larger the picture is.
    """
    gray = cv2.cvtColor(frame, cv2.COLOR_BGR2GRAY)
    smallest = max(24, round(gray.shape[0] / 18))
    return [tuple(float(value) for value in box)
            for box in cascade.detectMultiScale(gray, 1.1, 5, minSize=(smallest, smallest))]


def overlap(a, b):
    """Intersection over union of two boxes."""
    width = min(a[0] + a[2], b[0] + b[2]) - max(a[0], b[0])
    height = min(a[1] + a[3], b[1] + b[3]) - max(a[1], b[1])
    if width <= 0 or height <= 0:
        return 0.0
    shared = width * height
    return shared / (a[2] * a[3] + b[2] * b[3] - shared)


def matches(tracks, boxes, least):
    """Pairs (track, box) of places in both lists: the largest overlap first, each track and box once."""
    pairs = sorted(
        ((overlap(track, box), t, b) for t, track in enumerate(tracks) for b, box in enumerate(boxes)), reverse=True)
    taken_tracks, taken_boxes, found = set(), set(), []
    for shared, t, b in pairs:
        if shared >= least and t not in taken_tracks and b not in taken_boxes:
            taken_tracks.add(t)
            taken_boxes.add(b)
            found.append((t, b))
    return found


def run(recipe):
    """Gives every frame of the video to `recipe.step(index, frame)`, which returns {id: box}, and writes MOT text.

    usage: RECIPE VIDEO OUTPUT [INTERVAL]; pixels and boxes count from 0, frames from 1.
    """
    capture = cv2.VideoCapture(sys.argv[1])
    if not capture.isOpened():
        sys.exit(f"{sys.argv[1]} could not be opened")
    index = 0
    with open(sys.argv[2], "w", encoding="ascii") as output:
        while True:
            got, frame = capture.read()
            if not got:
                break
            for identity, box in sorted(recipe.step(index, frame).items()):
                output.write(f"{index + 1},{identity}," + ",".join(f"{value:.2f}" for value in box) + ",1,-1,-1,-1\n")
            if index == 0:
                print("first frame", flush=True)
            index += 1
    print(f"frames {index}")
