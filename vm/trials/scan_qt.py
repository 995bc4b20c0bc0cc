"""switchway-scan with one button: the breakfast order in a window of Qt 5, with a menu, a slider and a second page."""
from scanning import SLOW, stage
from sheet import ORDER


def go(desktop, report):
    with stage(desktop, "scan-qt", SLOW) as around:
        form = around.script("form_qt")
        form.wait_for("the form on the screen", lambda: form.last("places")[0])
        with around.person(form) as person:
            operate(desktop, report, person)


def operate(desktop, report, person):
    form = person.program

    def has(word, value):
        return lambda: form.last(word)[0] == value

    def shows(name):
        return lambda: name in form.last("places")[0]

    person.choose("when", shows("at nine"))
    desktop.picture("scan-qt-combo")
    person.choose("at nine", has("when", "at nine"))
    person.choose("file", shows("print"))
    desktop.picture("scan-qt-menu")
    person.choose("print", has("clicked", "print"))
    person.choose("tea", has("tea", True))
    person.choose("roll", has("roll", True))
    person.choose("extras", has("page", 1))
    person.choose_value("sugar")
    for count in (1, 2, 3):
        person.choose_on_bar("more", 1, has("sugar", count))
    desktop.picture("scan-qt-slider")
    person.choose_on_bar("out", 2)
    person.choose("jam", has("clicked", "jam"))
    person.choose("order", has("page", 0))
    person.choose("send", lambda: form.last("sent")[0] is not None)
    desktop.picture("scan-qt-sent")
    said = [word for one in form.said for word in one]
    report.check("the order is as the person wanted it", form.last("sent")[0], ORDER)
    report.check("what was clicked", [one["clicked"] for one in form.said if "clicked" in one], ["print", "jam"])
    report.check("how often each was changed", [said.count(word) for word in (
        "tea", "milk", "roll", "when", "page", "sugar", "sent")], [1, 0, 1, 1, 2, 3, 1])
    person.report(report)
