/* exported init */
const {Gio, GLib, Meta} = imports.gi;
const Main = imports.ui.main;
