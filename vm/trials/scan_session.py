"""switchway-scan with one button: a session. A text is written and saved, a form in a browser is sent, and more.

Everything that runs is started from the panel: Mousepad, and Chromium. The person rests in the middle, makes it louder,
and calls for help.
"""
import os
import subprocess
import time
import urllib.parse

from chromium import Handler, serve
from daemon import give
from desktop import NAME, ROOM, as_person, read
from devices import wait_for
from panel import OUT, WORD, Panel
from scanning import SLOW, stage

HOME = os.path.expanduser("~" + NAME)
# What is written, key by key. A word that was written twice is completed.
KEYS = "tea is tea. t" + WORD + "is hot."
WRITTEN = "tea is tea. tea is hot."
# No word that was written begins like it: completions would move the rows.
FILE = "my"
# The places of the panel's bar, and of its system page.
HELP, PROGRAMS, SYSTEM = 0, 5, 6
LOUDER, REST, OUT_OF_SYSTEM = 0, 5, 7
# The pages of the browser.
PAGES = {
    "/": "<h1>Start</h1><p><a href='/order'>Order</a> breakfast.",
    "/order": "<h1>Order</h1><form action='/sent'><p><label><input type=checkbox name=tea value=yes> Tea</label>"
              "<p><label><input type=checkbox name=milk value=yes> Milk</label><p><button>Send</button></form>",
    "/sent": "<h1>Thank you</h1>",
}
MOUSEPAD = {"text": "text:", "file": "menu:File", "save as": "menu item:Save As...", "name": "text::1",
            "save": "push button:Save", "cancel": "push button:Cancel"}
CHROMIUM = {"order": "link:Order", "tea": "check box:Tea", "milk": "check box:Milk", "send": "push button:Send",
            "back": "push button:Back"}


class Pages(Handler):
    """Serves the pages, and keeps what was asked for in the server's `said`."""

    def do_GET(self):
        page, _, words = self.path.partition("?")
        if page not in PAGES:
            return self.answer(404)
        self.server.said.append((page, urllib.parse.parse_qs(words)))
        style = "<style>body { font: 24px sans-serif }</style>"
        self.answer(200, ("<!doctype html><meta charset=utf-8><title>%s</title>%s%s" % (
            page, style, PAGES[page])).encode())


def entry(name, words):
    """A desktop entry. The scanner itself sees only those of the person's folder."""
    return "[Desktop Entry]\nType=Application\nName=%s\nPath=%s\nExec=env -u XDG_DATA_DIRS %s\n" % (name, HOME, words)


def go(desktop, report):
    server = serve(Pages)
    folder = HOME + "/.local/share/applications/"
    give(folder + "mousepad.desktop", entry("Mousepad", "mousepad"))
    give(folder + "chromium.desktop", entry(
        "Web", "chromium --disable-gpu --no-first-run --force-renderer-accessibility --window-position=0,0 "
        "--window-size=1000,640 http://127.0.0.1:%d/" % server.server_port))
    with stage(desktop, "scan-session", SLOW, "keyboard: {layout: us}") as around:
        around.start("sound", ["/usr/bin/pulseaudio", "--daemonize=no", "--exit-idle-time=-1", "-n",
                               "-L", "module-null-sink", "-L", "module-native-protocol-unix"])
        editor = around.script("access", "mousepad", *("%s=%s" % one for one in MOUSEPAD.items()))
        with around.person(editor, first="bar", XDG_DATA_DIRS="/nowhere") as person:
            session = Session(desktop, person)
            session.write(report)
            session.rest()
            # One at a time: each costs the emulated machine a lot, and both would write into one file.
            editor.end()
            person.program = around.script("access", "Chromium", *("%s=%s" % one for one in CHROMIUM.items()))
            session.order(server.said, report)
            session.make_louder(report)
            session.call_for_help(report)
            person.report(report)


class Session(Panel):
    def __init__(self, desktop, person):
        super().__init__(person)
        self.desktop = desktop

    def picture(self, name):
        self.desktop.picture("scan-session-" + name)

    def is_last(self, page, index):
        """Whether this is the last place of the page, if that is known: on a busy machine the ring comes after the bar."""
        return True

    def open_bar(self):
        """Leads to the panel's bar: its place on a window's page is the only one that is not in the window.

        A slow program tells for a moment of no window. Then the bar itself is there, and no ring comes on its page. On
        a busy machine it may stay: a press that was to start the clock chose it. Nothing is to be chosen then.
        """
        person, pages, lit = self.person, set(), set()

        def look():
            page = person.commands[-1].get("page")
            if person.rings()[0]:
                pages.add(page)
            if person.is_fresh():
                lit.add((page, self.lit()))
            return page

        def is_panel():
            page, index = look(), self.lit()
            return page in pages and (index or 0) > 0 and self.is_last(page, index)

        def is_open():
            """Each place of the bar was lit, and no ring came."""
            page = look()
            return page not in pages and all((page, index) in lit for index in range(OUT_OF_SYSTEM))

        person.press_when("the panel", is_panel, is_open)

    def start(self, index, name):
        """Starts a program, and waits for the first of its items."""
        self.choose(PROGRAMS, index)
        self.person.until(name + " on the screen", lambda: self.person.place(name))

    # What the person does.

    def write(self, report):
        person = self.person
        self.start(0, "text")
        person.choose("text", self.is_keyboard)
        self.type(KEYS)
        self.picture("written")
        self.choose(OUT)
        person.choose("file", lambda: person.place("save as"))
        person.choose("save as", lambda: person.place("name"))
        self.picture("save")
        person.choose("name", self.is_keyboard)
        self.type(FILE)
        self.choose(OUT)
        person.choose("save", lambda: not person.place("save"))
        path = "%s/%s" % (HOME, FILE)
        wait_for("the file", lambda: os.path.exists(path))
        report.check("what was written", read(path).rstrip("\n"), WRITTEN)

    def rest(self):
        person = self.person
        self.open_bar()
        self.choose(SYSTEM, REST)
        person.until("the rest", lambda: person.scan == "paused")
        self.picture("rest")
        # The person's own time.
        time.sleep(5)
        person.press()
        person.until("the scan again", lambda: person.scan == "running")

    def order(self, asked, report):
        person = self.person

        def came(page):
            return lambda: page in [one for one, _ in asked]
        self.open_bar()
        # Mousepad is there twice: as the one that was started last, and by its name.
        self.start(2, "order")
        person.choose("order", came("/order"))
        person.choose("tea", lambda: "checked" in (person.program.last("states")[0] or {}).get("tea", []))
        self.picture("form")
        person.choose("send", came("/sent"))
        person.until("the next page", lambda: not person.place("tea"))
        # The browser has kept the page, and does not ask for it again.
        person.choose("back", lambda: person.place("tea"))
        report.check("what the browser asked for", asked, [("/", {}), ("/order", {}), ("/sent", {"tea": ["yes"]})])

    def make_louder(self, report):
        before = volume()
        self.open_bar()
        self.choose(SYSTEM, LOUDER)
        self.person.until("more volume", lambda: volume() > before)
        self.picture("louder")
        report.check("how much louder", volume() - before, 5)
        self.choose(OUT_OF_SYSTEM)

    def call_for_help(self, report):
        person = self.person
        # Out of a page leads to its place of the bar, and not to the first.
        person.press_when("the call for help", lambda: self.lit() == HELP and person.commands[-1]["command"] == "next")
        person.until("the call", lambda: person.calls)
        self.picture("help")
        report.check("calls for help", person.calls, 1)


def volume():
    """Of the sound server, in percent."""
    words = subprocess.run(
        as_person(["/usr/bin/pactl", "get-sink-volume", "@DEFAULT_SINK@"]), capture_output=True, text=True,
        env={"XDG_RUNTIME_DIR": ROOM + "/person", "HOME": HOME, "LANG": "C.UTF-8"}).stdout.split()
    return int(next((word for word in words if word.endswith("%")), "0%")[:-1])
