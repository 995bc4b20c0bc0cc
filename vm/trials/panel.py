"""A person who chooses places of switchway-scan's panel by their numbers, and writes with its keyboard."""
from scanning import BAR

# What stands for the first completion among the keys.
WORD = "\t"
# The groups and keys of the layout `us` by rows. The first group has space, backspace, shift and signs; "." is the
# first of the most usual signs. WORDS: where there are completions, they are the second group.
ROWS = ["qwert", "yuiop", "asdf", "ghjkl", "zxcvbnm"]
SPACE, DOT, WORDS, FIRST_ROW, OUT = (0, 0), (0, 3, 0, 0), (1, 0), 1, 6


class Panel:
    def __init__(self, person):
        self.person = person

    def choose(self, *indices):
        """Chooses places, one page after the other."""
        for index in indices:
            self.person.press_when("place %d of the panel" % index, lambda: self.lit() == index)

    def lit(self):
        """The number of the place that is lit; a page begins at its first. None: something else is lit."""
        if not self.person.is_on_bar():
            return None
        step = self.person.commands[-1]
        return {"next": step.get("item"), "select": 0}.get(step["command"])

    def type(self, keys):
        for key in keys:
            self.choose(*(WORDS if key == WORD else self.way(key)))

    def way(self, letter):
        if letter in " .":
            return SPACE if letter == " " else DOT
        row = next(index for index, row in enumerate(ROWS) if letter in row)
        return FIRST_ROW + row, ROWS[row].index(letter)

    def is_keyboard(self):
        """Whether the keyboard is there, which is higher than the bar."""
        return self.person.is_on_bar() and self.person.eyes.last("bar")[0][0][3] > BAR
