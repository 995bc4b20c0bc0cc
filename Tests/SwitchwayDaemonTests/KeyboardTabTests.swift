import SwitchwayCore
import SwitchwayReport
import Testing

/// What a rule says, as a script and what comes of it.
struct KeyRow: CustomTestStringConvertible, Sendable {
  var rule: String
  var script: String
  var expected: [String]

  /// `expected`: separated by commas.
  init(_ rule: String, _ script: String, _ expected: String) {
    self.rule = rule
    self.script = script
    self.expected = expected.split(separator: ",").map { $0.drop { $0 == " " } }.map(String.init)
  }

  var testDescription: String { rule }
}

@Suite("How the Tab key behaves") struct KeyboardTabTests {
  static let claimedRows: [KeyRow] = [
    KeyRow("1: Tab down is withheld", "+tab @10000", ""),
    KeyRow("1: Tab up with nothing between publishes next", "+tab -tab", "next"),
    KeyRow("only presses come between", "+a +tab -a -tab", "+a, -a, next"),
    KeyRow("2: every other key is captured, bound or not", "+tab +j -j +z -z +k -k -tab", "actions"),
    KeyRow("2: with its release, even when Tab goes up first", "+tab +j -tab -j", ""),
    KeyRow("2: only what went down meanwhile is captured", "+tab +j -tab +a -a -j", "+a, -a"),
    KeyRow("2: Tab itself then does nothing", "+tab +z -z -tab", "actions"),
    KeyRow("2: a modifier between is captured, too", "+tab +leftshift -leftshift -tab", ""),
    KeyRow("2: several chords under one Tab", "+tab +z -z +f -f +z -z -tab", "actions, find, actions"),
    KeyRow("2: a second chord while the first is down", "+tab +z +f -z -tab -f", "actions, find"),
    KeyRow(
      "captured modifiers count while down", "+tab +leftshift +h -h -leftshift +h -h -tab", "home, help(commands)"),
    KeyRow("captured modifiers are not typed", "+tab +leftctrl +leftalt +j -j -leftalt -leftctrl -tab", ""),
    KeyRow("3: nothing times out", "+tab @3600000 -tab", "next"),
    KeyRow("3: nor does a chord", "+tab @3600000 +z @7200000 -z -tab", "actions"),
    KeyRow("4: Shift+Tab acts at Tab's press", "+leftshift +tab", "+leftshift, previous"),
    KeyRow("4: Ctrl+Tab acts at Tab's press", "+rightctrl +tab", "+rightctrl, leave"),
    KeyRow(
      "4: and then captures the rest", "+leftshift +tab +a -a -tab -leftshift", "+leftshift, previous, -leftshift"),
    KeyRow("4: Tab first is another chord", "+tab +leftshift +h -h -leftshift -tab", "home"),
    KeyRow("4: Shift first is not", "+leftshift +tab +h -h -tab -leftshift", "+leftshift, previous, -leftshift"),
    KeyRow(
      "4: again with Shift down", "+leftshift +tab -tab +tab -tab -leftshift",
      "+leftshift, previous, previous, -leftshift"),
    KeyRow("Alt before Tab: Tab passes at its press", "+leftalt +tab", "+leftalt, +tab"),
    KeyRow(
      "Alt+Tab again and again", "+leftalt +tab -tab +tab -tab -leftalt", "+leftalt, +tab, -tab, +tab, -tab, -leftalt"),
    KeyRow(
      "and is no layer until it is up", "+leftalt +tab +z -z -tab -leftalt", "+leftalt, +tab, +z, -z, -tab, -leftalt"),
    KeyRow("even when Alt is up before", "+leftalt +tab -leftalt +z -z -tab", "+leftalt, +tab, -leftalt, +z, -z, -tab"),
    KeyRow(
      "and is one again after that", "+leftalt +tab -tab -leftalt +tab +z -z -tab",
      "+leftalt, +tab, -tab, -leftalt, actions"),
    KeyRow("Super before Tab", "+leftmeta +tab -tab -leftmeta", "+leftmeta, +tab, -tab, -leftmeta"),
    KeyRow("Fn before Tab", "+fn +tab -tab -fn", "+fn, +tab, -tab, -fn"),
    KeyRow(
      "Ctrl and Alt before Tab", "+leftctrl +leftalt +tab -tab -leftalt -leftctrl",
      "+leftctrl, +leftalt, +tab, -tab, -leftalt, -leftctrl"),
    KeyRow("AltGr before Tab", "+rightalt +tab -tab -rightalt", "+rightalt, +tab, -tab, -rightalt"),
    KeyRow("9: a roll over Tab keeps its order", "+a +tab -a +j -tab -j", "+a, -a"),
    KeyRow("9: letters roll as they are typed", "+h +e -h +l -e -l", "+h, +e, -h, +l, -e, -l"),
  ]

  @Test("claimed", arguments: claimedRows)
  func claimed(_ row: KeyRow) throws {
    #expect(try KeyRig(claims: nil).play(row.script) == row.expected)
  }

  static let aloneRows: [KeyRow] = [
    KeyRow("1: Tab is passed on at its release", "+tab -tab", "+tab, -tab"),
    KeyRow("2: an unbound chord does nothing for nobody, too", "+tab +j -j -tab", ""),
    KeyRow("3: nothing times out", "+tab @3600000 -tab", "+tab, -tab"),
    KeyRow("4: Shift+Tab passes at its press", "+leftshift +tab", "+leftshift, +tab"),
    KeyRow("4: and captures the rest", "+leftshift +tab +h -h -tab -leftshift", "+leftshift, +tab, -tab, -leftshift"),
    KeyRow("the chord that is down passes: press and release", "+space @5000 -space", "+space, -space"),
    KeyRow(
      "with its modifiers, released before it", "+rightctrl +tab -rightctrl -tab", "+rightctrl, +tab, -rightctrl, -tab"),
    KeyRow("a chord that is another is typed at once", "+tab +f @5000", "+leftctrl, +f, -f, -leftctrl"),
    KeyRow(
      "an arrow with Shift is no row, and passes", "+leftshift +up -up -leftshift", "+leftshift, +up, -up, -leftshift"),
    KeyRow("Ctrl+Space likewise", "+leftctrl +space -space -leftctrl", "+leftctrl, +space, -space, -leftctrl"),
  ]

  @Test("alone", arguments: aloneRows)
  func alone(_ row: KeyRow) throws {
    #expect(try KeyRig(claims: []).play(row.script) == row.expected)
  }

  static let passingRows: [KeyRow] = [
    KeyRow("an unbound chord is given back, Tab first", "+tab +j", "+tab, +j"),
    KeyRow("in order, with its releases", "+tab +j -tab -j", "+tab, +j, -tab, -j"),
    KeyRow(
      "with the modifiers between, in order", "+tab +leftshift +leftctrl +j -j", "+tab, +leftshift, +leftctrl, +j, -j"),
    KeyRow("a modifier that is up again is not in it", "+tab +leftshift -leftshift +j", "+tab, +j"),
    KeyRow("once given back Tab is an ordinary key until up", "+tab +j -j +z -z -tab", "+tab, +j, -j, +z, -z, -tab"),
    KeyRow("and then the layer again", "+tab +j -j -tab +tab +z -z -tab", "+tab, +j, -j, -tab, actions"),
    KeyRow("a bound chord is not given back", "+tab +z -z -tab", "actions"),
    KeyRow("an unbound one is, also after a bound one", "+tab +z -z +j -j -tab", "actions, +tab, +j, -j, -tab"),
    KeyRow("while the bound one is down, too", "+tab +z +j -z -j -tab", "actions, +tab, +j, -j, -tab"),
    KeyRow(
      "with the modifiers that are down", "+tab +z -z +leftshift +j -j -leftshift -tab",
      "actions, +tab, +leftshift, +j, -j, -leftshift, -tab"),
    KeyRow(
      "then Tab is an ordinary key until up", "+tab +z -z +j -j +z -z -tab", "actions, +tab, +j, -j, +z, -z, -tab"),
    KeyRow("Tab up before the unbound one is released", "+tab +z -z +j -tab -j", "actions, +tab, +j, -tab, -j"),
    KeyRow("a Tab that acted at its press captures still", "+leftshift +tab +j -j -tab", "+leftshift, previous"),
    KeyRow(
      "a click under Tab: an unbound chord, as typed", "+tab +btn_left -btn_left -tab",
      "+tab, +btn_left, -btn_left, -tab"),
    KeyRow("Tab alone is next still", "+tab -tab", "next"),
  ]

  static let clickRows: [KeyRow] = [
    KeyRow("a pointer's button under Tab passes", "+tab +btn_left", "+btn_left"),
    KeyRow("and Tab is no tap then", "+tab +btn_left -btn_left -tab", "+btn_left, -btn_left"),
    KeyRow("it passes when Tab goes up first, too", "+tab +btn_left -tab -btn_left", "+btn_left, -btn_left"),
    KeyRow("chords go on", "+tab +z -z +btn_right -btn_right +z -z -tab", "actions, +btn_right, -btn_right, actions"),
    KeyRow(
      "captured modifiers stay captured", "+tab +leftctrl +btn_left -btn_left -leftctrl -tab", "+btn_left, -btn_left"),
    KeyRow(
      "under a Tab that acted at its press", "+leftshift +tab +btn_left -btn_left",
      "+leftshift, previous, +btn_left, -btn_left"),
    KeyRow(
      "a button that was down before Tab is not between", "+btn_left +tab -btn_left -tab", "+btn_left, -btn_left, next"),
  ]

  @Test("a pointer's button under Tab", arguments: clickRows)
  func clicks(_ row: KeyRow) throws {
    #expect(try KeyRig(claims: nil).play(row.script) == row.expected)
  }

  @Test("in gesture mode a click does nothing, as every key that is not bound")
  func clickInGestureMode() throws {
    let rig = try KeyRig(claims: nil)
    _ = rig.play("+tab +g -g -tab")
    #expect(rig.play("+tab +btn_left -btn_left -tab").isEmpty)
  }

  @Test("unbound-chord: pass", arguments: passingRows)
  func passing(_ row: KeyRow) throws {
    #expect(try KeyRig(keyboard: "unbound-chord: pass", claims: nil).play(row.script) == row.expected)
  }

  static let repeatingRows: [KeyRow] = [
    KeyRow("one µs before the delay", "+tab @499.999", ""),
    KeyRow("at the delay", "+tab @500", "next repeat"),
    KeyRow("one µs before the second", "+tab @599.999", "next repeat"),
    KeyRow("each 100 ms", "+tab @800", "next repeat, next repeat #2, next repeat #3, next repeat #4"),
    KeyRow("the release after a repeat publishes nothing", "+tab @500 -tab", "next repeat"),
    KeyRow("up one µs before the delay", "+tab >499.999 -tab", "next"),
    KeyRow("up at the delay: the repeat comes first, the release publishes nothing", "+tab >500 -tab", "next repeat"),
    KeyRow("another key one µs before", "+tab >499.999 +z @3000 -z -tab", "actions"),
    KeyRow("another key at the delay", "+tab >500 +z @3000 -z -tab", "next repeat, actions"),
    KeyRow("another key ends the repeats", "+tab @650 +j @5000 -j -tab", "next repeat, next repeat #2"),
    KeyRow("Shift+Tab does not repeat", "+leftshift +tab @5000 -tab -leftshift", "+leftshift, previous, -leftshift"),
    KeyRow("each hold counts anew", "+tab @500 -tab @2000 +tab @2500 -tab", "next repeat, next repeat"),
  ]

  @Test("tab-repeat: yes", arguments: repeatingRows)
  func repeating(_ row: KeyRow) throws {
    #expect(try KeyRig(keyboard: "tab-repeat: yes", claims: nil).play(row.script) == row.expected)
  }

  @Test("each repeat of an unclaimed Tab types its alone keys")
  func repeatingAlone() throws {
    let rig = try KeyRig(keyboard: "tab-repeat: yes")
    #expect(rig.play("+tab @499.999").isEmpty)
    #expect(rig.play("@500") == ["+tab", "-tab"])
    #expect(rig.play("@700") == ["+tab", "-tab", "+tab", "-tab"])
    #expect(rig.play("-tab").isEmpty)
  }

  @Test("a Tab that has repeated is not given back with an unbound chord, nor typed when its keyboard is let go of")
  func repeatedAndGivenBack() throws {
    let rig = try KeyRig(keyboard: "tab-repeat: yes, unbound-chord: pass", claims: nil)
    #expect(rig.play("+tab @500 +j -j -tab") == ["next repeat"])
    #expect(rig.play("@1000 +tab @1500 +z -z +j -j -tab") == ["next repeat", "actions"])
    #expect(rig.play("@2000 +tab @2500") == ["next repeat"])
    #expect(rig.perform { try? $0.interpreter.use(KeyRig.shipped(), at: $1) } == ["profile"], "its name and no key")
  }

  @Test("a Tab that nothing is bound to is typed at its release, however long it was held")
  func unboundTab() throws {
    let rig = try KeyRig(keyboard: "tab-repeat: yes, bindings: {tab: nothing}", claims: nil)
    #expect(rig.play("+tab @5000 -tab") == ["+tab", "-tab"])
  }

  @Test("another modifier than Tab: 'tab' in chords is that key, and the key Tab types")
  func modifier() throws {
    let rig = try KeyRig(keyboard: "modifier: capslock", claims: nil)
    #expect(rig.play("+capslock +z -z -capslock +capslock -capslock") == ["actions", "next"])
    #expect(rig.play("+tab +z -z -tab") == ["+tab", "+z", "-z", "-tab"])
    #expect(rig.play("+leftctrl +capslock -capslock -leftctrl") == ["+leftctrl", "leave", "-leftctrl"])
    let alone = try KeyRig(keyboard: "modifier: capslock")
    #expect(alone.play("+capslock -capslock") == ["+tab", "-tab"])
    #expect(alone.play("+leftshift +capslock -capslock -leftshift") == ["+leftshift", "+tab", "-tab", "-leftshift"])
  }

  @Test("auto-repeat of a captured key is nothing, of a passed one the virtual device's own")
  func autorepeat() throws {
    let rig = try KeyRig(claims: nil)
    #expect(rig.play("+tab +z") == ["actions"])
    let event = InputEvent(time: Instant(900_000), type: EventType.key, code: 44, value: 2)
    #expect(
      rig.perform { engine, _ in engine.interpreter.handle([event, event][...], from: rig.keyboards[0]) }.isEmpty)
    #expect(rig.play(">1000 -z -tab +a") == ["+a"])
    let passed = InputEvent(time: Instant(2_000_000), type: EventType.key, code: 30, value: 2)
    #expect(rig.perform { engine, _ in engine.interpreter.handle([passed][...], from: rig.keyboards[0]) }.isEmpty)
  }

  @Test("the source and the times of what keys publish")
  func lines() throws {
    let rig = try KeyRig(claims: ["next"])
    _ = rig.perform { engine, _ in engine.interpreter.handle(frame(15, 1, at: 1_000), from: rig.keyboards[0]) }
    engine(rig, 15, 0, at: 51_000)
    #expect(
      rig.lines == [
        #"{"type":"command","seq":1,"command":"next","args":[],"phase":"do","count":1,"source":{"device":"keyboard","#
          + #""gesture":"chord"},"pressed":1000,"released":51000,"accepted":51000,"sent":0,"for":"board"}"#
      ])
  }

  private func engine(_ rig: KeyRig, _ code: UInt16, _ value: Int32, at time: Int64) {
    rig.engine.interpreter.handle(frame(code, value, at: time), from: rig.keyboards[0])
  }

  private func frame(_ code: UInt16, _ value: Int32, at time: Int64) -> ArraySlice<InputEvent> {
    [InputEvent(time: Instant(time), type: EventType.key, code: code, value: value)]
  }
}
