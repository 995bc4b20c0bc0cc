"""A GTK form is filled in and sent: Tab and Enter, Space and Down, all typed by the bridge."""
import os

from desktop import Program
from sheet import order

FORM = os.path.join(os.path.dirname(os.path.realpath(__file__)), "form.py")


def go(desktop, report):
    order(desktop, report, Program("form", ["/usr/bin/python3", FORM]), "gtk-form")
