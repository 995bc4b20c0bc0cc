#!/usr/bin/python3
"""A drawing, or a game of cards, in GTK 3 on a canvas that tells nothing of what is on it.

    canvas_gtk.py paint|cards

It fills the first screen, and writes a line of JSON for what was done with the pointer.
"""
import json
import sys
import time

import gi

gi.require_version("Gdk", "3.0")
gi.require_version("Gtk", "3.0")
from gi.repository import Gdk, Gtk  # noqa: E402

# Pairs lie at these places; each card is 90 x 120 pixels.
CARDS = [(40 + 190 * column, 60 + 200 * row, 90, 120) for row in range(2) for column in range(4)]
FACES = "ABBACDDC"


def say(**words):
    print(json.dumps(dict(words, time=time.monotonic())), flush=True)


class Canvas(Gtk.Window):
    def __init__(self, is_game):
        super().__init__(title="Cards" if is_game else "Drawing")
        self.strokes, self.begin = [], None
        self.found, self.turned = set(), []
        self.area = Gtk.DrawingArea()
        self.area.add_events(Gdk.EventMask.BUTTON_PRESS_MASK | Gdk.EventMask.BUTTON_RELEASE_MASK)
        self.area.connect("draw", self.draw_cards if is_game else self.draw_strokes)
        if is_game:
            self.area.connect("button-press-event", self.turn)
        else:
            self.area.connect("button-press-event", lambda _, event: setattr(self, "begin", (event.x, event.y)))
            self.area.connect("button-release-event", self.release)
        self.add(self.area)
        self.connect("destroy", Gtk.main_quit)
        self.is_told = False
        self.area.connect_after("draw", self.tell)
        self.show_all()
        self.fullscreen_on_monitor(Gdk.Screen.get_default(), 0)

    def tell(self, area, _):
        """Says once that it fills the screen."""
        size = area.get_allocated_width(), area.get_allocated_height()
        screen = Gdk.Display.get_default().get_monitor(0).get_geometry()
        if not self.is_told and size[0] >= screen.width and size[1] >= screen.height:
            self.is_told = True
            say(shown=size)

    def release(self, _, event):
        if self.begin:
            self.strokes.append((*self.begin, event.x, event.y))
            say(stroke=self.strokes[-1])
        self.begin = None
        self.area.queue_draw()

    def turn(self, _, event):
        card = next((index for index, (x, y, width, height) in enumerate(CARDS)
                     if x <= event.x < x + width and y <= event.y < y + height), None)
        if card is None or card in self.found or card in self.turned:
            return say(missed=[event.x, event.y])
        if len(self.turned) == 2:
            self.turned = []
        self.turned.append(card)
        if len(self.turned) == 2 and len({FACES[one] for one in self.turned}) == 1:
            self.found.update(self.turned)
            self.turned = []
        say(turned=card, found=len(self.found), at=[event.x, event.y])
        self.area.queue_draw()

    def draw_strokes(self, _, cairo):
        cairo.set_source_rgb(1, 1, 1)
        cairo.paint()
        cairo.set_source_rgb(0, 0, 0.6)
        cairo.set_line_width(4)
        for left, top, right, bottom in self.strokes:
            cairo.move_to(left, top)
            cairo.line_to(right, bottom)
            cairo.stroke()

    def draw_cards(self, _, cairo):
        cairo.set_source_rgb(0, 0.35, 0.1)
        cairo.paint()
        cairo.set_font_size(60)
        for index, (x, y, width, height) in enumerate(CARDS):
            is_up = index in self.found or index in self.turned
            cairo.set_source_rgb(*((1, 1, 1) if is_up else (0.6, 0.1, 0.1)))
            cairo.rectangle(x, y, width, height)
            cairo.fill()
            if is_up:
                cairo.set_source_rgb(0, 0, 0)
                cairo.move_to(x + 24, y + 82)
                cairo.show_text(FACES[index])


if __name__ == "__main__":
    Canvas(sys.argv[1:] == ["cards"])
    Gtk.main()
