#!/usr/bin/env python3
"""A Haar cascade on every frame, joined to tracks as ByteTrack does (Zhang et al., ECCV 2022), without any tracker.

A constant-velocity Kalman filter per track foretells its box, boxes are joined to tracks by overlap, a new track is shown
once it was found twice, and a lost one is kept for thirty frames. A cascade gives no scores, so that all boxes are of
ByteTrack's sure kind and its second association has nothing to join.
usage: haar_bytetrack.py VIDEO OUTPUT
"""
import haar
import numpy as np

PATIENCE = 30
MOTION = np.eye(8) + np.eye(8, k=4)


class Track:
    """A box (centre x, centre y, width over height, height) and its velocity, with noise in proportion to its height."""

    def __init__(self, identity, box):
        self.identity, self.hits, self.missed = identity, 1, 0
        self.mean = np.concatenate([measured(box), np.zeros(4)])
        height = box[3]
        self.covariance = np.diag([height / 10, height / 10, 1e-2, height / 10] + [height / 16] * 2 + [1e-5, height / 16]) ** 2

    def predict(self):
        height = self.mean[3]
        noise = np.diag([height / 20, height / 20, 1e-2, height / 20] + [height / 160] * 2 + [1e-5, height / 160]) ** 2
        self.mean = MOTION @ self.mean
        self.covariance = MOTION @ self.covariance @ MOTION.T + noise

    def correct(self, box):
        height = self.mean[3]
        noise = np.diag([height / 20, height / 20, 1e-1, height / 20]) ** 2
        gain = self.covariance[:, :4] @ np.linalg.inv(self.covariance[:4, :4] + noise)
        self.mean = self.mean + gain @ (measured(box) - self.mean[:4])
        self.covariance = self.covariance - gain @ self.covariance[:4]
        self.hits, self.missed = self.hits + 1, 0

    @property
    def box(self):
        x, y, ratio, height = self.mean[:4]
        return (x - ratio * height / 2, y - height / 2, ratio * height, height)


def measured(box):
    return np.array([box[0] + box[2] / 2, box[1] + box[3] / 2, box[2] / box[3], box[3]])


class HaarAndByteTrack:
    def __init__(self):
        self.cascade = haar.classifier()
        self.tracks = []
        self.next = 1

    def step(self, index, frame):
        boxes = haar.faces(self.cascade, frame)
        for track in self.tracks:
            track.predict()
            track.missed += 1
        joined = haar.matches([track.box for track in self.tracks], boxes, 0.2)
        for track, box in joined:
            self.tracks[track].correct(boxes[box])
        self.tracks = [t for t in self.tracks if t.missed == 0 or (t.hits > 1 and t.missed <= PATIENCE)]
        for number in set(range(len(boxes))) - {box for _, box in joined}:
            self.tracks.append(Track(self.next, boxes[number]))
            self.next += 1
        return {t.identity: t.box for t in self.tracks if t.missed == 0 and (t.hits > 1 or index == 0)}


if __name__ == "__main__":
    haar.run(HaarAndByteTrack())
