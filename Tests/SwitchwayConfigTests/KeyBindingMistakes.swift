/// Mistakes in the bindings of the section `keyboard`, and in its chords.
enum KeyBindingMistakes {
  static let all: [Mistake] = [
    Mistake(
      "bindings that are a list", keyboard: "bindings: [tab+z]",
      "5:13: error: expected a mapping for 'bindings', found a list",
      "help: write for example bindings: {tab+z: actions}"),
    Mistake(
      "a command that is not there", keyboard: "bindings: {tab+z: acton}",
      "5:21: error: unknown command 'acton'",
      "help: did you mean 'actions'?"),
    Mistake(
      "a key that is not there", keyboard: "bindings: {tab+retrun: actions}",
      "5:14: error: unknown key 'retrun' in 'tab+retrun'",
      "help: did you mean 'enter'?"),
    Mistake(
      "a key by another program's name", keyboard: "bindings: {control+f: find}",
      "5:14: error: unknown key 'control' in 'control+f'",
      "help: did you mean 'ctrl'?"),
    Mistake(
      "a key alone that is not there", keyboard: "bindings: {spce: activate}",
      "5:14: error: unknown key 'spce'",
      "help: did you mean 'space'?"),
    Mistake(
      "a key that is like no other", keyboard: "bindings: {tab+xyzzyx: actions}",
      "5:14: error: unknown key 'xyzzyx' in 'tab+xyzzyx'",
      "help: write a letter, a sign, or a name such as space, enter, f1 or left; 'switchway devices' shows names"),
    Mistake(
      "a button in a chord", keyboard: "bindings: {tab+btn_left: actions}",
      "5:14: error: 'btn_left' is a button, not a key",
      "help: use keys of a keyboard in a chord"),
    Mistake(
      "a key by nearly another program's name", keyboard: "bindings: {tab+retur: actions}",
      "5:14: error: unknown key 'retur' in 'tab+retur'",
      "help: did you mean 'enter'?"),
    Mistake(
      "bindings of keys that are switches of every keyboard",
      """
      switchway: 1
      devices: {keys: {match: {kind: keyboard}, grab: yes}, pad: {match: {bus: usb}, grab: yes}}
      switches: {ok: {input: [keys/f1, pad/any, keys/f3], tap: select}}
      keyboard:
        devices: [keys, pad]
        bindings: {f1: next, tab+f1: back, f2: escape}
        hold-bindings: {f3: {after: 1s, do: menu}}
      """,
      "6:14: warning: 'f1' is never pressed as a key: it is an input of a switch",
      "help: bind another key, or remove it from the switch",
      "6:24: warning: 'tab+f1' is never pressed as a key: it is an input of a switch",
      "help: bind another key, or remove it from the switch",
      "7:19: warning: 'f3' is never pressed as a key: it is an input of a switch",
      "help: bind another key, or remove it from the switch"),
    Mistake(
      "a blank in a chord", keyboard: #"bindings: {"tab + z": actions}"#,
      "5:14: error: a blank in 'tab + z'",
      "help: write the keys without blanks, joined with '+'"),
    Mistake(
      "a chord without its last key", keyboard: "bindings: {tab+: actions}",
      "5:14: error: a key is missing in 'tab+'",
      "help: write keys joined with '+', for example tab+z; the key '+' itself is 'plus'"),
    Mistake(
      "a chord of no keys", keyboard: #"bindings: {"": actions}"#,
      "5:14: error: expected keys joined with '+', found nothing",
      "help: write keys joined with '+', for example tab+z; the key '+' itself is 'plus'"),
    Mistake(
      "a chord of two ordinary keys", keyboard: "bindings: {a+b: actions}",
      "5:14: error: 'a' is not a modifier; only the last key of a chord can be another key",
      "help: the modifiers are tab, shift, ctrl, alt, altgr, super, fn"),
    Mistake(
      "a key twice in a chord", keyboard: "bindings: {tab+shift+tab: actions}",
      "5:14: error: 'tab' is written twice in 'tab+shift+tab'",
      "help: remove one of them"),
    Mistake(
      "a modifier and its own side", keyboard: "bindings: {ctrl+leftctrl+f: find}",
      "5:14: error: 'ctrl' and 'leftctrl' are the same key in 'ctrl+leftctrl+f'",
      "help: remove one of them"),
    Mistake(
      "left Alt is Alt", keyboard: "bindings: {alt+leftalt+f: find}",
      "5:14: error: 'alt' and 'leftalt' are the same key in 'alt+leftalt+f'",
      "help: remove one of them"),
    Mistake(
      "a chord of nine keys", keyboard: "bindings: {tab+shift+ctrl+alt+altgr+super+fn+rightmeta+a: find}",
      "5:14: error: a chord has at most 8 keys",
      "help: leave some out"),
    Mistake(
      "a chord in another order",
      keyboard: """
        bindings:
          tab+shift+h: home
          shift+tab+h: dock
        """,
      "7:5: error: repeated chord: 'shift+tab+h' has the keys of 'tab+shift+h'",
      "help: it is already on line 6; remove one of them"),
    Mistake(
      "a chord by another name",
      keyboard: """
        bindings:
          tab+esc: home
          key_tab+Escape: nothing
        """,
      "7:5: error: repeated chord: 'key_tab+Escape' has the keys of 'tab+esc'",
      "help: it is already on line 6; remove one of them"),
    Mistake(
      "a chord twice by the modifier's own name",
      keyboard: """
        modifier: capslock
        bindings: {tab+h: home, capslock+H: dock}
        """,
      "6:27: error: repeated chord: 'capslock+H' has the keys of 'tab+h'",
      "help: it is already on line 6; remove one of them"),
    Mistake(
      "Shift with Tab in both orders", keyboard: "bindings: {shift+tab: previous, tab+shift: home}",
      "5:35: error: repeated chord: 'tab+shift' has the keys of 'shift+tab'",
      "help: it is already on line 5; remove one of them"),
    Mistake(
      "the panic chord bound", keyboard: "bindings: {backspace+escape+enter: select}",
      "5:14: error: 'backspace+escape+enter' is always the emergency release, so it cannot be bound",
      "help: bind another chord, for example tab+z"),
    Mistake(
      "the panic chord bound in another order",
      keyboard: "hold-bindings: {enter+key_esc+backspace: {after: 1s, do: select}}",
      "5:19: error: 'enter+key_esc+backspace' is always the emergency release, so it cannot be bound",
      "help: bind another chord, for example tab+z"),
    Mistake(
      "the panic chord with a modifier among its keys",
      keyboard: """
        modifier: backspace
        bindings: {tab+escape+enter: select}
        """,
      "6:14: error: 'tab+escape+enter' is always the emergency release, so it cannot be bound",
      "help: bind another chord, for example tab+z"),
    Mistake(
      "a chord that panics bound",
      keyboard: """
        panic: leftctrl+rightctrl
        bindings: {rightctrl+leftctrl: select}
        """,
      "6:14: error: 'rightctrl+leftctrl' is the emergency release, so it cannot be bound",
      "help: bind another chord, or remove 'panic'"),
    Mistake(
      "a bound chord that panics",
      keyboard: """
        gesture-bindings: {super+f1: zoom(in)}
        bindings: {tab+g: gesture-mode}
        panic: super+f1
        """,
      "7:10: error: 'super+f1' is bound, so it cannot be the emergency release",
      "help: write another chord, or unbind this one"),
    Mistake(
      "a panic of one key that is held in typing", keyboard: "panic: shift",
      "5:10: warning: 'shift' alone is also held for a second while typing",
      "help: add a key to it, for example leftctrl+rightctrl"),
    Mistake(
      "a panic of one key that types", keyboard: "panic: a",
      "5:10: warning: 'a' alone is also held for a second while typing",
      "help: add a key to it, for example leftctrl+rightctrl"),
    Mistake(
      "a panic that is always the emergency release", keyboard: "panic: enter+backspace+escape",
      "5:10: warning: 'enter+backspace+escape' is always the emergency release",
      "help: remove it, or add another chord"),
    Mistake(
      "a panic of a key that is not there", keyboard: "panic: f99",
      "5:10: error: unknown key 'f99'",
      "help: did you mean 'f9'?"),
    Mistake(
      "a panic that is a list", keyboard: "panic: [a, b]",
      "5:10: error: expected text for 'panic', found a list",
      "help: write for example panic: leftctrl+rightctrl"),
    Mistake(
      "a key that types for a front end's own command", keyboard: "bindings: {a: x-log}",
      "5:17: error: 'a' types text, so it cannot give a scanning program's own command",
      "help: add Tab, Ctrl, Alt, AltGr, Super or Fn to the chord, for example tab+a"),
    Mistake(
      "Shift does not keep a key from typing", keyboard: #"bindings: {"shift+1": "x-log(1)"}"#,
      "5:25: error: 'shift+1' types text, so it cannot give a scanning program's own command",
      "help: add Tab, Ctrl, Alt, AltGr, Super or Fn to the chord, for example tab+shift+1"),
    Mistake(
      "Space for a front end's own command, held", keyboard: "hold-bindings: {space: {after: 1s, do: x-log}}",
      "5:42: error: 'space' types text, so it cannot give a scanning program's own command",
      "help: add Tab, Ctrl, Alt, AltGr, Super or Fn to the chord, for example tab+space"),
    Mistake(
      "a modifier that types for a front end's own command",
      keyboard: """
        modifier: key_e
        bindings: {tab: x-log}
        """,
      "5:13: warning: 'key_e' types text; as 'modifier' it types nothing while a scanning program is connected",
      "help: use a key that types nothing, such as capslock",
      "6:19: error: 'tab' types text, so it cannot give a scanning program's own command",
      "help: use a key that types nothing as 'modifier', such as capslock"),
    Mistake(
      "a ninth key that types, over all bindings",
      keyboard: """
        bindings: {a: select, b: select, shift+B: next, c: menu, d: menu, tab+x: menu, z: nothing, enter: gesture-mode}
        hold-bindings: {a: {after: 1s, do: menu}, e: {after: 1s, do: menu}}
        gesture-bindings: {f: zoom(in), g: zoom(out), "=": drag, key_1: drop, Esc: gesture-mode}
        """,
      "7:60: error: 'key_1' is one too many: at most 8 keys that type text can be bound or press switches",
      "help: add Tab, Ctrl, Alt, AltGr, Super or Fn to the chord, for example tab+key_1"),
    Mistake(
      "a hold without its time", keyboard: "hold-bindings: {super: {do: help(shortcuts)}}",
      "5:19: error: missing key 'after' in 'super'",
      "help: write for example super: {after: 800ms, do: help(shortcuts)}"),
    Mistake(
      "a hold without a command", keyboard: "hold-bindings: {super: {after: 1s}}",
      "5:19: error: missing key 'do' in 'super'",
      "help: write for example super: {after: 800ms, do: help(shortcuts)}"),
    Mistake(
      "a hold that is a command", keyboard: "hold-bindings: {super: menu}",
      "5:26: error: expected a mapping for 'super', found 'menu'",
      "help: write for example super: {after: 800ms, do: help(shortcuts)}"),
    Mistake(
      "a hold at once", keyboard: "hold-bindings: {super: {after: 0, do: menu}}",
      "5:34: warning: the hold comes at the same time as the press",
      "help: write a longer time, for example after: 800ms"),
    Mistake(
      "a hold without a unit", keyboard: "hold-bindings: {super: {after: 800, do: menu}}",
      "5:34: error: expected a duration such as 250ms, found '800'",
      "help: add a unit: 800ms"),
    Mistake(
      "a hold shorter than its press",
      keyboard: """
        steady: {preset: off, hold-duration: 90ms}
        hold-bindings: {super: {after: 89ms, do: menu}}
        """,
      "6:34: error: 'after' (89ms) is shorter than the 'hold-duration' of the keyboard (90ms)",
      "help: write an 'after' of 90ms or more, or a shorter 'hold-duration'"),
    Mistake(
      "a press longer than its hold",
      keyboard: """
        hold-bindings: {super: {after: 89ms, do: menu}}
        steady: {preset: off, hold-duration: 90ms}
        """,
      "6:40: error: 'after' (89ms) is shorter than the 'hold-duration' of the keyboard (90ms)",
      "help: write an 'after' of 90ms or more, or a shorter 'hold-duration'"),
    Mistake(
      "pass-through by a chord with Tab",
      keyboard: "bindings: {tab+p: pass-through, tab+o: pass-through(once), ctrl+p: pass-through(on)}",
      "5:14: warning: 'tab+p' only enters pass-through, where Tab is an ordinary key",
      "help: bind a chord without Tab to leave it, such as ctrl+alt+super+p"),
    Mistake(
      "gesture mode that is never entered", keyboard: "gesture-bindings: {d: drag}",
      "5:3: warning: nothing is bound to 'gesture-mode', so these are never used",
      "help: bind it, for example tab+g: gesture-mode"),
    Mistake(
      "a destructive command without an answer", keyboard: "bindings: {tab+r: restart, tab+d: delete}",
      "5:21: warning: 'restart' asks for confirmation, and nothing is bound to 'confirm'",
      "help: also bind 'confirm', for example to tab+y, and 'reject'",
      "5:37: warning: 'delete' asks for confirmation, and nothing is bound to 'confirm'",
      "help: also bind 'confirm', for example to tab+y, and 'reject'"),
  ]
}
