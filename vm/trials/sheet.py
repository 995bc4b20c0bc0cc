"""How the person fills in the breakfast order, which is the same in GTK and in a browser."""
from daemon import FORMS, Daemon
from person import Person

ORDER = {"name": "Anna", "tea": True, "milk": False, "bread": "roll", "when": "at nine"}


def order(desktop, report, program, name):
    """Shows the form, a program that says what is highlighted, and has the person fill it in."""
    daemon = Daemon(FORMS)
    try:
        program.wait_for("the form on the screen", lambda: program.last("drawn")[0] and program.last("focus")[0])
        desktop.wait_for_keyboard()
        with daemon.client() as client, Person(client, program) as person:
            fill_in(desktop, report, person, name)
    finally:
        daemon.end()
        program.end()


def fill_in(desktop, report, person, name):
    program = person.program

    def until(word, value):
        person.until("%s %s" % (word, value), lambda: program.last(word)[0] == value)

    # The name stands there already, and is skipped. Space ticks, because Enter would send the form from here.
    person.choose("tea", "hold")
    until("tea", True)
    person.choose("bread", "double")
    until("roll", True)
    for hour in ("at eight", "at nine"):
        person.choose("when", "double")
        until("when", hour)
    person.choose("help")
    until("clicked", "help")
    desktop.picture(name + "-filled", program)
    # Pressed when the highlight has just gone on to Cancel: what was meant is sent all the same.
    person.choose_late("send")
    person.until("the end", lambda: program.last("sent")[0] or program.last("clicked")[0] != "help")
    highlighted = program.last("focus")[0]
    desktop.picture(name + "-sent", program)
    said = [word for one in program.said for word in one]
    report.check("the order is as the person wanted it", program.last("sent")[0], ORDER)
    report.check("it was sent from", highlighted, "send")
    report.check("it was sent once", said.count("sent"), 1)
    report.check("what was clicked", [one["clicked"] for one in program.said if "clicked" in one], ["help"])
    changes = [said.count(word) for word in ("tea", "milk", "roll", "when")]
    report.check("how often each was changed", changes, [1, 0, 1, 2])
    corrections = [one["command"] for one in person.commands].count("previous")
    report.check("how often the highlight was moved back for a late press", corrections, 1)
    report.facts(person)
