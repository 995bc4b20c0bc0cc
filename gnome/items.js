
// The items of the shell itself: in its top bar, overview, dash, menus, dialogs and notifications.

// The largest number of items that are reported. The overview of 100 programs has about 40 on its page.
const MAX_ITEMS = 300;
// The longest name of an item, in UTF-16 units.
const LONGEST_NAME = 200;
// The smallest width and height of an item, in pixels. Nobody could see a smaller item.
const SMALLEST_ITEM = 4;
// A step of a slider, as a part of its range.
const SLIDER_STEP = 1 / 20;

// The actor whose items can be chosen while the shell has the keyboard. null if a window has the keyboard.
function shellInFront() {
  if (Main.modalCount > 0)
    return global.stage.get_grab_actor() ?? global.stage;
  return global.display.focus_window ? null : global.stage;
}

function isSlider(actor) {
  return actor.get_accessible()?.get_role() === Atk.Role.SLIDER;
}

// Whether an actor is an item. The handles of scroll bars are buttons, but not items.
function isItem(actor) {
  if (!(actor instanceof St.Widget) || !actor.reactive || actor.get_parent() instanceof St.ScrollBar)
    return false;
  return actor.can_focus || actor instanceof St.Button || actor instanceof St.Entry;
}

// Finds the items in an actor. Windows are not items, but their pictures in the overview are.
function* findItems(actor) {
  if (!actor.mapped || actor === global.window_group || actor === global.top_window_group)
    return;
  if (isItem(actor))
    yield actor;
  if (actor instanceof St.Entry)
    return;
  for (const child of actor.get_children())
    yield* findItems(child);
}

// The texts of the first visible labels in an actor: at most `most` texts.
function labels(actor, most, found = []) {
  for (const child of actor.get_children()) {
    if (found.length >= most)
      break;
    if (!child.mapped)
      continue;
    // An expanded notification contains its text twice.
    if (child instanceof St.Label && child.text && !found.includes(child.text))
      found.push(child.text);
    else
      labels(child, most, found);
  }
  return found;
}

// The name of an item. The content of a text field is never its name, because it may be a password.
function itemName(actor, root) {
  if (actor instanceof St.Entry)
    return actor.accessible_name || actor.hint_text || labels(root, 1).join();
  const isMessage = actor.get_accessible()?.get_role() === Atk.Role.NOTIFICATION;
  return actor.accessible_name || actor.label_actor?.text || actor.label || labels(actor, isMessage ? 3 : 1).join(', ');
}

function itemRole(actor) {
  if (actor instanceof St.Entry)
    return 'text';
  if (isSlider(actor))
    return 'slider';
  return actor.toggle_mode || actor.get_accessible()?.get_role() === Atk.Role.TOGGLE_BUTTON
    ? 'toggle-button' : 'push-button';
}

function isChecked(actor) {
  return actor.get_accessible()?.ref_state_set().contains_state(Atk.StateType.CHECKED) ?? false;
}

// The place of an actor on the stage, in whole pixels. null if the actor is too small.
function placeOf(actor) {
  const {origin, size} = actor.get_transformed_extents();
  const [x, y] = [Math.round(origin.x), Math.round(origin.y)];
  const [width, height] = [Math.round(origin.x + size.width) - x, Math.round(origin.y + size.height) - y];
  return width >= SMALLEST_ITEM && height >= SMALLEST_ITEM ? [x, y, width, height] : null;
}

// Whether a press in the middle of this place reaches the actor, so that nothing covers it and it is not scrolled away.
function isReachable(actor, [x, y, width, height]) {
  const found = global.stage.get_actor_at_pos(Clutter.PickMode.REACTIVE, x + width / 2, y + height / 2);
  return found !== null && actor.contains(found);
}

// Finds the items while the shell has the keyboard, and gives them the numbers under which they are reported.
class ShellItems {
  constructor() {
    this._numbers = new Map();
    this._lastNumber = 0;
  }

  // The part of the answer of `Front` about the shell. null if a window has the keyboard, or while the overview appears
  // or disappears.
  describe() {
    const root = shellInFront();
    if (!root)
      this._numbers.clear();
    if (!root || Main.overview.animationInProgress)
      return null;
    const former = this._numbers;
    this._numbers = new Map();
    const keep = actor => {
      const number = former.get(actor) ?? ++this._lastNumber;
      this._numbers.set(actor, number);
      return number;
    };
    // While the overview is visible, it has the keyboard, although the actor is the whole stage.
    const id = keep(root === global.stage && Main.overview.visible ? Main.overview : root);
    const items = [];
    for (const actor of findItems(root)) {
      const place = placeOf(actor);
      if (!place || !isReachable(actor, place))
        continue;
      items.push({
        id: String(keep(actor)), role: itemRole(actor), name: itemName(actor, root).slice(0, LONGEST_NAME), area: place,
        checked: isChecked(actor),
      });
      if (items.length >= MAX_ITEMS)
        break;
    }
    const kind = this._kind(root);
    // The title of a dialog.
    const name = kind === 'dialog' ? labels(root, 2).join(', ').slice(0, LONGEST_NAME) : '';
    return {id: String(id), kind, name, area: [0, 0, global.stage.width, global.stage.height], items};
  }

  _kind(root) {
    if (root === global.stage)
      return 'window';
    return root.get_accessible()?.get_role() === Atk.Role.DIALOG ? 'dialog' : 'menu';
  }

  // The actor with this number, and its place. null if the actor no longer exists, or a press cannot reach it.
  find(wanted) {
    this.describe();
    const found = [...this._numbers].find(([, number]) => String(number) === wanted);
    const place = found && isItem(found[0]) ? placeOf(found[0]) : null;
    return place && isReachable(found[0], place) ? {actor: found[0], place} : null;
  }

  // Changes a slider by a number of steps. Returns whether the item is a slider.
  change(wanted, steps) {
    const actor = this.find(wanted)?.actor;
    if (!actor || !isSlider(actor) || !Number.isFinite(steps))
      return false;
    const [least, most] = [actor.minimum_value ?? 0, actor.maximum_value ?? 1];
    actor.value = Math.min(Math.max(actor.value + steps * SLIDER_STEP * (most - least), least), most);
    return true;
  }
}
