#!/usr/bin/env python3
"""The recipe people use today: a Haar cascade on every Nth frame, one KCF tracker per face in between.

At each detection every face found starts its tracker anew; a face that overlaps a tracked one keeps its number. A face
that two detections in a row did not find is given up, as is one whose tracker says that it was lost for as long.
usage: haar_kcf.py VIDEO OUTPUT [INTERVAL]
"""
import sys

import cv2
import haar


class HaarAndKCF:
    def __init__(self, interval):
        self.interval = interval
        self.cascade = haar.classifier()
        self.tracks = {}  # identity: [tracker, box, misses]
        self.next = 1

    def step(self, index, frame):
        shown = {}
        for identity, track in self.tracks.items():
            followed, box = track[0].update(frame)
            if followed:
                track[1] = tuple(float(value) for value in box)
                shown[identity] = track[1]
        if index % self.interval == 0:
            self.detect(frame, shown)
        return shown

    def detect(self, frame, shown):
        boxes = haar.faces(self.cascade, frame)
        identities = list(self.tracks)
        matched = haar.matches([self.tracks[i][1] for i in identities], boxes, 0.3)
        found = {box: identities[track] for track, box in matched}
        for identity in set(identities) - set(found.values()):
            self.tracks[identity][2] += 1
            if self.tracks[identity][2] >= 2:
                del self.tracks[identity]
                shown.pop(identity, None)
        for number, box in enumerate(boxes):
            identity = found.get(number)
            if identity is None:
                identity, self.next = self.next, self.next + 1
            tracker = cv2.TrackerKCF_create()
            tracker.init(frame, tuple(int(value) for value in box))
            self.tracks[identity] = [tracker, box, 0]
            shown[identity] = box


if __name__ == "__main__":
    haar.run(HaarAndKCF(int(sys.argv[3]) if len(sys.argv) > 3 else 10))
