import SwitchwayConfig
import SwitchwayCore
import SwitchwayReport
import Testing

@Suite("Modifiers of a keyboard's chords") struct KeyboardModifierTests {
  static let exactRows: [KeyRow] = [
    KeyRow("5: left and right are one", "+tab +rightshift +h", "home"),
    KeyRow("5: both sides at once are one, too", "+tab +leftshift +rightshift +h", "home"),
    KeyRow("5: a modifier more is another chord", "+tab +leftctrl +z -z -leftctrl -tab", ""),
    KeyRow(
      "5: a modifier more on a key without Tab passes", "+leftctrl +esc -esc -leftctrl",
      "+leftctrl, +esc, -esc, -leftctrl"),
    KeyRow("5: a modifier less, too", "+leftctrl +leftalt +p -p", "+leftctrl, +leftalt, +p, -p"),
    KeyRow("5: AltGr is never Alt", "+leftctrl +rightalt +leftmeta +p -p", "+leftctrl, +rightalt, +leftmeta, +p, -p"),
    KeyRow(
      "Ctrl, Shift, Alt and Fn pass at their press", "+leftctrl +leftshift +leftalt +fn",
      "+leftctrl, +leftshift, +leftalt, +fn"),
    KeyRow("AltGr, too", "+rightalt @5000 -rightalt", "+rightalt, -rightalt"),
    KeyRow(
      "a modifier's own second side passes, too", "+leftshift +rightshift -leftshift -rightshift",
      "+leftshift, +rightshift, -leftshift, -rightshift"),
    KeyRow(
      "after a claimed chord its modifiers come up as they do", "+leftctrl +tab -leftctrl -tab",
      "+leftctrl, leave, -leftctrl"),
  ]

  @Test("exact sets", arguments: exactRows)
  func exact(_ row: KeyRow) throws {
    #expect(try KeyRig(claims: nil).play(row.script) == row.expected)
  }

  private static let sides =
    "bindings: {leftctrl+f1: menu, ctrl+f2: menu, ctrl+f1: undo, altgr+f3: menu, alt+f3: redo, rightshift+f4: menu}"

  static let namedRows: [KeyRow] = [
    KeyRow("the side that is named", "+leftctrl +f1", "+leftctrl, menu"),
    KeyRow("the other side is the binding without one", "+rightctrl +f1", "+rightctrl, undo"),
    KeyRow("no side named: both", "+rightctrl +f2", "+rightctrl, menu"),
    KeyRow("altgr", "+rightalt +f3", "+rightalt, menu"),
    KeyRow("alt, whose menu a tap of Ctrl keeps shut", "+leftalt +f3", "+leftalt, +leftctrl, -leftctrl, redo"),
    KeyRow("the other side of a chord that has only one", "+leftshift +f4", "+leftshift, +f4"),
    KeyRow("altgr and alt are neither", "+leftalt +rightalt +f3", "+leftalt, +rightalt, +f3"),
  ]

  @Test("sides that bindings name, and AltGr", arguments: namedRows)
  func named(_ row: KeyRow) throws {
    #expect(try KeyRig(keyboard: KeyboardModifierTests.sides, claims: nil).play(row.script) == row.expected)
  }

  @Test("letters are what is printed on the key, key_ names are positions")
  func printed() throws {
    let german = LayoutKeys([
      "z": .init(code: 21), "y": .init(code: 44), "f": .init(code: 33), "?": .init(code: 12, needsShift: true),
      "@": .init(code: 16, needsAltGr: true),
    ])
    let text = #"bindings: {tab+key_y: undo, "tab+?": help, "tab+@": magic-tap}"#
    let rig = try KeyRig(keyboard: text, layout: german, claims: nil)
    // Y is printed left of X: nothing is asked, so that Tab+Y does nothing. F is where it ever was.
    #expect(rig.play("+tab +key_z -key_z -tab +tab +f -f -tab") == ["find"])
    // The key right of T is bound by its place, and by the Z that is printed on it: the file's order decides.
    #expect(rig.play("+tab +key_y -key_y -tab").count == 1)
    #expect(rig.play("+tab +minus -minus -tab +tab +q -q -tab") == ["help", "magic-tap"])
    let shipped = KeyRig(try KeyRig.shipped(), layout: german, claims: nil)
    #expect(shipped.play("+tab +key_y -key_y -tab +tab +key_z -key_z -tab") == ["actions"])
  }

  @Test("when a chord is consumed while Alt or Super is passed, a tap of Ctrl comes first, unless Ctrl is down")
  func mask() throws {
    let keys = "bindings: {alt+f1: menu, ctrl+alt+f1: undo, alt+tab: windows, shift+alt+f1: redo}"
    for key in ["leftalt"] {
      let rig = try KeyRig(keyboard: keys, claims: nil)
      #expect(rig.play("+\(key) +f1 -f1 -\(key)") == ["+\(key)", "+leftctrl", "-leftctrl", "menu", "-\(key)"])
      #expect(
        rig.play("+leftctrl +\(key) +f1 -f1 -\(key) -leftctrl")
          == ["+leftctrl", "+\(key)", "undo", "-\(key)", "-leftctrl"])
      #expect(
        rig.play("+rightctrl +\(key) +f1 -f1 -\(key) -rightctrl")
          == ["+rightctrl", "+\(key)", "undo", "-\(key)", "-rightctrl"])
      #expect(
        rig.play("+leftshift +\(key) +f1 -\(key) -f1 -leftshift")
          == ["+leftshift", "+\(key)", "+leftctrl", "-leftctrl", "redo", "-\(key)", "-leftshift"])
      #expect(
        rig.play("+\(key) +tab -tab +tab -tab -\(key)")
          == [
            "+\(key)", "+leftctrl", "-leftctrl", "windows", "+leftctrl", "-leftctrl", "windows", "-\(key)",
          ])
    }
    // Before any "alone" keys, and before anything is lifted.
    let alone = try KeyRig(keyboard: "bindings: {alt+f1: find}")
    #expect(
      alone.play("+leftalt +f1 -f1 -leftalt")
        == [
          "+leftalt", "+leftctrl", "-leftctrl", "-leftalt", "+leftctrl", "+f", "-f", "-leftctrl", "+leftalt",
          "-leftalt",
        ])
    let swallowed = try KeyRig(claims: nil)
    #expect(
      swallowed.play("+leftalt +tab -tab -leftalt") == ["+leftalt", "+tab", "-tab", "-leftalt"],
      "nothing is consumed")
  }

  @Test("before an alone chord, modifiers that are not in it are lifted, and pressed again if still held")
  func lifted() throws {
    let rig = try KeyRig(keyboard: "bindings: {ctrl+f1: menu-bar, ctrl+shift+f2: find, rightshift+f3: actions}")
    #expect(
      rig.play("+rightctrl +f1 -f1 -rightctrl")
        == ["+rightctrl", "-rightctrl", "+f10", "-f10", "+rightctrl", "-rightctrl"])
    // Ctrl is in it and stays, on the side on which it is held.
    #expect(
      rig.play("+rightctrl +leftshift +f2 -f2 -leftshift -rightctrl")
        == ["+rightctrl", "+leftshift", "-leftshift", "+f", "-f", "+leftshift", "-leftshift", "-rightctrl"])
    #expect(
      rig.play("+rightshift +f3 -f3 -rightshift") == ["+rightshift", "+f10", "-f10", "-rightshift"])
    // A modifier of the layer is not typed, so there is nothing to lift.
    #expect(rig.play("+tab +rightshift +h -h -rightshift -tab") == ["+leftmeta", "-leftmeta"])
  }

  @Test("alone keys are of the command with its arguments, wherever it is bound; a profile has its own")
  func alone() throws {
    let rig = try KeyRig(
      extending: """
        keyboard: {bindings: {tab+i: move(up), tab+k: move(down), tab+j: next(2), f7: edge(start)}}
        policy: {alone: {move(down): ctrl+n, back: nothing, dock: super+1, find: "ctrl+?"}}

        """)
    #expect(rig.play("+tab +i -i -tab") == ["+up", "-up"])
    #expect(rig.play("+tab +k -k -tab") == ["+leftctrl", "+n", "-n", "-leftctrl"])
    #expect(rig.play("+down -down") == ["+leftctrl", "+n", "-n", "-leftctrl"])
    #expect(rig.play("+tab +j -j -tab") == ["next(2) null"])
    #expect(rig.play("+f7 -f7") == ["+home", "-home"])
    #expect(rig.play("+tab +b -b -tab") == ["back null"])
    #expect(rig.play("+tab +leftshift +a -a -leftshift -tab") == ["+leftmeta", "+1", "-1", "-leftmeta"])
    #expect(
      rig.play("+tab +f -f -tab") == ["+leftctrl", "+leftshift", "+slash", "-slash", "-leftshift", "-leftctrl"])
  }

  @Test("what a key means is fixed at its press: a modifier that comes later changes nothing")
  func fixed() throws {
    let rig = try KeyRig(claims: nil)
    #expect(rig.play("+h +tab -h -tab") == ["+h", "-h", "next"])
    #expect(rig.play("+up +leftctrl -up -leftctrl") == ["move(up)", "+leftctrl", "-leftctrl"])
    #expect(rig.play("+a +leftshift -a -leftshift") == ["+a", "+leftshift", "-a", "-leftshift"])
  }
}
