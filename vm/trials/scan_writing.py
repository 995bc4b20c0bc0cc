"""switchway-scan with one button: a field is chosen, and "tea" is written twice by the panel, then completed."""
from panel import WORD, Panel
from scanning import stage

INTERVAL = 4.0
WRITTEN = "tea tea t"
COMPLETED = "tea tea tea "


def go(desktop, report):
    with stage(desktop, "scan-writing", INTERVAL, "keyboard: {layout: us}") as around:
        line = around.script("line")
        line.wait_for("the line on the screen", lambda: line.last("places")[0])
        with around.person(line) as person:
            write(desktop, report, person)


def write(desktop, report, person):
    def text():
        return person.program.last("text")[0] or ""

    person.choose("line", lambda: person.program.last("focus")[0] == "line")
    panel = Panel(person)
    person.until("the keyboard on the screen", panel.is_keyboard)
    for count, letter in enumerate(WRITTEN, 1):
        if count == 2:
            desktop.picture("scan-writing-keys")
        panel.type(letter)
        person.until("'%s' in the program" % WRITTEN[:count], lambda: text() == WRITTEN[:count])
    desktop.picture("scan-writing-word")
    panel.type(WORD)
    person.until("the completed word", lambda: text() == COMPLETED)
    desktop.picture("scan-writing-done")
    said = person.program.look()
    texts = [one["text"] for one in said if "text" in one]
    report.check("each letter was written once, in order", texts, [COMPLETED[:end + 1] for end in range(len(COMPLETED))])
    report.check("what was clicked", [one["clicked"] for one in said if "clicked" in one], [])
    person.report(report)
