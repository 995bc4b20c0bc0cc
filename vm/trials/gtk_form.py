"""A GTK form is filled in and sent: Tab and Enter, Space and Down, all typed by the bridge."""
import os

from daemon import Daemon
from desktop import Program
from person import Person
from sheet import fill_in

FORM = os.path.join(os.path.dirname(os.path.realpath(__file__)), "form.py")


def go(desktop, report):
    form = Program("form", ["/usr/bin/python3", FORM])
    daemon = Daemon()
    try:
        form.wait_for("the form on the screen", lambda: form.last("drawn")[0] and form.last("focus")[0])
        desktop.wait_for_keyboard()
        with daemon.client() as client, Person(client, form) as person:
            fill_in(desktop, report, person, "gtk-form")
    finally:
        daemon.end()
        form.end()
