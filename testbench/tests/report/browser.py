"""A headless Chromium, driven over its DevTools protocol through two pipes: nothing but Python's own library is needed."""
import base64
import json
import os
import re
import shutil
import subprocess
import tempfile
import time

NAMES = ("chromium", "chromium-browser", "google-chrome")
DEADLINE_SECONDS = 30


def find():
    """Path of a browser; None if there is none."""
    return next(filter(None, map(shutil.which, NAMES)), None)


class Browser:
    """One window with one page. `problems` collects exceptions, errors and warnings of the page's console."""

    def __init__(self, width=1280, height=900):
        self.problems, self.requests, self.answers, self.number = [], [], {}, 0
        self.folder = tempfile.TemporaryDirectory()
        to_browser, self.input = os.pipe()
        self.output, from_browser = os.pipe()
        # The protocol's descriptors are 3 and 4 in the child.
        command = [find(), "--headless=new", "--no-sandbox", "--remote-debugging-pipe", "--use-angle=swiftshader",
                   "--enable-unsafe-swiftshader", "--hide-scrollbars", "--no-first-run", "--disable-extensions",
                   f"--user-data-dir={self.folder.name}", f"--window-size={width},{height}", "about:blank"]
        self.process = subprocess.Popen(
            ["bash", "-c", f'exec "$@" 3<&{to_browser} 4>&{from_browser}', "bash", *command],
            pass_fds=(to_browser, from_browser), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(to_browser)
        os.close(from_browser)
        self.buffer, self.session = b"", None
        target = next(t for t in self.call("Target.getTargets")["targetInfos"] if t["type"] == "page")
        self.session = self.call("Target.attachToTarget", targetId=target["targetId"], flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.call(f"{domain}.enable")

    def close(self):
        try:
            self.session = None
            self.call("Browser.close")
        except (OSError, RuntimeError):
            pass
        self.process.wait(timeout=DEADLINE_SECONDS)
        os.close(self.input)
        os.close(self.output)
        self.folder.cleanup()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    # ------------------------------------------------------------------------------------------------- protocol

    def call(self, method, **parameters):
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.input, json.dumps(message).encode() + b"\0")
        wanted = self.number
        while wanted not in self.answers:
            self.take_message()
        answer = self.answers.pop(wanted)
        if "error" in answer:
            raise RuntimeError(f"{method}: {answer['error']['message']}")
        return answer["result"]

    def take_message(self):
        while b"\0" not in self.buffer:
            part = os.read(self.output, 1 << 20)
            if not part:
                raise RuntimeError("the browser ended")
            self.buffer += part
        text, self.buffer = self.buffer.split(b"\0", 1)
        message = json.loads(text)
        if "id" in message:
            self.answers[message["id"]] = message
        else:
            self.take_event(message["method"], message["params"])

    def take_event(self, method, parameters):
        if method == "Runtime.exceptionThrown":
            details = parameters["exceptionDetails"]
            self.problems.append(details.get("exception", {}).get("description", details["text"]))
        elif method == "Runtime.consoleAPICalled" and parameters["type"] in ("error", "warning", "assert"):
            self.problems.append(" ".join(str(a.get("value", a.get("description"))) for a in parameters["args"]))
        elif method == "Log.entryAdded" and parameters["entry"]["level"] in ("error", "warning"):
            self.problems.append(parameters["entry"]["text"])
        elif method == "Network.requestWillBeSent":
            self.requests.append(parameters["request"]["url"])

    # ----------------------------------------------------------------------------------------------------- page

    def open(self, path):
        self.problems.clear()
        self.requests.clear()
        self.call("Page.navigate", url="file://" + os.path.abspath(path))
        self.wait("document.documentElement?.dataset.ready === 'true'")

    def evaluate(self, expression):
        """The value of an expression; promises are awaited."""
        answer = self.call("Runtime.evaluate", expression=expression, awaitPromise=True, returnByValue=True)
        if "exceptionDetails" in answer:
            raise RuntimeError(answer["exceptionDetails"].get("exception", {}).get("description", expression))
        return answer["result"].get("value")

    def wait(self, condition):
        end = time.monotonic() + DEADLINE_SECONDS
        while not self.evaluate(condition):
            if time.monotonic() > end:
                raise RuntimeError(f"not in {DEADLINE_SECONDS} s: {condition} {self.problems}")
            time.sleep(0.05)

    def settle(self):
        """After two frames everything that follows from an event is drawn."""
        self.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")

    def resize(self, width, height, mobile=False):
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=mobile)
        self.settle()

    def prefer(self, scheme):
        self.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])
        self.settle()

    def place(self, selector):
        """x, y, width, height in the window, after scrolling there."""
        place = self.evaluate(f"""(() => {{ const node = document.querySelector({json.dumps(selector)});
            node.scrollIntoView({{block: 'center', behavior: 'instant'}}); const r = node.getBoundingClientRect();
            return [r.x, r.y, r.width, r.height]; }})()""")
        self.settle()
        return place

    def mouse(self, kind, x, y, **more):
        self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, **more)

    def click(self, selector):
        x, y, width, height = self.place(selector)
        self.click_at(x + width / 2, y + height / 2)

    def click_at(self, x, y):
        self.mouse("mousePressed", x, y, button="left", buttons=1, clickCount=1)
        self.mouse("mouseReleased", x, y, button="left", clickCount=1)
        self.settle()

    def drag(self, x, y, dx, dy):
        self.mouse("mousePressed", x, y, button="left", buttons=1, clickCount=1)
        for part in (0.3, 0.7, 1):
            self.mouse("mouseMoved", x + part * dx, y + part * dy, button="left", buttons=1)
        self.mouse("mouseReleased", x + dx, y + dy, button="left", clickCount=1)
        self.settle()

    def wheel(self, x, y, by):
        self.mouse("mouseWheel", x, y, deltaX=0, deltaY=by)
        self.settle()

    def key(self, name):
        for kind in ("keyDown", "keyUp"):
            self.call("Input.dispatchKeyEvent", type=kind, key=name)
        self.settle()

    def printed_pages(self):
        """How many pages of paper the page takes, as its own style says."""
        pdf = base64.b64decode(self.call("Page.printToPDF", preferCSSPageSize=True)["data"])
        return len(re.findall(rb"/Type\s*/Page\b", pdf))

    def screenshot(self, path, selector=None):
        clip = {}
        if selector:
            x, y, width, height = self.evaluate(f"""(() => {{ const r = document.querySelector({json.dumps(selector)})
                .getBoundingClientRect(); return [r.x + scrollX, r.y + scrollY, r.width, r.height]; }})()""")
            clip = {"clip": {"x": x, "y": y, "width": width, "height": height, "scale": 1},
                    "captureBeyondViewport": True}
        with open(path, "wb") as file:
            file.write(base64.b64decode(self.call("Page.captureScreenshot", **clip)["data"]))
