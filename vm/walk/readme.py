"""The commands of README's sections on installing and on the first switch, as they stand there."""
import re

SECTIONS = ["## Install", "## Your first switch", "## If it does not work"]


def commands(path="README.md"):
    """Their commands, in order, without the remarks behind them."""
    with open(path) as file:
        text = file.read()
    lines = []
    for title in SECTIONS:
        section = text.split("\n" + title + "\n", 1)[1].split("\n## ", 1)[0]
        lines += re.findall(r"^    (\S.*)$", section, re.MULTILINE)
    return [re.sub(r"\s+# .*", "", line) for line in lines]
