import DeviceFacts
import SwitchwayCore
import Testing

@Suite("real devices: matching")
struct FactMatchTests {
  /// A key of `match`: a value that matches a node, and one that does not.
  struct Key: Sendable, CustomTestStringConvertible {
    var testDescription: String
    /// Whether it alone suffices for a device that must not be taken by accident.
    var isSure = false
    var right: @Sendable (DeviceDescription) -> DeviceMatch
    var wrong: @Sendable (DeviceDescription) -> DeviceMatch
  }

  static let keys: [Key] = [
    Key(
      testDescription: "exact name", isSure: true, right: { DeviceMatch(name: Glob($0.name)) },
      wrong: { DeviceMatch(name: Glob($0.name + " 2")) }),
    Key(
      testDescription: "name glob", right: { DeviceMatch(name: Glob(String($0.name.prefix(3)) + "*")) },
      wrong: { DeviceMatch(name: Glob("x" + $0.name + "*")) }),
    Key(
      testDescription: "id", isSure: true, right: { DeviceMatch(id: Glob($0.id)) },
      wrong: { DeviceMatch(id: Glob($0.id + "0")) }),
    Key(
      testDescription: "id glob", isSure: true, right: { DeviceMatch(id: Glob($0.id.prefix(5) + "*")) },
      wrong: { DeviceMatch(id: Glob("*:f" + $0.id.suffix(4))) }),
    Key(
      testDescription: "uniq", right: { DeviceMatch(uniq: Glob($0.uniq)) },
      wrong: { DeviceMatch(uniq: Glob($0.uniq + "f")) }),
    Key(
      testDescription: "phys", right: { DeviceMatch(phys: Glob($0.phys)) },
      wrong: { DeviceMatch(phys: Glob($0.phys + "/")) }),
    Key(
      testDescription: "kind", right: { DeviceMatch(kinds: [$0.kind]) },
      wrong: { node in DeviceMatch(kinds: DeviceKind.allCases.filter { $0 != node.kind }) }),
    Key(
      testDescription: "kinds", right: { _ in DeviceMatch(kinds: DeviceKind.allCases) },
      wrong: { DeviceMatch(kinds: [$0.kind == .pedal ? .keyboard : .pedal]) }),
    Key(
      testDescription: "bus", right: { DeviceMatch(bus: $0.busName) },
      wrong: { DeviceMatch(bus: $0.busName == "usb" ? "bluetooth" : "usb") }),
    Key(
      testDescription: "path", isSure: true, right: { DeviceMatch(path: Glob($0.links[0])) },
      wrong: { DeviceMatch(path: Glob($0.links[0] + "-kbd")) }),
  ]

  /// Both matches in one; a key that both have is taken from the first.
  static func both(_ one: DeviceMatch, _ other: DeviceMatch) -> DeviceMatch {
    DeviceMatch(
      name: one.name ?? other.name, id: one.id ?? other.id, uniq: one.uniq ?? other.uniq, phys: one.phys ?? other.phys,
      kinds: one.kinds.isEmpty ? other.kinds : one.kinds, bus: one.bus ?? other.bus, path: one.path ?? other.path)
  }

  @Test("each key matches every device with its value and no other", arguments: keys)
  func alone(key: Key) {
    for fact in DeviceFact.all {
      #expect(key.right(fact.node).matches(fact.node) == (key.isSure || !fact.isGuarded), "\(fact)")
      #expect(!key.wrong(fact.node).matches(fact.node), "\(fact)")
    }
  }

  @Test("two keys must both match", arguments: keys)
  func together(key: Key) {
    for fact in DeviceFact.all {
      let node = fact.node
      for other in Self.keys {
        let isSure = key.isSure || other.isSure || !fact.isGuarded
        // Two keys over the name, or over the id, cannot both be given: the first is used, and the glob does not become
        // an exact name.
        let right = Self.both(key.right(node), other.right(node))
        let counts =
          key.testDescription == "name glob" && other.testDescription == "exact name" ? !fact.isGuarded : isSure
        #expect(right.matches(node) == counts, "\(fact) \(other.testDescription)")
        #expect(!Self.both(key.wrong(node), other.right(node)).matches(node), "\(fact) \(other.testDescription)")
      }
    }
  }

  @Test("an entry matches by id and kind, and the first matching entry is used", arguments: DeviceFact.all)
  func entry(fact: DeviceFact) {
    let node = fact.node
    let other: DeviceKind = node.kind == .touch ? .keyboard : .touch
    let profile = Profile(
      name: "p",
      devices: [
        DeviceEntry(name: "wrong kind", match: DeviceMatch(id: Glob(node.id), kinds: [other])),
        DeviceEntry(name: "wrong id", match: DeviceMatch(id: Glob("ffff:*"), kinds: [node.kind])),
        DeviceEntry(name: "first", match: DeviceMatch(id: Glob(node.id), kinds: [node.kind])),
        DeviceEntry(name: "second", match: DeviceMatch(name: Glob(node.name))),
      ])
    #expect(profile.entry(for: node) == 2)
  }

  @Test(
    "kind alone matches, except for system nodes and pointers",
    arguments: DeviceFact.all)
  func kindAlone(fact: DeviceFact) {
    let byKind = Profile(name: "p", devices: [DeviceEntry(name: "e", match: DeviceMatch(kinds: [fact.node.kind]))])
    #expect(byKind.entry(for: fact.node) == (fact.isGuarded ? nil : 0))
    let wild = DeviceMatch(name: Glob("*"), uniq: Glob("*"), phys: Glob("*"), kinds: DeviceKind.allCases)
    #expect(wild.matches(fact.node) == !fact.isGuarded)
  }

  @Test("an entry for another kind never matches a touch device", arguments: DeviceFact.of(kind: "touch"))
  func touch(fact: DeviceFact) {
    for kind in DeviceKind.allCases where kind != .touch {
      for match in [
        DeviceMatch(name: Glob("*"), kinds: [kind]), DeviceMatch(id: Glob("*"), kinds: [kind]),
        DeviceMatch(kinds: [kind], path: Glob("*")),
      ] { #expect(!match.matches(fact.node), "\(kind)") }
    }
  }

  @Test("one entry matches all nodes of a device, or those of one kind")
  func nodes() {
    let pedal = DeviceMatch(id: Glob("3553:b001"))
    #expect(DeviceFact.all.filter { pedal.matches($0.node) }.allSatisfy { $0.device == "PCsensor" })
    #expect(DeviceFact.all.count { pedal.matches($0.node) } == 3)
    let pad = DeviceMatch(id: Glob("054c:09cc"))
    #expect(DeviceFact.all.filter { pad.matches($0.node) }.map(\.kind) == ["gamepad", "other", "touch"])
    let buttons = DeviceMatch(id: Glob("054c:09cc"), kinds: [.gamepad])
    #expect(DeviceFact.all.filter { buttons.matches($0.node) }.map(\.kind) == ["gamepad"])
  }

  @Test("two equal devices are distinguished by where they are plugged in")
  func twins() {
    let twins = DeviceFact.all.filter { $0.vendor == 0x05f3 && $0.product == 0x00ff }
    #expect(twins.count == 2)
    let first = Profile(
      name: "p",
      devices: [
        DeviceEntry(name: "left", match: DeviceMatch(id: Glob("05f3:00ff"), phys: Glob("*-1/*"))),
        DeviceEntry(name: "right", match: DeviceMatch(id: Glob("05f3:00ff"))),
      ])
    #expect(twins.map { first.entry(for: $0.node) } == [0, 1])
  }
}
