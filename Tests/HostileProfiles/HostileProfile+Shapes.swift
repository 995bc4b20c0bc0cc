// The shapes. Those of one section stand together.
extension HostileProfile {
  /// Every shape.
  public static let all: [HostileProfile] =
    syntax + lists + devices + switches + chords + keyboards + policies + chains

  private static let box = "switchway: 1\ndevices: {d: {match: {kind: joystick}}}\n"
  private static let one = "switches: {ok: {input: d/button-1, tap: select}}\n"
  private static let wide = box + one

  private static let syntax: [HostileProfile] = [
    HostileProfile("a list on one line", "switchway: 1\nlabel: [", "]\n") { _ in "a," },
    HostileProfile("a map of one key, on one line", "switchway: 1\nlabel: {", "}\n") { _ in "a," },
    HostileProfile("a map of many keys, on one line", "switchway: 1\nlabel: {", "}\n") { "a\($0)," },
    HostileProfile("a whole file on one line", "{switchway: 1, ", "}\n") { "k\($0): 1," },
    HostileProfile("many keys after many blanks on one line") { size, most in
      fill(size, most, "{" + String(repeating: " ", count: size / 2), "}\n") { "k\($0): 1," }
    },
    HostileProfile("unknown keys, one a line", "switchway: 1\n") { "k\($0): 1\n" },
    HostileProfile("the same key on every line", "switchway: 1\n") { _ in "label: a\n" },
    HostileProfile("comments", wide) { _ in "#\n" },
    HostileProfile("one comment", wide + "#") { _ in "x" },
    HostileProfile("empty lines", wide) { _ in "\n" },
    HostileProfile("one long text", wide + "label: \"", "\"\n") { _ in "x" },
    HostileProfile("one long key", wide, ": 1\n") { _ in "x" },
    HostileProfile("a text of many lines", wide + "label: >\n") { _ in " x\n" },
    HostileProfile("characters of four bytes", wide + "label: \"", "\"\n") { _ in "\u{1F600}" },
    HostileProfile("aliases", wide + "label: [", "]\n") { _ in "*a," },
    HostileProfile("anchors", wide + "label: [", "]\n") { "&a\($0) b," },
    HostileProfile("tags", wide + "label: [", "]\n") { _ in "!a b," },
    HostileProfile("directives", "", "---\n" + wide) { "%TAG !a\($0)! b\n" },
    HostileProfile("merge keys", wide) { _ in "<<: {}\n" },
    HostileProfile("open brackets", wide + "label: ") { _ in "[" },
    HostileProfile("open braces", wide + "label: ") { _ in "{" },
    HostileProfile("nested dashes", wide + "label:\n") { _ in "- " },
    HostileProfile("documents", wide) { _ in "--- a\n" },
    HostileProfile("torn commands", wide + "label: [", "]\n") { _ in "a(b,c)," },
    HostileProfile("open round brackets", wide + "label: [", "]\n") { _ in "(," },
  ]

  private static let lists: [HostileProfile] = [
    HostileProfile("kinds", "switchway: 1\ndevices: {d: {match: {kind: [", "pedal]}}}\n" + one) { _ in "pedal," },
    HostileProfile("unknown kinds", "switchway: 1\ndevices: {d: {match: {kind: [", "pedal]}}}\n" + one) { _ in "pedl,"
    },
    HostileProfile("one input many times", box + "switches: {a: {tap: select, input: [", "d/b]}}\n") { _ in "d/a," },
    HostileProfile("inputs", box + "switches: {a: {tap: select, input: [", "d/b]}}\n") { "d/abs_x>\(level($0))%," },
    HostileProfile("unknown inputs", box + "switches: {a: {tap: select, input: [", "d/b]}}\n") { "d/abc\($0)," },
    HostileProfile("inputs of unknown devices", box + "switches: {a: {tap: select, input: [", "d/b]}}\n") {
      "b\($0)/a,"
    },
    HostileProfile("an input of many dots", box + "switches: {a: {tap: select, input: \"d/abs_x ", "\"}}\n") { _ in "."
    },
    HostileProfile("when-locked", wide + "policy: {when-locked: [", "next]}\n") { "x-a\($0)," },
    HostileProfile("when-locked, one command", wide + "policy: {when-locked: [", "next]}\n") { _ in "next," },
    HostileProfile("when-locked, unknown commands", wide + "policy: {when-locked: [", "next]}\n") { "selct\($0)," },
  ]

  private static let devices: [HostileProfile] = [
    HostileProfile("an unclosed set in a name", "switchway: 1\ndevices: {d: {match: {name: \"", "\"}}}\n" + one) { _ in
      "["
    },
    HostileProfile("stars in a name", "switchway: 1\ndevices: {d: {match: {name: \"", "b\"}}}\n" + one) { _ in "*a" },
    HostileProfile("a set of many in a name", "switchway: 1\ndevices: {d: {match: {name: \"[", "]\"}}}\n" + one) { _ in
      "a-z"
    },
    HostileProfile("stars in all names", "switchway: 1\nswitches: {ok: {input: d0/a, tap: select}}\ndevices:\n") {
      "  d\($0): {match: {name: \"*\($0)" + String(repeating: "*a", count: 100) + "b\"}}\n"
    },
    HostileProfile("equal devices", "switchway: 1\nswitches: {ok: {input: d0/a, tap: select}}\ndevices:\n") {
      "  d\($0): {match: {kind: joystick}}\n"
    },
    HostileProfile("devices", "switchway: 1\nswitches: {ok: {input: d0/a, tap: select}}\ndevices:\n") {
      "  d\($0): {match: {name: n\($0)}}\n"
    },
    HostileProfile("devices of many kinds", "switchway: 1\nswitches: {ok: {input: d0/a, tap: select}}\ndevices:\n") {
      "  d\($0): {match: {kind: [\(kinds($0))]}}\n"
    },
  ]

  private static let switches: [HostileProfile] = [
    HostileProfile("switches", box + "switches:\n") { "  s\($0): {input: d/abs_x>\(level($0))%, tap: select}\n" },
    HostileProfile("switches on one input", box + "switches:\n") { "  s\($0): {input: d/a, tap: select}\n" },
    HostileProfile("switches without a command", box + "switches:\n") { "  s\($0): {input: d/abs_x>\(level($0))%}\n" },
    HostileProfile("switches with every gesture", box + "switches:\n") {
      "  s\($0): {input: d/abs_x>\(level($0))%, tap: x-a(\($0)), hold: {after: 1s, do: x-b}, "
        + "double: {within: 350ms, do: x-c}, triple: {within: 350ms, do: x-d}}\n"
    },
    HostileProfile("unknown keys in switches", box + "switches:\n") { "  s\($0): {a,b,c,d,e,f,g,h,inpt}\n" },
    HostileProfile("unknown commands", box + "switches:\n") {
      "  s\($0): {input: d/abs_x>\(level($0))%, tap: selct}\n"
    },
    HostileProfile("neighbours of all") { size, most in
      manySwitches(size) { "neighbours: [\($0)], steady: two-switch" }
    },
    HostileProfile("unless all") { size, most in manySwitches(size) { "unless: [\($0)]" } },
    HostileProfile("unless unknown switches", box + "switches: {ok: {input: d/a, tap: select, unless: [", "]}}\n") {
      "sw\($0),"
    },
    HostileProfile("a map in steady", box + "switches: {ok: {input: d/a, tap: select, steady: {", "}}}\n") {
      "debounc\($0): 1,"
    },
  ]

  private static let chords: [HostileProfile] = [
    HostileProfile("chords of two") { size, most in
      fill(size, most, abc(40) + "chords:\n") { "  s\($0 % 40)+s\($0 / 40 % 40): {within: 90ms, do: x-a}\n" }
    },
    HostileProfile("chords of two and three") { size, most in
      fill(size, most, abc(40) + "chords:\n") {
        $0 < 500
          ? "  s\($0 % 20)+s\(20 + $0 / 20): {within: 90ms, do: x-a}\n"
          : "  s\($0 % 20)+s\($0 / 20 % 20)+s\($0 / 400 % 20): {within: 90ms, do: x-a}\n"
      }
    },
    HostileProfile("chords of unknown switches") { size, most in
      fill(size, most, abc(200) + "chords:\n") { "  t\($0)+u\($0): {within: 90ms, do: x-a}\n" }
    },
    HostileProfile("a chord of many unknown switches", wide + "chords: {\"", "a\": {within: 90ms, do: x-a}}\n") {
      "a\($0)+"
    },
    HostileProfile("a chord of one switch, many times", wide + "chords: {\"", "a\": {within: 90ms, do: x-a}}\n") { _ in
      "a+"
    },
  ]

  private static let keyboards: [HostileProfile] = [
    HostileProfile("bindings", board + "  bindings:\n") { "    \(keys($0)): x-a\($0)\n" },
    HostileProfile("bindings of one chord", board + "  bindings:\n") { _ in "    tab+z: next\n" },
    HostileProfile("bindings of unknown keys", board + "  bindings:\n") { "    tab+kez\($0): next\n" },
    HostileProfile("bindings to gesture mode") { size, most in
      fill(size, most, board + "  bindings:\n") { "    \(keys($0)): gesture-mode\n" }
    },
    HostileProfile("bindings inside and outside gesture mode") { size, most in
      let inside = fill(size / 2, most, "  gesture-bindings:\n    esc: next\n") { "    \(keys($0)): next\n" }
      return fill(size - inside.utf8.count, most, board + "  bindings:\n") { "    \(keys($0)): gesture-mode(on)\n" }
        + inside
    },
    HostileProfile("hold-bindings", board + "  hold-bindings:\n") {
      "    \(keys($0)): {after: 1s, do: x-a\($0)}\n"
    },
    HostileProfile("a chord of many keys", board + "  bindings: {\"", "a\": next}\n") { _ in "tab+" },
    HostileProfile("signs that no layout has", board + "  layout: us\n  bindings:\n") {
      "    tab+\(Character(Unicode.Scalar(UInt32(0x4E00 + $0)) ?? "x")): next\n"
    },
  ]

  private static let policies: [HostileProfile] = [
    HostileProfile("alone", wide + "policy:\n  alone:\n") { "    x-a\($0): a\n" },
    HostileProfile("alone, unknown commands", wide + "policy:\n  alone:\n") { "    acto\($0): a\n" },
    HostileProfile("alone, and as many bindings") { size, most in
      let alone = fill(size / 2, most, "policy:\n  alone:\n") { "    x-a\($0): a\n" }
      return fill(size - alone.utf8.count, most, board + "  bindings:\n") { "    \(keys($0)): x-a\($0)\n" } + alone
    },
    HostileProfile("confirm, and as many commands") { size, most in
      let asked = fill(size / 2, most, "policy: {confirm: [", "]}\n") { "x-b\($0)," }
      return fill(size - asked.utf8.count, most, board + "  bindings:\n") { "    \(keys($0)): x-a\($0)\n" } + asked
    },
  ]

  private static let chains: [HostileProfile] = [
    chain("sixteen files of switches", 16) {
      "switches:\n" + $0
    } piece: {
      "  s\($0): {input: d/abs_x>\(level($0))%, tap: select}\n"
    },
    chain("sixteen files of the same switches", 16) {
      "switches:\n" + $0
    } piece: {
      "  s\($0 % 600): {input: d/abs_x>\(level($0 % 600))%, tap: select}\n"
    },
    chain("two files of switches", 2) {
      "switches:\n" + $0
    } piece: {
      "  s\($0): {input: d/abs_x>\(level($0))%, tap: select}\n"
    },
    chain("sixteen files of bindings", 16) {
      "keyboard:\n  bindings:\n" + $0
    } piece: {
      "    \(keys($0)): next\n"
    },
    chain("sixteen files of what commands type", 16) {
      "policy:\n  alone:\n" + $0
    } piece: {
      "    x-a\($0): a\n"
    },
    chain("sixteen files of chords", 16) {
      "chords:\n" + $0
    } piece: {
      "  s\($0 % 40)+s\($0 / 40): {within: 90ms, do: x-a}\n"
    },
    chain("two files of long maps", 2) {
      "policy: {alone: {" + $0 + "}}\n"
    } piece: {
      "x\($0),"
    },
    chain("three files of long maps", 3, each: largest) {
      "policy: {alone: {" + $0 + "}}\n"
    } piece: {
      "x\($0),"
    },
  ]

  /// Files that extend one another, with pieces that go on from one to the next, 512 KiB in all.
  private static func chain(
    _ name: String, _ count: Int, each: Int? = nil, _ section: @escaping @Sendable (String) -> String,
    piece: @escaping @Sendable (Int) -> String
  ) -> HostileProfile {
    @Sendable func file(_ index: Int, _ size: Int, _ most: Int) -> String {
      let extends = index + 1 < count ? "extends: b\(index + 1)\n" : ""
      let head = "switchway: 1\n\(extends)devices: {d: {match: {kind: joystick}}}\n"
      let room = (each.map { $0 * size / largest } ?? 2 * size / count) - head.utf8.count - 100
      return head + section(fill(room, most, "") { piece(index * 600 + $0) })
    }
    return HostileProfile(
      name,
      bases: { size, most in
        Dictionary((1..<count).map { ("b\($0)", file($0, size, most)) }) { first, _ in first }
      }
    ) { size, most in file(0, size, most) }
  }
}

// The pieces of the shapes.
extension HostileProfile {
  private static let board =
    "switchway: 1\ndevices: {k: {match: {kind: keyboard}}, d: {match: {kind: joystick}}}\n"
    + "switches: {ok: {input: d/button-1, tap: select}}\nkeyboard:\n"

  /// A level of its own for each index: 1…100 % in thousandths.
  private static func level(_ index: Int) -> String {
    let thousandths = 1_000 + index % 99_000
    return "\(thousandths / 1_000)." + String(String(1_000 + thousandths % 1_000).dropFirst())
  }

  private static func kinds(_ index: Int) -> String {
    let words = ["keyboard", "switch-interface", "joystick", "gamepad", "pedal", "pointer", "touch", "system", "other"]
    return words.indices.filter { (index % 511 + 1) & (1 << $0) != 0 }.map { words[$0] }.joined(separator: ",")
  }

  /// A chord of its own for each index: modifiers, then a key by its number.
  private static func keys(_ index: Int) -> String {
    let modifiers = ["tab+", "ctrl+", "alt+", "altgr+", "super+", "fn+", "leftshift+"]
    let chosen = index / 200 + 1
    return modifiers.indices.filter { chosen & (1 << $0) != 0 }.map { modifiers[$0] }.joined()
      + "0x" + String(index % 200 + 18, radix: 16)
  }

  /// A file with this many switches.
  private static func abc(_ count: Int) -> String {
    fill(.max, count, "switchway: 1\ndevices: {d: {match: {kind: joystick}}}\nswitches:\n") {
      "  s\($0): {input: d/abs_x>\(level($0))%, tap: select}\n"
    }
  }

  /// Switches of which each names as many others as there is room for.
  private static func manySwitches(_ size: Int, _ field: (String) -> String) -> String {
    var count = 4
    while count * count * 6 < size { count += 1 }
    let names = (0..<count).map { "s\($0)" }
    return fill(size, count, "switchway: 1\ndevices: {d: {match: {kind: joystick}}}\nswitches:\n") { index in
      let others = names.indices.filter { $0 != index }.map { names[$0] }.joined(separator: ",")
      return "  s\(index): {input: d/abs_x>\(level(index))%, tap: select, \(field(others))}\n"
    }
  }
}
