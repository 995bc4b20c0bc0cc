"""switchway-scan with one button: each kind of widget once, in GTK 3's own widget factory."""
from scanning import SLOW, stage

PROGRAM = "gtk3-widget-factory"
# What is watched. A check box and a radio button stand in rows of their own, the lowest first in the program's tree.
# The first "Close" is that of the window itself.
WATCHED = {
    "check": "check box:checkbutton:4", "check above": "check box:checkbutton:5",
    "check below": "check box:checkbutton:3",
    "combo": "combo box:Middle", "combo left": "combo box:Left", "combo now": "combo box:Right:1",
    "entry": "menu item:Right", "slider": "slider:", "slider below": "slider::2", "tab 1": "page tab:page 1",
    "tab 2": "page tab:page 2", "tab 3": "page tab:page 3", "menu": "toggle button:Menu",
    "about": "push button:About Widget Factory", "close": "push button:Close:1",
}


def go(desktop, report):
    with stage(desktop, "scan-widgets", SLOW) as around:
        around.start("factory", ["/usr/bin/" + PROGRAM])
        program = around.script("access", PROGRAM, *("%s=%s" % one for one in WATCHED.items()))
        program.wait_for("the widgets on the screen", lambda: "check" in (program.last("places")[0] or {}))
        with around.person(program) as person:
            operate(desktop, report, person)


def operate(desktop, report, person):
    def states(key):
        return (person.program.last("states")[0] or {}).get(key)

    def has(key, word):
        return lambda: word in (states(key) or [])

    def shows(key):
        return lambda: states(key) is not None

    def picture(name):
        desktop.picture("scan-widgets-" + name)

    def value(key):
        return (person.program.last("values")[0] or {}).get(key)

    began = {key: (states(key), value(key)) for key in ("check above", "check below", "combo left", "slider below")}
    person.choose("check", has("check", "checked"))
    person.choose("combo", shows("entry"))
    picture("combo")
    person.choose("entry", shows("combo now"))
    person.until("the value", lambda: value("slider") is not None)
    before = value("slider")
    person.choose_value("slider")
    for count in (1, 2, 3):
        person.choose_on_bar("more", 1, lambda: value("slider") == before + count)
    picture("slider")
    person.choose_on_bar("out", 2)
    person.choose("menu", shows("about"))
    picture("menu")
    person.choose("about", shows("close"))
    picture("about")
    person.choose("close", lambda: not shows("close")())
    person.choose("tab 2", has("tab 2", "selected"))
    picture("tab")
    report.check("what was not meant stayed", {key: (states(key), value(key)) for key in began}, began)
    person.report(report)

