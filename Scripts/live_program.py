"""A running `tracklet live`, for the scripts that drive it."""

import http.client
import json
import os
import signal
import socket
import subprocess
import time

from browsing import require, wait

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
CLIP = os.path.join(ROOT, "Scripts/sample/sample.mp4")


def free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


class Live:
    """A running `tracklet live`."""

    def __init__(self, program, *arguments, folder):
        self.port = free_port()
        self.errors = open(os.path.join(folder, f"live-{self.port}.log"), "w+")
        self.process = subprocess.Popen(
            [program, "live", *arguments, "--listen", f"127.0.0.1:{self.port}", "--output-dir", folder],
            stdin=subprocess.DEVNULL, stdout=self.errors, stderr=self.errors)
        self.address = f"http://127.0.0.1:{self.port}/"
        wait(lambda: self.answers(), "the page is served", 20)

    def answers(self):
        require(self.process.poll() is None, "tracklet live ended by itself: " + self.said())
        try:
            return self.request("GET", "/")[0] == 200
        except OSError:
            return False

    def request(self, method, path, body=None, headers=None):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=5)
        connection.request(method, path, body, headers or {"Content-Type": "application/json"})
        answer = connection.getresponse()
        content = answer.read()
        connection.close()
        return answer.status, content

    def command(self, **command):
        return self.request("POST", "/commands", json.dumps(command))[0]

    def said(self):
        self.errors.flush()
        with open(self.errors.name) as lines:
            return lines.read()

    def interrupt(self):
        """Ctrl-C. Gives back the seconds it took to end."""
        began = time.monotonic()
        self.process.send_signal(signal.SIGINT)
        status = self.process.wait(timeout=20)
        took = time.monotonic() - began
        require(status == 130, f"the exit code after Ctrl-C is {status}: {self.said()}")
        return took

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        self.errors.close()
