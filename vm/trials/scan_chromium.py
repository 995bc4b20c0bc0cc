"""switchway-scan with one button: the form of `chromium`, in a browser's page, with a link and a list."""
from chromium import Browser
from scanning import ACCESSIBLE, SLOW, stage
from sheet import ORDER

WATCHED = {"tea": "check box:Tea", "roll": "radio button:Roll", "when": "combo box:", "help": "link:Help",
           "send": "push button:Send", "at nine": "menu item:at nine"}


class Page:
    """What the browser's page says of itself, and where its items are by the accessibility bus."""

    def __init__(self, browser, access):
        self.browser, self.access = browser, access

    @property
    def said(self):
        return self.browser.said

    def look(self):
        return self.browser.look()

    def last(self, word):
        return (self.access if word == "places" else self.browser).last(word)


def go(desktop, report):
    with stage(desktop, "scan-chromium", SLOW) as around:
        browser = Browser("--force-renderer-accessibility", **ACCESSIBLE)
        around.programs.append(browser)
        access = around.script("access", "Chromium", *("%s=%s" % one for one in WATCHED.items()))
        access.wait_for("the page on the screen", lambda: "send" in (access.last("places")[0] or {}))
        with around.person(Page(browser, access)) as person:
            operate(desktop, report, person)


def operate(desktop, report, person):
    page = person.program

    def has(word, value):
        return lambda: page.last(word)[0] == value

    person.choose("tea", has("tea", True))
    person.choose("roll", has("roll", True))
    person.choose("help", has("clicked", "help"))
    person.choose("when", lambda: person.place("at nine"))
    desktop.picture("scan-chromium-list")
    person.choose("at nine", has("when", "at nine"))
    person.choose("send", lambda: page.last("sent")[0] is not None)
    desktop.picture("scan-chromium-sent")
    said = [word for one in page.said for word in one]
    report.check("the order is as the person wanted it", page.last("sent")[0], ORDER)
    report.check("what was clicked", [one["clicked"] for one in page.said if "clicked" in one], ["help"])
    report.check("how often each was changed", [said.count(word) for word in ("tea", "milk", "roll", "when", "sent")],
                 [1, 0, 1, 1, 1])
    person.report(report)
