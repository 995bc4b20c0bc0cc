#!/usr/bin/python3
"""Makes entries.json: generated desktop entries, and what GLib says of each. Needs Debian's package python3-gi.

An entry without a name or without a command is none here, because it cannot be shown or started.
"""
import json
import os
import random

os.environ.update(LC_ALL="C", LANGUAGE="C")
from gi.repository import Gio, GLib  # noqa: E402

random.seed(35)
TRUTHS = ["true", "false", "1", "0", "true ", "true\t", " true", "1 ", "TRUE", "yes", "", "true;", "true\\s", "10"]
LISTS = ["sway;", "sway", "GNOME;KDE;", "GNOME; sway;", "sway ;", "", ";", "GNOME;sway", "\\sway;", "KDE;\t"]
NAMES = ["Editor", "Text  Editor", "a=b", "Editor;", "[x]", "Ed\\sitor", "#1"]
EXECS = ["sh", "sh -c true", "sh  'a b'", 'sh "a b" c', "sh a\\\\sb", "sh 'a", "", "sh\\sx", "sh \\\\\\\\ x", "sh a# b"]
BROKEN = [
    "broken", "=x", "X Y=1", "X[=1", "X[de]=1", "X[de]y=1", "[Group", "[]", "[a[b]", "[Other]", "[Other] \t",
    "[Other] x", "[Desktop Entry]", "X]=1", "\tX=1", " # comment", ";x", "Encoding=UTF-8", "Encoding=Latin-1",
    "X [de]=1",
]


def line(key, value):
    return key + random.choice(["=", "=", "=", " = ", "\t=", "= ", "=\t"]) + value


def entry():
    lines = [line("Type", random.choice(["Application"] * 12 + ["Link", "Application ", "application"]))]
    lines.append(line("Name", random.choice(NAMES)))
    if random.random() < 0.95:
        lines.append(line("Exec", random.choice(EXECS[:4] * 3 + EXECS)))
    for key, values, chance in [
        ("NoDisplay", TRUTHS, 0.4), ("Hidden", TRUTHS, 0.3), ("Terminal", TRUTHS, 0.4), ("OnlyShowIn", LISTS, 0.3),
        ("NotShowIn", LISTS, 0.3), ("Path", ["/srv", "/a b", ""], 0.2), ("NoDisplay", TRUTHS, 0.1),
    ]:
        if random.random() < chance:
            lines.append(line(key, random.choice(values)))
    random.shuffle(lines)
    if random.random() < 0.35:
        lines.insert(random.randint(0, len(lines)), random.choice(BROKEN))
    head = random.choice(["[Desktop Entry]"] * 12 + ["[Desktop Entry] ", " [Desktop Entry]", "[Desktop entry]"])
    end = random.choice(["\n", "\n", "\r\n"])
    text = end.join([head] + lines)
    return text + random.choice([end, end, "", "\r", "\n\r\n"])


def said(text):
    keys = GLib.KeyFile()
    try:
        keys.load_from_data(text, len(text.encode()), GLib.KeyFileFlags.NONE)
        info = Gio.DesktopAppInfo.new_from_keyfile(keys)
        keys.get_value("Desktop Entry", "Name")
    except (GLib.Error, TypeError):
        return {}
    command = info.get_commandline()
    if not command:
        return {}
    folder = info.get_string("Path")
    return {
        "name": info.get_name(), "words": GLib.shell_parse_argv(command)[1],
        "isShown": not info.get_is_hidden() and not info.get_nodisplay() and info.get_show_in("sway"),
        "needsTerminal": info.get_boolean("Terminal"), **({"folder": folder} if folder else {}),
    }


here = os.path.dirname(os.path.abspath(__file__))
texts = [entry() for _ in range(200)]
with open(os.path.join(here, "entries.json"), "w", encoding="utf-8") as file:
    rows = [json.dumps({"text": text, **said(text)}) for text in texts]
    file.write("[\n" + ",\n".join(rows) + "\n]\n")
