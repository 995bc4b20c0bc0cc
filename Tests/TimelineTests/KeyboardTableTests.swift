import SwitchwayCore
import Testing

/// A row of the table of keys: with every side of its modifiers, in every order in which they can be pressed and
/// released.
struct KeyboardRow: CustomTestStringConvertible, Sendable {
  /// As a key-remap file writes it.
  var chord: String
  var command: String
  /// What is typed while nobody has claimed the command, modifiers first; nil: the command is published for nobody.
  var alone: String?

  init(_ chord: String, _ command: String, _ alone: String? = nil) {
    self.chord = chord
    self.command = command
    self.alone = alone
  }

  var testDescription: String { chord }

  private var keys: [String] { chord.split(separator: "+").map(String.init) }
  var trigger: String { keys[keys.count - 1] }
  var modifiers: [String] { Array(keys.dropLast()) }
  var hasTab: Bool { keys[0] == "tab" && keys.count > 1 }
}

extension KeyboardRow {
  /// Every row that publishes a command when it is pressed, as the shipped profile binds it.
  static let all: [KeyboardRow] = [
    KeyboardRow("tab", "next", "tab"), KeyboardRow("shift+tab", "previous", "leftshift+tab"),
    KeyboardRow("up", "move(up)", "up"), KeyboardRow("down", "move(down)", "down"),
    KeyboardRow("left", "move(left)", "left"), KeyboardRow("right", "move(right)", "right"),
    KeyboardRow("space", "activate", "space"), KeyboardRow("tab+left", "edge(start)", "home"),
    KeyboardRow("tab+right", "edge(end)", "end"), KeyboardRow("ctrl+tab", "leave", "leftctrl+tab"),
    KeyboardRow("ctrl+shift+tab", "previous(by=group)", "leftctrl+leftshift+tab"),
    KeyboardRow("tab+f", "find", "leftctrl+f"), KeyboardRow("tab+z", "actions", "leftshift+f10"),
    KeyboardRow("tab+m", "context-menu", "leftshift+f10"), KeyboardRow("tab+b", "back", "leftalt+left"),
    KeyboardRow("tab+h", "help(commands)"), KeyboardRow("esc", "escape", "esc"),
    KeyboardRow("tab+x", "accessibility-shortcut"), KeyboardRow("tab+enter", "next", "tab"),
    KeyboardRow("tab+backspace", "previous", "leftshift+tab"), KeyboardRow("tab+l", "lock", "leftmeta+l"),
    KeyboardRow("tab+r", "rotate-screen"), KeyboardRow("tab+w", "windows", "leftmeta"),
    KeyboardRow("tab+a", "apps", "leftmeta+a"), KeyboardRow("tab+c", "pointer-to-focus"),
    KeyboardRow("fn+h", "home", "leftmeta"), KeyboardRow("tab+shift+h", "home", "leftmeta"),
    KeyboardRow("fn+up", "app-switcher", "leftalt+tab"), KeyboardRow("tab+shift+up", "app-switcher", "leftalt+tab"),
    KeyboardRow("fn+c", "control-centre", "leftmeta+s"), KeyboardRow("tab+shift+c", "control-centre", "leftmeta+s"),
    KeyboardRow("fn+n", "notifications", "leftmeta+v"), KeyboardRow("tab+shift+n", "notifications", "leftmeta+v"),
    KeyboardRow("fn+a", "dock"), KeyboardRow("tab+shift+a", "dock"), KeyboardRow("fn+s", "assistant"),
    KeyboardRow("tab+shift+s", "assistant"), KeyboardRow("fn+q", "quick-note"),
    KeyboardRow("tab+shift+q", "quick-note"), KeyboardRow("fn+ctrl+f2", "menu-bar", "f10"),
    KeyboardRow("tab+f2", "menu-bar", "f10"), KeyboardRow("tab+shift+d", "dictation"),
  ]
}

/// One way to press and release a row's keys, with what is typed on the way.
struct KeyboardWay {
  var pressed: [String]
  var released: [String]

  var script: String { (pressed.map { "+" + $0 } + released.map { "-" + $0 }).joined(separator: " ") }

  /// Every way: sides, orders of the modifiers (Tab first), orders of release.
  static func all(of row: KeyboardRow) -> [KeyboardWay] {
    let sides: [String: [String]] = [
      "shift": ["leftshift", "rightshift"], "ctrl": ["leftctrl", "rightctrl"], "alt": ["leftalt"],
      "super": ["leftmeta", "rightmeta"],
    ]
    var choices: [[String]] = [[]]
    for modifier in row.modifiers {
      choices = choices.flatMap { chosen in (sides[modifier] ?? [modifier]).map { chosen + [$0] } }
    }
    return choices.flatMap { chosen in
      orders(of: row.hasTab ? Array(chosen.dropFirst()) : chosen).flatMap { order in
        let keys = (row.hasTab ? ["tab"] : []) + order + [row.trigger]
        return releases(of: keys).map { KeyboardWay(pressed: keys, released: $0) }
      }
    }
  }

  /// All orders of up to four keys; of more, the last one first and each one first.
  private static func releases(of keys: [String]) -> [[String]] {
    guard keys.count > 4 else { return orders(of: keys) }
    return [keys.reversed()] + keys.indices.map { Array(keys[$0...] + keys[..<$0]) }
  }

  static func orders(of keys: [String]) -> [[String]] {
    guard keys.count > 1 else { return [keys] }
    return keys.indices.flatMap { place in
      var rest = keys
      let first = rest.remove(at: place)
      return orders(of: rest).map { [first] + $0 }
    }
  }
}

@Suite("every row of the table of keys") struct KeyboardTableTests {
  private static func run(_ claims: ClaimedCommands?) throws -> TimelineRun {
    TimelineRun(try Timeline.shipped("full-keyboard-access"), claims: claims)
  }

  private static let order = ["leftshift", "rightshift", "leftctrl", "rightctrl", "leftalt", "leftmeta", "fn"]

  /// What a row gives whose command somebody has claimed: modifiers pass, unless Tab has captured them.
  private func claimed(_ row: KeyboardRow, _ way: KeyboardWay) -> [String] {
    if row.chord == "tab" { return [row.command] }
    let passed = row.hasTab ? [] : way.pressed.dropLast()
    return passed.map { "+" + $0 } + [row.command] + way.released.filter(passed.contains).map { "-" + $0 }
  }

  /// What a row types that nobody has claimed.
  private func alone(_ row: KeyboardRow, _ way: KeyboardWay, _ alone: String) -> [String] {
    let passed = row.hasTab ? [] : Array(way.pressed.dropLast())
    let chord = alone.split(separator: "+").map(String.init)
    let isItself =
      !row.hasTab && chord.last == row.trigger
      && Set(chord.dropLast()) == Set(passed.map { $0.replacing("right", with: "left") })
    if isItself {
      return way.pressed.map { "+" + $0 } + way.released.map { "-" + $0 }
    }
    // Those that are down and not in it are lifted meanwhile.
    let lifted = KeyboardTableTests.order.filter { passed.contains($0) && !chord.contains($0) }
    return passed.map { "+" + $0 } + lifted.map { "-" + $0 } + chord.map { "+" + $0 }
      + chord.reversed().map { "-" + $0 }
      + lifted.map { "+" + $0 } + way.released.filter(passed.contains).map { "-" + $0 }
  }

  @Test("claimed: the command with its arguments, and nothing typed but what passes", arguments: KeyboardRow.all)
  func claimed(_ row: KeyboardRow) throws {
    var run = try Self.run(.all)
    for way in KeyboardWay.all(of: row) {
      #expect(try run.words(way.script) == claimed(row, way), "\(way.script)")
    }
  }

  @Test("alone: its keys are typed and nothing is published, or it is published for nobody", arguments: KeyboardRow.all)
  func alone(_ row: KeyboardRow) throws {
    var run = try Self.run(.names(["x-of-another"]))
    for way in KeyboardWay.all(of: row) {
      let expected =
        row.alone.map { alone(row, way, $0) }
        ?? claimed(row, way).map { $0 == row.command ? row.command + " null" : $0 }
      #expect(try run.words(way.script) == expected, "\(way.script)")
    }
  }

  @Test("every way ends as it began: the same keys do the same again", arguments: KeyboardRow.all)
  func again(_ row: KeyboardRow) throws {
    for claims in [ClaimedCommands.all, nil] {
      var run = try Self.run(claims)
      for way in KeyboardWay.all(of: row) {
        let first = try run.words(way.script)
        #expect(try run.words(way.script) == first, "\(way.script)")
      }
    }
  }

  @Test(
    "the chord that lets keys pass, with either side, in any order, whatever is claimed",
    arguments: [ClaimedCommands.all, nil])
  func passThrough(_ claims: ClaimedCommands?) throws {
    var run = try Self.run(claims)
    let chord = KeyboardRow("ctrl+alt+super+p", "pass-through")
    for way in KeyboardWay.all(of: chord) {
      let passed = way.pressed.dropLast()
      let keys = passed.map { "+" + $0 }
      let up = way.released.filter(passed.contains).map { "-" + $0 }
      #expect(try run.words(way.script) == keys + ["mode pass-through on"] + up, "\(way.script)")
      #expect(try run.words("+tab +z -z -tab") == ["+tab", "+z", "-z", "-tab"])
      #expect(try run.words(way.script) == keys + ["mode pass-through off"] + up, "\(way.script)")
    }
  }

  @Test("what restarts asks first, and is published only after Tab+Y", arguments: [ClaimedCommands.all, nil])
  func restart(_ claims: ClaimedCommands?) throws {
    var run = try Self.run(claims)
    for way in KeyboardWay.all(of: KeyboardRow("ctrl+alt+shift+super+r", "restart")) {
      let passed = way.pressed.dropLast()
      #expect(
        try run.words(way.script) == passed.map { "+" + $0 } + ["question restart"]
          + way.released.filter(passed.contains).map { "-" + $0 }, "\(way.script)")
      #expect(
        try run.words("+tab +y -y -tab") == ["question confirm", claims == nil ? "restart null" : "restart"])
      _ = try run.words(way.script)
      #expect(try run.words("+tab +n -tab -n") == ["question reject"])
      #expect(try run.words("+tab +y -tab -y +tab +n -n -tab").isEmpty, "nothing is asked")
    }
  }

  @Test(
    "Super held shows the shortcuts while it is held; a tap and any chord with it pass",
    arguments: ["leftmeta", "rightmeta"])
  func shortcuts(_ key: String) throws {
    for claims in [ClaimedCommands.all, nil] {
      var run = try Self.run(claims)
      // Where nobody claims it, Super is an ordinary key.
      #expect(try run.words("+\(key)") == (claims == nil ? ["+\(key)"] : []))
      #expect(try run.words("@800") == (claims == nil ? [] : ["help(shortcuts) hold begin"]))
      #expect(try run.words("@3000 -\(key)") == (claims == nil ? ["-\(key)"] : ["help(shortcuts) hold end"]))
      #expect(try run.words("+\(key) -\(key)") == ["+\(key)", "-\(key)"])
      #expect(try run.words("+\(key) +l -l -\(key)") == ["+\(key)", "+l", "-l", "-\(key)"])
      #expect(try run.words("+\(key) +l -\(key) -l") == ["+\(key)", "+l", "-\(key)", "-l"])
    }
  }

  @Test("Tab+G is gesture mode where gestures are claimed, else published as it is written")
  func gestureMode() throws {
    for released in ["-g -tab", "-tab -g"] {
      var run = try Self.run(nil)
      #expect(try run.words("+tab +g \(released)") == ["gesture-mode null"])
      #expect(try run.words("+d -d") == ["+d", "-d"])
      var claimed = try Self.run(.all)
      #expect(try claimed.words("+tab +g \(released)") == ["gesture-mode(on)", "mode gesture on"])
      #expect(try claimed.words("+d -d +d -d") == ["drag", "drop"])
      #expect(try claimed.words("+tab +g \(released)") == ["gesture-mode(off)", "mode gesture off"])
      #expect(try claimed.words("+d -d") == ["+d", "-d"])
    }
  }
}
