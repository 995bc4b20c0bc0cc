import Fixtures
import SwitchwayCore
import SwitchwayTime

/// The life of two keyboards, from bytes, held to what the property tests of keyboards say is true of any.
final class KeysTarget: FuzzTarget {
  init() {}

  func run(_ bytes: [UInt8]) {
    var input = InputBytes(bytes)
    let isPlain = input.byte() & 1 == 0
    var random = SeededGenerator(seed: UInt64(input.number16()))
    let extra = input.byte()
    guard let profiles = try? (0..<3).map({ _ in try KeyboardWorld.profile(isPlain: isPlain, &random) }) else {
      found("a profile of the world is wrong")
    }
    var world = KeyboardWorld(profiles: profiles, isPlain: isPlain)
    var time: Int64 = 0
    while !input.isAtEnd {
      time += input.delay()
      world.steps.append((KeysTarget.step(&input), Instant(time)))
    }
    var run = KeyboardRun(world)
    run.play()
    if !run.faults.isEmpty { found(run.faults.joined(separator: "; ")) }
    guard extra & 1 == 1 else { return }
    var other = KeyboardRun(world, extra: UInt64(extra))
    other.play()
    if other.all != run.all { found("telling the time in between changes what happens") }
  }

  /// Three bytes: what happens, to which key, and the rest.
  private static func step(_ input: inout InputBytes) -> KeyboardWorld.Step {
    let (kind, which, rest) = (input.byte(), input.byte(), input.byte())
    let node = Int(rest & 1)
    if kind < 192 { return .edge(node: node, key(which), down: kind & 1 == 1) }
    let isOn = rest & 2 != 0
    let keys = [which, rest >> 2].filter { $0 != 0 }.map(key).filter { $0 < 0x300 }
    switch kind & 31 {
    case 0: return .detach(node: node)
    case 1: return .giveBack(node: node, delivers: isOn)
    case 2, 3: return .take(node: node)
    case 4, 5: return .resync(node: node, keys)
    case 6: return .loss(node: node, key(which))
    case 7, 8, 9: return .attach(node: node, keys, isTaken: isOn)
    case 10...13: return .claims(UInt64(which) &* 0x9E37_79B9_7F4A_7C15)
    case 14, 15: return .text(isOn)
    case 16, 17: return .gesturing(isOn)
    case 18, 19: return .resting(isOn)
    case 20...22: return .passThrough(["on", "off", "once", "toggle"][Int(which & 3)])
    case 23: return .type
    case 24...26: return .hold(isOn)
    case 27: return .profile(Int(which) % 3)
    default: return .resume
    }
  }

  private static let keys = [KeyboardWorld.tab] + KeyboardWorld.modifiers + KeyboardWorld.others

  /// The keys that are bound, then those that mean nothing or are none.
  private static func key(_ number: UInt8) -> UInt16 {
    if number < 160 { return keys[Int(number) % keys.count] }
    return number < 224 ? UInt16(number) : [0, 0x2FF, 0x300, 0xFFFF, 0x210][Int(number) % 5]
  }
}
