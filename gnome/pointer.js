
// The pointer, for a scanner whose daemon has none. Its actions are lists of strokes, such as a movement or the press
// of a button, as for the daemon's own pointer (`PointedInput` and `ClientPointing` of switchwayd).

// The time between two strokes, in milliseconds.
const STROKE = 40;
// The time for which the device stays after the end of the pointer, in milliseconds. Its last events need only a few
// milliseconds.
const RETIREMENT = 1000;
// The number of movements in a drag. Programs do not recognise a single jump as a drag.
const DRAG_STEPS = 5;
// The number of notches of a wheel, if the request does not give one.
const NOTCHES = 3;
const MAX_NOTCHES = 20;
// The buttons, as Clutter numbers them.
const LEFT = Clutter.BUTTON_PRIMARY;
const RIGHT = Clutter.BUTTON_SECONDARY;

function fraction(value) {
  if (!(value >= 0 && value <= 1))
    throw new Error('the place is outside the screens');
  return value;
}

// Translates a request into a list of strokes for a pointer. A request has the members of `point` on the daemon's
// socket. Its fractions are parts of the stage, which is as large as all monitors together.
function strokes({action, x, y, 'to-x': toX, 'to-y': toY, direction, notches = NOTCHES}) {
  const move = (across, down) => pointer => pointer.move(across, down);
  const press = button => pointer => pointer.press(button);
  const release = pointer => pointer.release();
  const click = button => [press(button), release];
  const start = move(fraction(x), fraction(y));
  switch (action) {
  case 'click':
    return [start, ...click(LEFT)];
  case 'double':
    return [start, ...click(LEFT), ...click(LEFT)];
  case 'right':
    return [start, ...click(RIGHT)];
  case 'drag': {
    const [across, down] = [fraction(toX) - x, fraction(toY) - y];
    const way = Array.from({length: DRAG_STEPS}, (_, index) => (index + 1) / DRAG_STEPS);
    return [start, press(LEFT), ...way.map(part => move(x + across * part, y + down * part)), release];
  }
  case 'scroll': {
    const towards = Clutter.ScrollDirection[String(direction).toUpperCase()];
    if (towards === undefined || towards === Clutter.ScrollDirection.SMOOTH)
      throw new Error('no direction of the wheel');
    const count = Math.min(Math.max(1, notches), MAX_NOTCHES);
    return [start, ...Array(count).fill(pointer => pointer.turn(towards))];
  }
  default:
    throw new Error('the pointer does not do that');
  }
}

class Pointer {
  constructor() {
    const seat = Clutter.get_default_backend().get_default_seat();
    this._device = seat.create_virtual_device(Clutter.InputDeviceType.POINTER_DEVICE);
    this._button = null;
    this._timer = 0;
    this._done = null;
  }

  get isBusy() {
    return this._timer !== 0;
  }

  // Performs the strokes one after the other. Then calls `done` with whether all of them were performed.
  act(wanted, done) {
    const left = [...wanted];
    this._done = done;
    left.shift()(this);
    this._timer = GLib.timeout_add(GLib.PRIORITY_DEFAULT, STROKE, () => {
      const stroke = left.shift();
      try {
        stroke?.(this);
      } catch (error) {
        logError(error);
        this._timer = 0;
        this.end();
        return GLib.SOURCE_REMOVE;
      }
      if (stroke)
        return GLib.SOURCE_CONTINUE;
      this._timer = 0;
      this._finish(true);
      return GLib.SOURCE_REMOVE;
    });
  }

  // Releases every button, and disposes of the device a little later. GNOME Shell 48 crashes if a device is disposed of
  // while its events wait, such as the release of a button here.
  destroy() {
    this.end();
    const device = this._device;
    this._device = null;
    GLib.timeout_add(GLib.PRIORITY_LOW, RETIREMENT, () => {
      device.run_dispose();
      return GLib.SOURCE_REMOVE;
    });
  }

  // Releases every button. The device stays for the next scene.
  end() {
    if (this._timer)
      GLib.source_remove(this._timer);
    this._timer = 0;
    this.release();
    this._finish(false);
  }

  move(across, down) {
    // The fraction 1 means the last place before the edge.
    const within = (part, size) => Math.min(part * size, size - 0.5);
    this._device.notify_absolute_motion(
      GLib.get_monotonic_time(), within(across, global.stage.width), within(down, global.stage.height));
  }

  press(button) {
    this._button = button;
    this._device.notify_button(GLib.get_monotonic_time(), button, Clutter.ButtonState.PRESSED);
  }

  release() {
    if (this._button !== null)
      this._device.notify_button(GLib.get_monotonic_time(), this._button, Clutter.ButtonState.RELEASED);
    this._button = null;
  }

  turn(direction) {
    this._device.notify_discrete_scroll(GLib.get_monotonic_time(), direction, Clutter.ScrollSource.WHEEL);
  }

  _finish(isDone) {
    const done = this._done;
    this._done = null;
    done?.(isDone);
  }
}
