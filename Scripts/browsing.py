"""What the checks of pages share: a browser that a program drives, and conditions that are waited for."""

import shutil
import sys
import time

from selenium import webdriver

# The looks a page is held against: name, width, height, colour scheme.
LOOKS = [("wide", 1280, 800, "light"), ("dark", 1280, 800, "dark"), ("phone", 390, 844, "light")]


def require(condition, words):
    if not condition:
        raise AssertionError(words)


def wait(condition, words, seconds=10):
    """What the condition gives, as soon as it gives something."""
    end = time.monotonic() + seconds
    while True:
        found = condition()
        if found:
            return found
        require(time.monotonic() < end, f"it did not happen within {seconds} s that {words}")
        time.sleep(0.02)


def open_browser():
    options = webdriver.ChromeOptions()
    for argument in ["--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--window-size=1280,900"]:
        options.add_argument(argument)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    browser = shutil.which("chromium") or shutil.which("google-chrome")
    driver = shutil.which("chromedriver")
    require(browser and driver, "chromium or chromedriver is not installed")
    options.binary_location = browser
    return webdriver.Chrome(options=options, service=webdriver.ChromeService(driver))


def complaints(browser):
    """What stands as an error on the console since it was asked last."""
    return [entry["message"] for entry in browser.get_log("browser") if entry["level"] == "SEVERE"]


def each_look(browser, body):
    """Shows the page wide, in the dark and on a phone, requires that it fits each, and calls body with the look's name."""
    for name, width, height, scheme in LOOKS:
        browser.execute_cdp_cmd(
            "Emulation.setDeviceMetricsOverride", {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 500})
        browser.execute_cdp_cmd(
            "Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": scheme}]})
        time.sleep(0.5)
        across = browser.execute_script("return document.documentElement.scrollWidth")
        require(across <= width, f"the page is {across} pixels wide in a window of {width}")
        body(name)
    browser.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": []})


class Checks:
    """Runs checks and says how each ended."""

    def __init__(self):
        self.failures = []

    def run(self, name, body):
        """The body gives back what there is to say of it, and throws when something is not as it should be."""
        try:
            print(f"ok    {name}: {body()}", flush=True)
        except Exception as error:
            self.failures.append(name)
            print(f"FAILS {name}: {str(error).strip() or repr(error)}", flush=True)

    def end(self):
        sys.exit(1 if self.failures else 0)
