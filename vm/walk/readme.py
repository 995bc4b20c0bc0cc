"""The commands of README's first section, as they stand there."""
import re

SECTION = "## Your first switch, in five minutes"


def commands(path="README.md"):
    """Its commands, in order, without the remarks behind them."""
    with open(path) as file:
        text = file.read()
    section = text.split("\n" + SECTION + "\n", 1)[1].split("\n## ", 1)[0]
    lines = re.findall(r"^    (\S.*)$", section, re.MULTILINE)
    return [re.sub(r"\s+# .*", "", line) for line in lines]
