import SwitchwayCore
import SwitchwayReport
import Testing

@Suite("Keys that are held, and modifiers that stick") struct KeyboardHoldTests {
  static let superRows: [KeyRow] = [
    KeyRow("withheld until the hold", "+leftmeta @799.999", ""),
    KeyRow("at 800 ms", "+leftmeta @800", "help(shortcuts) hold begin"),
    KeyRow("up one µs before: a tap passes", "+leftmeta >799.999 -leftmeta", "+leftmeta, -leftmeta"),
    KeyRow(
      "up at 800 ms: it was held", "+leftmeta >800 -leftmeta", "help(shortcuts) hold begin, help(shortcuts) hold end"),
    KeyRow(
      "another key one µs before: a chord with Super passes", "+leftmeta >799.999 +l @3000 -l -leftmeta",
      "+leftmeta, +l, -l, -leftmeta"),
    KeyRow(
      "another key at 800 ms passes without Super", "+leftmeta >800 +l -l -leftmeta",
      "help(shortcuts) hold begin, +l, -l, help(shortcuts) hold end"),
    KeyRow(
      "and so do all after the hold", "+leftmeta @900 +l -l +k -k -leftmeta",
      "help(shortcuts) hold begin, +l, -l, +k, -k, help(shortcuts) hold end"),
    KeyRow("Super is typed before the key", "+leftmeta +l -leftmeta -l", "+leftmeta, +l, -leftmeta, -l"),
    KeyRow(
      "Super with a modifier first is no hold", "+leftshift +leftmeta @3000 -leftmeta -leftshift",
      "+leftshift, +leftmeta, -leftmeta, -leftshift"),
    KeyRow(
      "Super and then a modifier passes both", "+leftmeta +leftshift @3000 -leftshift -leftmeta",
      "+leftmeta, +leftshift, -leftshift, -leftmeta"),
    KeyRow(
      "an unbound Super chord with a bound key's sign", "+leftmeta +up -up -leftmeta", "+leftmeta, +up, -up, -leftmeta"),
    KeyRow(
      "a key that is down already comes between nothing", "+a +leftmeta -a @2000 -leftmeta",
      "+a, -a, help(shortcuts) hold begin, help(shortcuts) hold end"),
  ]

  @Test("Super", arguments: superRows)
  func superKey(_ row: KeyRow) throws {
    #expect(try KeyRig(claims: nil).play(row.script) == row.expected)
  }

  @Test("a bound chord with a withheld Super consumes it, too")
  func boundChord() throws {
    let rig = try KeyRig(keyboard: "bindings: {super+z: menu}", claims: nil)
    #expect(rig.play("+leftmeta +z @5000 -z -leftmeta") == ["menu"])
    #expect(rig.play("+leftmeta >5799 +z -leftmeta @9000 -z") == ["menu"])
    #expect(rig.play("+leftmeta +z -z +z -z -leftmeta") == ["menu", "menu"])
    #expect(rig.play("+leftmeta -leftmeta") == ["+leftmeta", "-leftmeta"])
  }

  @Test("a binding and a hold on one chord: the binding at a release before its time")
  func both() throws {
    let keys =
      "bindings: {f1: menu, tab+j: undo}, hold-bindings: {f1: {after: 500ms, do: actions}, tab+j: {after: 1s, do: redo}}"
    let rig = try KeyRig(keyboard: keys, claims: nil)
    #expect(rig.play("+f1 @499.999").isEmpty)
    #expect(rig.play(">499.999 -f1") == ["menu"])
    #expect(rig.play("@1000 +f1 >1500 -f1") == ["actions hold"])
    #expect(rig.play("@2000 +f1 @9000 -f1") == ["actions hold"])
    #expect(rig.play("@10000 +tab +j -j -tab") == ["undo"])
    #expect(rig.play("@20000 +tab @21000 +j @21999.999").isEmpty)
    #expect(rig.play("@22000 -j -tab") == ["redo hold"])
  }

  @Test("a key that is only held is typed where it is not, before what comes after it")
  func letters() throws {
    let rig = try KeyRig(keyboard: "hold-bindings: {a: {after: 1s, do: menu}}", claims: nil)
    #expect(rig.play("+a +b -a -b") == ["+a", "+b", "-a", "-b"])
    #expect(rig.play("@1000 +a -a") == ["+a", "-a"])
    #expect(rig.play("@2000 +a @2999.999").isEmpty)
    #expect(rig.play("@3000 +b -a -b") == ["menu hold", "+b", "-b"])
  }

  @Test("commands with phases have them on a hold, others come once")
  func phases() throws {
    let keys =
      "hold-bindings: {f1: {after: 1s, do: gesture(touch)}, f2: {after: 1s, do: point(left)}, f3: {after: 1s, do: next}}"
    let rig = try KeyRig(keyboard: keys, claims: nil)
    #expect(
      rig.play("+f1 @2000 -f1") == ["gesture(touch) hold begin", "gesture(touch) hold end"])
    #expect(rig.play("@3000 +f2 @4500 -f2") == ["point(left) hold begin", "point(left) hold end"])
    #expect(rig.play("@5000 +f3 @9000 -f3") == ["next hold"])
  }

  static let stickyRows: [KeyRow] = [
    KeyRow("6: a tap of Tab latches only", "+tab -tab", "mode sticky-tab latched"),
    KeyRow(
      "6: and the next key is a chord with it", "+tab -tab +z -z",
      "mode sticky-tab latched, actions, mode sticky-tab off"),
    KeyRow(
      "6: for one key only", "+tab -tab +z -z +a -a", "mode sticky-tab latched, actions, mode sticky-tab off, +a, -a"),
    KeyRow(
      "6: pressed twice it locks", "+tab -tab +tab -tab +z -z +f -f",
      "mode sticky-tab latched, mode sticky-tab locked, actions, find"),
    KeyRow(
      "6: pressed again it is off", "+tab -tab +tab -tab +tab -tab +a",
      "mode sticky-tab latched, mode sticky-tab locked, mode sticky-tab off, +a"),
    KeyRow(
      "Shift latched, then Tab, is Shift+Tab", "+leftshift -leftshift +tab -tab",
      "mode sticky-shift latched, previous, mode sticky-shift off"),
    KeyRow(
      "Tab latched, then Shift, then a key", "+tab -tab +leftshift -leftshift +h -h",
      "mode sticky-tab latched, mode sticky-shift latched, home, mode sticky-tab off, mode sticky-shift off"),
    KeyRow(
      "a key that is no modifier ends all latches, bound or not", "+tab -tab +j -j +j -j",
      "mode sticky-tab latched, mode sticky-tab off, +j, -j"),
    KeyRow("a held Tab is a layer as ever", "+tab +z -z -tab", "actions"),
    KeyRow(
      "a held Shift is Shift as ever", "+leftshift +a -a -leftshift +b -b", "+leftshift, +a, -a, -leftshift, +b, -b"),
  ]

  @Test("sticky: yes", arguments: stickyRows)
  func sticky(_ row: KeyRow) throws {
    #expect(try KeyRig(keyboard: "sticky: yes", claims: nil).play(row.script) == row.expected)
  }

  @Test("a sticky modifier is typed with the next key only: down before it, up after it or before the next key")
  func stickyTyping() throws {
    let rig = try KeyRig(keyboard: "sticky: yes")
    #expect(rig.play("+leftshift -leftshift") == ["mode sticky-shift latched"])
    #expect(rig.play("+a") == ["+leftshift", "+a", "mode sticky-shift off"])
    #expect(rig.play("-a") == ["-a", "-leftshift"])
    _ = rig.play("+leftshift -leftshift")
    #expect(rig.play("+a +b -a -b") == ["+leftshift", "+a", "mode sticky-shift off", "-leftshift", "+b", "-a", "-b"])
    _ = rig.play("+rightctrl -rightctrl +rightctrl -rightctrl")
    #expect(rig.play("+c -c") == ["+rightctrl", "+c", "-c", "-rightctrl"])
    #expect(rig.play("+v -v") == ["+rightctrl", "+v", "-v", "-rightctrl"])
    #expect(
      rig.play("+leftctrl -leftctrl +c -c") == ["mode sticky-ctrl off", "+c", "-c"],
      "the other side is the same modifier")
    #expect(
      rig.play("+leftshift -leftshift +tab -tab")
        == ["mode sticky-shift latched", "+leftshift", "+tab", "mode sticky-shift off", "-tab", "-leftshift"])
  }

  @Test("pass-through turns sticky modifiers off, and says so")
  func stickyPassThrough() throws {
    let rig = try KeyRig(keyboard: "sticky: yes", claims: nil)
    _ = rig.play("+leftshift -leftshift +tab -tab +tab -tab")
    _ = rig.play("+leftalt -leftalt")
    let words = rig.perform { $0.interpreter.setPassThrough("on", at: $1) }
    #expect(Set(words).isSuperset(of: ["mode sticky-alt off", "mode pass-through on"]))
    #expect(rig.play("+leftshift +a -a -leftshift") == ["+leftshift", "+a", "-a", "-leftshift"])
  }
}
