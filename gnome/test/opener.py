"""An extension that lets the shell be asked for anything, as `gnome-shell --unsafe-mode` did up to GNOME 46."""
import json
import os
import subprocess

NAME = "opener@switchway.io"
OLD = "function init() { return {enable() { global.context.unsafe_mode = true; }, disable() {}}; }\n"
NEW = """import {Extension} from 'resource:///org/gnome/shell/extensions/extension.js';
export default class Opener extends Extension { enable() { global.context.unsafe_mode = true; } disable() {} }
"""


def version():
    return int(subprocess.check_output(["gnome-shell", "--version"], text=True).split()[-1].split(".")[0])


def files():
    """The files of the extension for the installed shell: text by name."""
    return {
        "extension.js": NEW if version() >= 45 else OLD,
        "metadata.json": json.dumps({
            "uuid": NAME, "name": "Opener", "description": "For tests", "shell-version": [str(version())]})}
