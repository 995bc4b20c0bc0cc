
// Describes the windows that the shell knows.

// The largest number of windows, and of popups, that are reported; and the longest title, in UTF-16 units. KWinScript
// of switchway-scan has the same limits.
const MAX_WINDOWS = 256;
const LONGEST_TITLE = 200;

function area(rect) {
  return [rect.x, rect.y, rect.width, rect.height];
}

function id(window) {
  return String(window.get_stable_sequence());
}

function title(window) {
  return (window.get_title() ?? '').slice(0, LONGEST_TITLE);
}

// The number of the stage's pixels per pixel of the program. It is more than 1 only if the stage has the pixels of the
// monitors. With scaled views, as for fractional scales, programs and the stage have the same pixels.
function scale(window) {
  if (window.get_client_type() === Meta.WindowClientType.X11)
    return 1;
  const hasScaledView = window.get_compositor_private()?.get_resource_scale() > 1;
  return hasScaledView ? 1 : Math.max(1, global.display.get_monitor_scale(window.get_monitor()));
}

const POPUPS = [Meta.WindowType.DROPDOWN_MENU, Meta.WindowType.POPUP_MENU, Meta.WindowType.COMBO];
const LISTED = [Meta.WindowType.NORMAL, Meta.WindowType.DIALOG, Meta.WindowType.MODAL_DIALOG];

// The open menus of the program that has this window. The topmost menu is the last one.
function popups(window) {
  return global.get_window_actors().map(actor => actor.meta_window)
    .filter(one => POPUPS.includes(one.window_type) && one.get_pid() === window.get_pid())
    .slice(-MAX_WINDOWS);
}

function listed() {
  return global.get_window_actors().map(actor => actor.meta_window)
    .filter(window => LISTED.includes(window.window_type) && !window.skip_taskbar);
}

// The window that has the keyboard. null if no window has it, or if the shell itself has it, as in the overview or in
// its dialogs.
function front() {
  return Main.modalCount > 0 ? null : global.display.focus_window;
}

function describeFront(items) {
  const window = front();
  if (!window) {
    const shell = items.describe();
    return shell ? {window: null, shell} : {window: null};
  }
  const frame = window.get_frame_rect();
  // If a program draws a shadow, the client rectangle is larger than the frame, so it is cut to the frame.
  const [, content] = window.frame_rect_to_client_rect(frame).intersect(frame);
  return {
    window: {
      pid: window.get_pid(), title: title(window), scale: scale(window), frame: area(frame), content: area(content),
      buffer: area(window.get_buffer_rect()),
      popups: popups(window).map(one => ({frame: area(one.get_frame_rect()), buffer: area(one.get_buffer_rect())})),
    },
  };
}

// The id of the overview, which is listed together with the windows: from there, all items of the shell can be reached.
const OVERVIEW = 'overview';

// The shell's own name of the overview, in the person's language.
function overviewTitle() {
  const button = Main.panel.statusArea.activities;
  return button?.accessible_name || button?.label_actor?.text || 'Activities';
}

function describeWindows() {
  // Windows are listed in the order in which they were opened, so that the order does not change when one is activated.
  const found = listed().sort((one, other) => one.get_stable_sequence() - other.get_stable_sequence());
  const windows = found.slice(0, MAX_WINDOWS - 1).map(window => ({id: id(window), title: title(window)}));
  return {windows: [...windows, {id: OVERVIEW, title: overviewTitle()}]};
}

// The time between a new picture of the shell and the search for its items, in ms. It is so long that animations cost
// little.
const SETTLING = 200;

// Calls `onChange` when the description may have changed, at most once before the shell paints again.
class WindowWatch {
  constructor(onChange) {
    this._onChange = onChange;
    this._source = 0;
    const changed = () => this._changed();
    global.display.connectObject(
      'notify::focus-window', changed, 'window-created', (_, window) => this._follow(window), this);
    global.stage.connectObject('notify::key-focus', changed, this);
    Main.layoutManager.connectObject('monitors-changed', changed, this);
    // When the overview takes the keyboard, the focus does not change.
    Main.overview.connectObject('showing', changed, 'shown', changed, 'hidden', changed, this);
    // No signal reports that an item of the shell has appeared or disappeared. But the stage is painted again then.
    this._paint = 0;
    global.stage.connectObject('after-paint', () => this._painted(), this);
    for (const actor of global.get_window_actors())
      this._follow(actor.meta_window);
  }

  end() {
    for (const object of [global.display, global.stage, Main.layoutManager, Main.overview])
      object.disconnectObject(this);
    for (const actor of global.get_window_actors())
      actor.meta_window.disconnectObject(this);
    for (const source of [this._source, this._paint].filter(one => one))
      GLib.source_remove(source);
    [this._source, this._paint] = [0, 0];
  }

  _painted() {
    if (this._paint || !shellInFront())
      return;
    this._paint = GLib.timeout_add(GLib.PRIORITY_DEFAULT, SETTLING, () => {
      this._paint = 0;
      this._changed();
      return GLib.SOURCE_REMOVE;
    });
  }

  _follow(window) {
    const changed = () => this._changed();
    const moved = () => {
      if (window === global.display.focus_window || POPUPS.includes(window.window_type))
        this._changed();
    };
    window.connectObject(
      'notify::title', changed, 'unmanaged', changed, 'shown', changed, 'position-changed', moved,
      'size-changed', moved, this);
    this._changed();
  }

  _changed() {
    if (this._source)
      return;
    this._source = GLib.idle_add(GLib.PRIORITY_HIGH_IDLE, () => {
      this._source = 0;
      this._onChange();
      return GLib.SOURCE_REMOVE;
    });
  }
}
