
// Shows the rectangles and labels of switchway-scan. The program sends their places, in pixels of the stage.

function color(number) {
  return `#${number.toString(16).padStart(6, '0')}`;
}

// Shows rectangles on an actor. Each is [x, y, width, height, colour]. The rectangles' own actors are used again,
// because the steps of a scan follow each other quickly.
function fill(actor, pieces) {
  while (actor.get_n_children() > pieces.length)
    actor.last_child.destroy();
  while (actor.get_n_children() < pieces.length)
    actor.add_child(new St.Widget());
  let child = actor.first_child;
  for (const [x, y, width, height, number] of pieces) {
    child.set_position(x, y);
    child.set_size(width, height);
    child.set_style(`background-color: ${color(number)};`);
    child = child.get_next_sibling();
  }
}

// The shell may show a window that fills the screen directly, without the stage (direct scanout). Then nothing above
// the window can be seen, so this is switched off while something is drawn.
function setDirectScanout(isAllowed) {
  if (global.compositor?.disable_unredirect)
    isAllowed ? global.compositor.enable_unredirect() : global.compositor.disable_unredirect();
  else
    Meta[`${isAllowed ? 'enable' : 'disable'}_unredirect_for_display`](global.display);
}

// Keeps actors above everything else in the shell, the last one topmost. To put an actor elsewhere paints the whole
// stage again, which takes long if many windows overlap, so this is done only if something else is above.
function keepAbove(actors) {
  const top = Main.uiGroup.get_children().slice(-actors.length);
  if (actors.every((actor, index) => actor === top[index]))
    return;
  for (const actor of actors)
    Main.uiGroup.set_child_above_sibling(actor, null);
}

class Rings {
  constructor() {
    // Its size never changes, because otherwise everything between the stage's corner and the ring is painted again.
    this._actor = new St.Widget({reactive: false, width: 0, height: 0});
    this._timer = 0;
    Main.layoutManager.addTopChrome(this._actor, {affectsInputRegion: false});
  }

  end() {
    this._stop();
    this._actor.destroy();
  }

  get actor() {
    return this._actor;
  }

  // Shows rectangles. With `offsets`, they are shaken by one offset per `step` ms, and then the rectangles `after` are
  // shown.
  show({pieces, offsets, step, after}) {
    this._stop();
    fill(this._actor, pieces);
    this._actor.translation_x = 0;
    if (!offsets)
      return;
    const left = [...offsets];
    this._timer = GLib.timeout_add(GLib.PRIORITY_DEFAULT, step, () => {
      this._actor.translation_x = left.shift() ?? 0;
      if (left.length)
        return GLib.SOURCE_CONTINUE;
      this._timer = 0;
      fill(this._actor, after);
      this._actor.translation_x = 0;
      return GLib.SOURCE_REMOVE;
    });
  }

  _stop() {
    if (this._timer)
      GLib.source_remove(this._timer);
    this._timer = 0;
  }
}

class Bar {
  // `onPress` is called with the place of a press, in pixels of the stage.
  constructor(onPress) {
    this._strut = '';
    // The actor begins at the monitor's edge, because otherwise the shell would not keep its place free.
    this._actor = new St.Widget({reactive: false});
    this._inside = new St.Widget({reactive: true});
    this._pieces = new St.Widget({reactive: false});
    this._lines = new St.Widget({reactive: false});
    this._inside.add_child(this._pieces);
    this._inside.add_child(this._lines);
    this._actor.add_child(this._inside);
    const pressed = (_, event) => {
      const isEnd = [Clutter.EventType.BUTTON_RELEASE, Clutter.EventType.TOUCH_END].includes(event.type());
      if (isEnd)
        onPress(...event.get_coords().map(Math.floor));
      return Clutter.EVENT_STOP;
    };
    for (const signal of ['button-press-event', 'button-release-event', 'touch-event'])
      this._inside.connect(signal, pressed);
    Main.layoutManager.addTopChrome(this._actor, {affectsStruts: true, trackFullscreen: false});
  }

  end() {
    this._actor.destroy();
  }

  get actor() {
    return this._actor;
  }

  show({area, strut, pieces, lines}) {
    const place = JSON.stringify([area, strut]);
    if (place !== this._strut) {
      this._strut = place;
      this._actor.set_position(strut[0], strut[1]);
      this._actor.set_size(strut[2], strut[3]);
      this._inside.set_position(area[0] - strut[0], area[1] - strut[1]);
      this._inside.set_size(area[2], area[3]);
    }
    fill(this._pieces, pieces);
    while (this._lines.get_n_children() > lines.length)
      this._lines.last_child.destroy();
    while (this._lines.get_n_children() < lines.length)
      this._lines.add_child(new St.Label({y_align: Clutter.ActorAlign.CENTER}));
    // The theme multiplies the sizes in styles by this factor.
    const {scale_factor: scale} = St.ThemeContext.get_for_stage(global.stage);
    let label = this._lines.first_child;
    for (const [x, y, width, height, size, number, text] of lines) {
      // The scanner has measured the text with the same font.
      label.set_style(`font-family: Sans; font-size: ${size / scale}px; color: ${color(number)};`);
      label.set_text(text);
      label.clutter_text.ellipsize = Pango.EllipsizeMode.END;
      // Without this, a label that is used again would ask for the size of its former text.
      label.set_size(-1, -1);
      const [, needed] = label.get_preferred_height(width);
      label.set_position(x, Math.round(y + (height - needed) / 2));
      label.set_size(width, needed);
      label = label.get_next_sibling();
    }
  }
}

// Everything that the extension shows for one program.
class Scene {
  constructor(onPress) {
    this._onPress = onPress;
    this._rings = null;
    this._bar = null;
    setDirectScanout(false);
  }

  end() {
    this._rings?.end();
    this._bar?.end();
    setDirectScanout(true);
  }

  show({rings, bar}) {
    if (bar) {
      this._bar ??= new Bar(this._onPress);
      this._bar.show(bar);
    } else {
      this._bar?.end();
      this._bar = null;
    }
    if (rings) {
      this._rings ??= new Rings();
      this._rings.show(rings);
    } else {
      this._rings?.end();
      this._rings = null;
    }
    keepAbove([this._bar, this._rings].filter(one => one).map(one => one.actor));
  }
}

function describeMonitors() {
  const monitors = Main.layoutManager.monitors.map(({index, x, y, width, height}) => ({
    x, y, width, height, panel: index === Main.layoutManager.primaryIndex ? Main.layoutManager.panelBox.height : 0,
  }));
  return {version: VERSION, monitors, scale: St.ThemeContext.get_for_stage(global.stage).scale_factor};
}
