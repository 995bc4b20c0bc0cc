/* exported init */
const {Atk, Clutter, Gio, GLib, Meta, Pango, St} = imports.gi;
const Main = imports.ui.main;
