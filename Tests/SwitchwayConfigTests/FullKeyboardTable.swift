/// Every row of Full Keyboard Access as a key-remap file, with what else the sections can say.
enum FullKeyboardTable {
  static let text = """
    switchway: 1
    label: Full Keyboard Access
    devices:
      keyboard: {match: {kind: keyboard}}
    keyboard:
      bindings:
        tab: next
        shift+tab: previous
        up: move(up)
        down: move(down)
        left: move(left)
        right: move(right)
        space: activate
        tab+left: edge(start)
        tab+right: edge(end)
        ctrl+tab: leave
        ctrl+shift+tab: previous(by=group)
        tab+f: find
        tab+z: actions
        tab+m: context-menu
        tab+b: back
        tab+h: help(commands)
        esc: escape
        tab+g: gesture-mode
        tab+x: accessibility-shortcut
        tab+enter: next
        tab+backspace: previous
        tab+y: confirm
        tab+n: reject
        tab+l: lock
        tab+r: rotate-screen
        tab+w: windows
        tab+a: apps
        tab+c: pointer-to-focus
        fn+h: home
        tab+shift+h: home
        fn+up: app-switcher
        tab+shift+up: app-switcher
        fn+c: control-centre
        tab+shift+c: control-centre
        fn+n: notifications
        tab+shift+n: notifications
        fn+a: dock
        tab+shift+a: dock
        fn+s: assistant
        tab+shift+s: assistant
        fn+q: quick-note
        tab+shift+q: quick-note
        fn+ctrl+f2: menu-bar
        tab+f2: menu-bar
        tab+shift+d: dictation
        ctrl+alt+super+p: pass-through(toggle)
        ctrl+alt+shift+super+r: restart
      hold-bindings:
        super: {after: 800ms, do: help(shortcuts)}
      gesture-bindings:
        up: gesture(swipe, up)
        down: gesture(swipe, down)
        left: gesture(swipe, left)
        right: gesture(swipe, right)
        shift+up: gesture(swipe, up, 2)
        shift+down: gesture(swipe, down, 2)
        shift+left: gesture(swipe, left, 2)
        shift+right: gesture(swipe, right, 2)
        space: gesture(touch)
        d: drag
        "=": zoom(in)
        "-": zoom(out)
        "[": rotate(left)
        "]": rotate(right)
        esc: gesture-mode(off)
        tab+g: gesture-mode(off)
    policy:
      alone:
        next: tab
        previous: shift+tab
        move(up): up
        move(down): down
        move(left): left
        move(right): right
        activate: space
        edge(start): home
        edge(end): end
        leave: ctrl+tab
        previous(by=group): ctrl+shift+tab
        find: ctrl+f
        actions: shift+f10
        context-menu: shift+f10
        back: alt+left
        escape: esc
        lock: super+l
        windows: super
        apps: super+a
        home: super
        app-switcher: alt+tab
        control-centre: super+s
        notifications: super+v
        menu-bar: f10
        help(commands): nothing

    """
}
