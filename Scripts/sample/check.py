"""Checks that a plain Haar detector sees the sample clip's faces, and nothing else.

Usage: check.py CLIP GROUND_TRUTH    (exits with 1 when a face is seen in too few frames or the wall in too many)
"""

import sys
from collections import defaultdict

import cv2

LEAST_SHARE_SEEN = 0.8
MOST_FALSE_BOXES = 3


def intersection_over_union(a, b):
    width = min(a[0] + a[2], b[0] + b[2]) - max(a[0], b[0])
    height = min(a[1] + a[3], b[1] + b[3]) - max(a[1], b[1])
    shared = max(width, 0) * max(height, 0)
    return shared / (a[2] * a[3] + b[2] * b[3] - shared)


def main(clip, ground_truth):
    faces = defaultdict(list)
    for line in open(ground_truth, encoding="ascii"):
        frame, identity, left, top, width, height, considered, _, _ = (float(field) for field in line.split(","))
        faces[int(frame)].append((int(identity), considered == 1, (left - 1, top - 1, width, height)))
    cascade = cv2.CascadeClassifier(cv2.data.haarcascades + "haarcascade_frontalface_alt2.xml")
    video = cv2.VideoCapture(clip)
    shown, seen, false_boxes, frame = defaultdict(int), defaultdict(int), 0, 0
    while True:
        there, picture = video.read()
        if not there:
            break
        frame += 1
        gray = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
        boxes = cascade.detectMultiScale(gray, 1.1, 3, minSize=(gray.shape[0] // 18,) * 2)
        for identity, considered, face in faces[frame]:
            if considered:
                shown[identity] += 1
                seen[identity] += any(intersection_over_union(face, box) >= 0.3 for box in boxes)
        for box in boxes:
            if all(intersection_over_union(face, box) < 0.3 for _, _, face in faces[frame]):
                false_boxes += 1
                print(f"frame {frame}: a false face at {[int(side) for side in box]}")
    print(f"{frame} frames, {false_boxes} false boxes")
    for identity in sorted(shown):
        print(f"face {identity}: shown in {shown[identity]} frames, seen in {seen[identity] / shown[identity]:.0%}")
    poor = [identity for identity in shown if seen[identity] < LEAST_SHARE_SEEN * shown[identity]]
    return 1 if poor or false_boxes > MOST_FALSE_BOXES or not shown else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2]))
