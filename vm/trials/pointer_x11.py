"""The daemon's pointer on an X server, which reads it by libinput: a client's clicks and strokes reach a canvas, each to
the pixel; what the profile does not allow is refused. `point-sway` has the whole way by one switch.
"""
import switchway

from daemon import ONE_GESTURE, profile
from desktop import read, tell
from devices import wait_for
from scanning import stage

POINTER = "Switchway absolute pointer"
ALLOWED = ["policy: {pointing: yes}"]
# The screen of the trial, and pixels in its corners and inside.
WIDTH, HEIGHT = 800, 600
PLACES = [(0, 0), (799, 599), (799, 0), (400, 300), (123, 457)]


def part(place):
    return (place[0] + 0.5) / WIDTH, (place[1] + 0.5) / HEIGHT


def pixels(stroke):
    return [int(number) for number in stroke]


def go(desktop, report):
    with stage(desktop, "pointer-x11", 4, *ALLOWED) as around:
        wait_for("the pointer in the X server", lambda: any(
            POINTER in line and "is tagged by udev as:" in line for line in read(desktop.log).splitlines()))
        canvas = around.script("canvas_gtk", "paint")
        canvas.wait_for("the canvas on the whole screen", lambda: canvas.last("shown")[0])
        with switchway.Client(path=around.daemon.socket, claim=["again"]) as client:
            client.connect()
            point(client, canvas, report)
            refuse(around.daemon, client, canvas, report)


def strokes(canvas):
    return [one["stroke"] for one in canvas.look() if "stroke" in one]


def point(client, canvas, report):
    def check(what, *ends):
        count = len(ends) // 2
        found = wait_for(what, lambda: (lambda all: len(all) >= check.count + count and all)(strokes(canvas)))
        report.check(what, [pixels(one) for one in found[check.count:]],
                     [[*ends[2 * index], *ends[2 * index + 1]] for index in range(count)])
        check.count += count
        tell(what)
    check.count = 0

    for place in PLACES:
        client.point(*part(place))
        check("a click at %d, %d" % place, place, place)
    client.point(*part((200, 100)), "double")
    check("a double click", (200, 100), (200, 100), (200, 100), (200, 100))
    client.point(*part((150, 450)), "drag", part((330, 90)))
    check("a stroke", (150, 450), (330, 90))
    client.point(*part((500, 500)), "press")
    client.close()
    check("the button comes up when the client leaves", (500, 500), (500, 500))


def refuse(daemon, client, canvas, report):
    before = len(strokes(canvas))
    daemon.write(profile("one-switch-scan", *ONE_GESTURE))
    reason = wait_for("a refusal", lambda: refusal(daemon))
    report.check("why it is refused without the right", reason, "policy")
    report.check("strokes without the right", len(strokes(canvas)), before)


def refusal(daemon):
    """Why a move of the pointer is refused; None: it is done."""
    with switchway.Client(path=daemon.socket, claim=["again"]) as client:
        client.connect()
        try:
            client.point(0.5, 0.5, "move")
        except switchway.Error as error:
            return error.reason
    return None
