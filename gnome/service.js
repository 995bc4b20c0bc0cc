
// The object on the session's bus that answers requests of switchway-scan, and sends reports to it.

const NAME = 'io.switchway.Shell';
const PATH = '/io/switchway/Shell';
// The version of this interface. `ShellSource` of switchway-scan must name the same version.
const VERSION = 2;
// The largest number of programs that can follow at a time. Arbitrary, but at least three: a scanner, --doctor and
// --dump.
const MAX_FOLLOWERS = 16;

// Follow: answers {"version", and the answers of Front and Windows}. Then it reports changes to the caller, until the
// caller leaves the bus. All answers and reports are JSON, which `WindowReport` of switchway-scan reads.
// Raise: brings a window or the overview to the front.
// Draw: shows rectangles and labels (`ShellScene` of switchway-scan writes them) until the caller leaves the bus. Only
// one program can draw at a time. Presses on the bar, and changes of monitors, are reported to this program.
// Point, for the program that draws: moves the pointer, if the scene has one, as `point` on the daemon's socket does.
// It answers when that is done.
// Choose, for the program that draws: clicks an item of the shell, or gives a text field the keyboard. When that is
// done, it answers whether the item was there.
// Change, for the program that draws: moves a slider of the shell by a number of steps. It answers whether that was
// possible.
// Drawer: answers the unique name on the bus of the program that draws; empty if no program draws.
// Off: is sent to the program that draws when the extension ends, but not when it ends because the screen is locked.
// After Off, only the person can start the extension again.
const INTERFACE = `<node><interface name="${NAME}">
<method name="Follow"><arg type="s" direction="out"/></method>
<method name="Front"><arg type="s" direction="out"/></method>
<method name="Windows"><arg type="s" direction="out"/></method>
<method name="Raise"><arg type="s" direction="in"/></method>
<method name="Choose"><arg type="s" direction="in"/><arg type="b" direction="out"/></method>
<method name="Change">
<arg type="s" direction="in"/><arg type="i" direction="in"/><arg type="b" direction="out"/>
</method>
<method name="Monitors"><arg type="s" direction="out"/></method>
<method name="Draw"><arg type="s" direction="in"/></method>
<method name="Point"><arg type="s" direction="in"/></method>
<method name="Drawer"><arg type="s" direction="out"/></method>
<signal name="FrontChanged"><arg type="s"/></signal>
<signal name="WindowsChanged"><arg type="s"/></signal>
<signal name="MonitorsChanged"><arg type="s"/></signal>
<signal name="Pressed"><arg type="i"/><arg type="i"/></signal>
<signal name="Off"/>
</interface></node>`;

class Service {
  constructor() {
    this._followers = new Map();
    this._watch = null;
    this._last = {};
    this._items = new ShellItems();
    this._scene = null;
    this._drawer = null;
    this._pointer = null;
    this._hasPointer = false;
    this._object = Gio.DBusExportedObject.wrapJSObject(INTERFACE, this);
    this._object.export(Gio.DBus.session, PATH);
    this._name = Gio.bus_own_name_on_connection(Gio.DBus.session, NAME, Gio.BusNameOwnerFlags.NONE, null, null);
  }

  end() {
    if (this._drawer && Main.sessionMode.currentMode !== 'unlock-dialog')
      Gio.DBus.session.emit_signal(this._drawer.sender, PATH, NAME, 'Off', null);
    Gio.bus_unown_name(this._name);
    for (const sender of [...this._followers.keys()])
      this._leave(sender);
    this._endScene();
    this._pointer?.destroy();
    this._pointer = null;
    this._object.unexport();
  }

  FollowAsync(_, invocation) {
    const sender = invocation.get_sender();
    if (!this._followers.has(sender)) {
      if (this._followers.size >= MAX_FOLLOWERS)
        return invocation.return_dbus_error('org.freedesktop.DBus.Error.LimitsExceeded', 'too many programs follow');
      this._followers.set(sender, Gio.bus_watch_name_on_connection(
        Gio.DBus.session, sender, Gio.BusNameWatcherFlags.NONE, null, () => this._leave(sender)));
      this._watch ??= new WindowWatch(() => this._report());
    }
    const state = {version: VERSION, ...describeFront(this._items), ...describeWindows()};
    return invocation.return_value(new GLib.Variant('(s)', [JSON.stringify(state)]));
  }

  Front() {
    return JSON.stringify(describeFront(this._items));
  }

  Windows() {
    return JSON.stringify(describeWindows());
  }

  Raise(wanted) {
    if (wanted === OVERVIEW)
      Main.overview.show();
    const window = listed().find(one => id(one) === wanted);
    if (window)
      Main.activateWindow(window);
  }

  ChooseAsync([wanted], invocation) {
    const answer = isDone => invocation.return_value(new GLib.Variant('(b)', [isDone]));
    if (this._refusesItems(invocation))
      return undefined;
    const found = this._items.find(wanted);
    if (!found || this._pointer?.isBusy)
      return answer(false);
    if (found.actor instanceof St.Entry) {
      found.actor.grab_key_focus();
      return answer(true);
    }
    const [x, y, width, height] = found.place;
    const middle = {x: (x + width / 2) / global.stage.width, y: (y + height / 2) / global.stage.height};
    this._pointer ??= new Pointer();
    this._pointer.act(strokes({action: 'click', ...middle}), answer);
    return undefined;
  }

  ChangeAsync([wanted, steps], invocation) {
    if (this._refusesItems(invocation))
      return;
    invocation.return_value(new GLib.Variant('(b)', [this._items.change(wanted, steps)]));
  }

  // Refuses a request about items from a program that does not draw. Dialogs of the shell ask the person for consent,
  // so only a program that the person sees may answer them.
  _refusesItems(invocation) {
    if (this._drawer?.sender === invocation.get_sender())
      return false;
    invocation.return_dbus_error(
      'org.freedesktop.DBus.Error.AccessDenied', 'only the program that draws chooses items of the shell');
    return true;
  }

  Monitors() {
    return JSON.stringify(describeMonitors());
  }

  DrawAsync([text], invocation) {
    const sender = invocation.get_sender();
    if (this._drawer && this._drawer.sender !== sender)
      return invocation.return_dbus_error('org.freedesktop.DBus.Error.AccessDenied', 'another program draws');
    try {
      const scene = JSON.parse(text);
      if (!this._drawer)
        this._beginScene(sender);
      this._scene.show(scene);
      this._keepPointer(scene.pointer === true);
    } catch (error) {
      return invocation.return_dbus_error('org.freedesktop.DBus.Error.InvalidArgs', String(error));
    }
    return invocation.return_value(null);
  }

  PointAsync([text], invocation) {
    const refuse = (error, words) => invocation.return_dbus_error(`org.freedesktop.DBus.Error.${error}`, words);
    if (this._drawer?.sender !== invocation.get_sender())
      return refuse('AccessDenied', 'only the program that draws moves the pointer');
    if (!this._hasPointer)
      return refuse('Failed', 'the scene has no pointer');
    if (this._pointer.isBusy)
      return refuse('LimitsExceeded', 'the pointer is moving');
    try {
      this._pointer.act(strokes(JSON.parse(text)), isDone => isDone
        ? invocation.return_value(null)
        : refuse('Failed', 'the pointer has gone'));
    } catch (error) {
      return refuse('InvalidArgs', String(error));
    }
    return undefined;
  }

  Drawer() {
    return this._drawer?.sender ?? '';
  }

  _beginScene(sender) {
    const bus = Gio.DBus.session;
    const send = (signal, value) => bus.emit_signal(sender, PATH, NAME, signal, value);
    this._drawer = {sender, watch: Gio.bus_watch_name_on_connection(
      bus, sender, Gio.BusNameWatcherFlags.NONE, null, () => this._endScene())};
    this._scene = new Scene((x, y) => send('Pressed', new GLib.Variant('(ii)', [x, y])));
    Main.layoutManager.connectObject('monitors-changed', () =>
      send('MonitorsChanged', new GLib.Variant('(s)', [this.Monitors()])), this);
  }

  _endScene() {
    if (!this._drawer)
      return;
    Main.layoutManager.disconnectObject(this);
    Gio.bus_unwatch_name(this._drawer.watch);
    this._keepPointer(false);
    this._scene.end();
    this._drawer = null;
    this._scene = null;
  }

  // Makes the pointer before it is used: if there was none before, programs need a moment to notice it.
  _keepPointer(isWanted) {
    if (isWanted)
      this._pointer ??= new Pointer();
    else
      this._pointer?.end();
    this._hasPointer = isWanted;
  }

  _leave(sender) {
    Gio.bus_unwatch_name(this._followers.get(sender));
    this._followers.delete(sender);
    if (this._followers.size)
      return;
    this._watch.end();
    this._watch = null;
    this._last = {};
  }

  _report() {
    this._send('FrontChanged', describeFront(this._items));
    this._send('WindowsChanged', describeWindows());
  }

  // Sends a report to the followers only, not to other programs.
  _send(signal, value) {
    const text = JSON.stringify(value);
    if (text === this._last[signal])
      return;
    this._last[signal] = text;
    for (const sender of this._followers.keys())
      Gio.DBus.session.emit_signal(sender, PATH, NAME, signal, new GLib.Variant('(s)', [text]));
  }
}
