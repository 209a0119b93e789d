#!/usr/bin/python3
"""Prints what the window costs: start to first frame, memory, a click to the next frame, a whole repaint, rest.

bench-board measures from inside what a frame costs in which nothing has changed.

The screen itself is watched, through Xlib, so the times include all that lies between a hand and an eye.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import ctypes
import pathlib
import statistics
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "app"))
from drive import Program, xdotool  # noqa: E402

RUNS = 7
FRAMES = 200


class Screen:
    """The pixels of the screen, and a mouse that does not start a process for each click."""

    def __init__(self):
        self.x11 = ctypes.CDLL("libX11.so.6")
        self.xtst = ctypes.CDLL("libXtst.so.6")
        self.x11.XOpenDisplay.restype = ctypes.c_void_p
        self.x11.XDefaultRootWindow.restype = ctypes.c_ulong
        self.x11.XGetImage.restype = ctypes.c_void_p
        self.x11.XAllPlanes.restype = ctypes.c_ulong
        self.display = ctypes.c_void_p(self.x11.XOpenDisplay(None))
        self.root = ctypes.c_ulong(self.x11.XDefaultRootWindow(self.display))
        self.width = self.x11.XDisplayWidth(self.display, 0)
        self.height = self.x11.XDisplayHeight(self.display, 0)

    def pixels(self, x, y, width, height):
        """The bytes of a part of the screen, four a pixel."""
        image = ctypes.c_void_p(self.x11.XGetImage(self.display, self.root, x, y, width, height,
                                                   ctypes.c_ulong(self.x11.XAllPlanes()), 2))
        # struct _XImage { int width, height, xoffset, format; char *data; ... }
        data = ctypes.cast(image.value + 16, ctypes.POINTER(ctypes.c_void_p))[0]
        pixels = ctypes.string_at(data, width * height * 4)
        self.x11.XDestroyImage(image)
        return pixels

    def shows_something(self):
        """Has a window been painted, or is the screen still one grey?"""
        row = self.pixels(0, self.height // 2, self.width, 1)
        return len({row[i:i + 4] for i in range(0, len(row), 4)}) > 5

    def move(self, x, y):
        """Puts the pointer somewhere."""
        self.xtst.XTestFakeMotionEvent(self.display, 0, x, y, ctypes.c_ulong(0))
        self.x11.XFlush(self.display)

    def click(self):
        """Clicks where the pointer is."""
        for down in (1, 0):
            self.xtst.XTestFakeButtonEvent(self.display, 1, down, ctypes.c_ulong(0))
        self.x11.XFlush(self.display)

    def expose(self, window):
        """Asks a window to paint itself anew."""
        self.x11.XClearArea(self.display, ctypes.c_ulong(window), 0, 0, 0, 0, 1)
        self.x11.XFlush(self.display)


def peak_megabytes(yaqi):
    """The largest memory of the program so far."""
    status = pathlib.Path(f"/proc/{yaqi.process.pid}/status").read_text()
    return int(status.partition("VmHWM:")[2].split()[0]) / 1024


def report(what, values, unit):
    """One line: the median and the range."""
    print(f"{what}: {statistics.median(values):.1f} {unit} ({min(values):.1f} to {max(values):.1f}, {len(values)} runs)")


def wait_for(condition):
    """Polls without a pause: what is measured is short."""
    end = time.monotonic() + 30
    while not condition():
        if time.monotonic() > end:
            raise TimeoutError("the screen did not change")


def measure_start(screen):
    """Start to first frame, by the clock and by the processor, and the memory after it."""
    wall, processor, memory = [], [], []
    for _ in range(RUNS):
        wait_for(lambda: not screen.shows_something())
        start = time.monotonic()
        with Program(wait_for_window=False) as yaqi:
            wait_for(screen.shows_something)
            wall.append((time.monotonic() - start) * 1e3)
            processor.append(yaqi.processor_seconds() * 1e3)
            yaqi.settle()
            memory.append(peak_megabytes(yaqi))
    report("start to first frame, clock", wall, "ms")
    report("start to first frame, processor", processor, "ms")
    report("peak memory", memory, "MiB")


def measure_clicks(screen, yaqi):
    """From a click on a piece to the frame that shows it taken up, and back."""
    point = yaqi.point((0, 0))
    _, x, y = yaqi.place(point)
    window = xdotool("getwindowgeometry", "--shell", yaqi.x_window(yaqi.window))
    origin = dict(line.split("=") for line in window)
    x, y = x + int(origin["X"]), y + int(origin["Y"])
    screen.move(x, y)
    times = []
    for _ in range(2 * RUNS):
        yaqi.settle()
        before = screen.pixels(x - 30, y - 30, 60, 60)
        start = time.monotonic()
        screen.click()
        wait_for(lambda: screen.pixels(x - 30, y - 30, 60, 60) != before)
        times.append((time.monotonic() - start) * 1e3)
    report("click to next frame", times, "ms")


def measure_idle(screen, yaqi):
    """The same frame again when the screen has lost it, and no frames at all."""
    window = int(yaqi.x_window(yaqi.window))
    yaqi.settle()
    before = yaqi.processor_seconds()
    for _ in range(FRAMES):
        screen.expose(window)
        time.sleep(0.025)
    yaqi.settle()
    report("whole window painted again, processor", [(yaqi.processor_seconds() - before) * 1e3 / FRAMES], "ms")
    before = yaqi.processor_seconds()
    time.sleep(3)
    report("at rest, processor a second", [(yaqi.processor_seconds() - before) * 1e3 / 3], "ms")


def main():
    screen = Screen()
    measure_start(screen)
    with Program() as yaqi:
        measure_clicks(screen, yaqi)
        measure_idle(screen, yaqi)
        yaqi.key("ctrl+q")
        yaqi.wait_end()


if __name__ == "__main__":
    main()
