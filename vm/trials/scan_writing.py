"""switchway-scan with one button: a field is chosen, and "tea" is written twice by the panel, then completed."""
from scanning import BAR, stage

INTERVAL = 4.0
# The groups and the keys of the layout `us` by rows, without completions. Space is the first key of the first group.
ROWS = ["qwert", "yuiop", "asdf", "ghjkl", "zxcvbnm"]
WRITTEN = "tea tea t"
COMPLETED = "tea tea tea "


def go(desktop, report):
    with stage(desktop, "scan-writing", INTERVAL, "keyboard: {layout: us}") as around:
        line = around.script("line")
        line.wait_for("the line on the screen", lambda: line.last("places")[0])
        with around.person(line, 2 * BAR) as person:
            write(desktop, report, person)


def write(desktop, report, person):
    def text():
        return person.program.last("text")[0] or ""

    person.choose("line", lambda: person.program.last("focus")[0] == "line")
    person.until("the keyboard on the screen", lambda: is_keyboard(person))
    for count, letter in enumerate(WRITTEN, 1):
        if count == 2:
            desktop.picture("scan-writing-keys")
        group, key = (0, 0) if letter == " " else next(
            (index, row.index(letter)) for index, row in enumerate(ROWS, 1) if letter in row)
        choose(person, "the group of '%s'" % letter, group)
        choose(person, "'%s'" % letter, key)
        person.until("'%s' in the program" % WRITTEN[:count], lambda: text() == WRITTEN[:count])
    desktop.picture("scan-writing-word")
    choose(person, "the words", 1)
    choose(person, "the word", 0)
    person.until("the completed word", lambda: text() == COMPLETED)
    desktop.picture("scan-writing-done")
    said = person.program.look()
    texts = [one["text"] for one in said if "text" in one]
    report.check("each letter was written once, in order", texts, [COMPLETED[:end + 1] for end in range(len(COMPLETED))])
    report.check("what was clicked", [one["clicked"] for one in said if "clicked" in one], [])
    person.report(report)


def is_keyboard(person):
    """Whether one ring is in the keyboard, which is higher than the bar."""
    bar = person.rings()[0] is not None and person.eyes.last("bar")[0]
    return bool(bar) and len(bar) == 1 and bar[0][3] > BAR


def choose(person, name, index):
    """Chooses a key or a group by its number on the page; a page begins at its first place."""
    def is_lit():
        step = person.commands[-1]
        lit = {"next": step.get("item"), "select": 0}.get(step["command"])
        return lit == index and is_keyboard(person)
    person.press_when(name, is_lit)
