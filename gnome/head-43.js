/* exported init */
const {Clutter, Gio, GLib, Meta, Pango, St} = imports.gi;
const Main = imports.ui.main;
