import Testing

@testable import SwitchwayCore

/// One character is 10 ms; `debounce` 30 ms, `neighbour` 70 ms, `neighbour-max` 200 ms:
///
///     a  ..########################      a  ..#######...           a  ..####............
///     b  ....######################      b  ....############       b  ........##########
///                              A                   x                         A
///                                                  A               a is parked; b is closed and wins when
///     both closed: the earlier wins      a opened first            its own 70 ms are over
@Suite("Neighbours")
struct NeighbourTests {
  struct Case: CustomTestStringConvertible, Sendable {
    var name: String
    var switches: [SwitchDefinition]
    var timeline: String
    var expected: [String]
    var testDescription: String { name }

    init(_ name: String, _ timeline: String, _ expected: [String]) {
      self.init(name, both, timeline, expected)
    }

    init(_ name: String, _ switches: [SwitchDefinition], _ timeline: String, _ expected: [String]) {
      self.name = name
      self.switches = switches
      self.timeline = timeline
      self.expected = expected
    }
  }

  static func parameters(hold: Int64 = 0, neighbour: Int64 = 70, most: Int64 = 200) -> SteadyingParameters {
    SteadyingParameters(
      debounce: .milliseconds(30), holdDuration: .milliseconds(hold), neighbour: .milliseconds(neighbour),
      neighbourMax: .milliseconds(most))
  }

  static func named(
    _ name: String, _ parameters: SteadyingParameters = parameters(), _ gestures: GestureBindings = .tapOnly,
    beside neighbours: Neighbours = .everyone
  ) -> SwitchDefinition {
    let place = UInt16(["a": 0, "b": 1, "c": 2][name] ?? 3)
    var definition = Rig.switchOf(named: name, code: 0x100 + place, parameters, gestures)
    definition.neighbours = neighbours
    return definition
  }

  static let both = [named("a"), named("b")]

  static let alone: [Case] = [
    Case(
      "one switch waits for its neighbours", "100v 300^",
      ["a pending 100 until 170 neighbour", "170 a down 100", "170 a tap 100", "330 a up 300"]),
    Case(
      "let go sooner, it is parked, and accepted then; its end is told at once", "100v 110^",
      ["a pending 100 until 170 neighbour", "170 a down 100", "170 a tap 100", "170 a up 110"]),
    Case(
      "... not before its release is sure", "100v 169.999^",
      ["a pending 100 until 170 neighbour", "199.999 a down 100", "199.999 a tap 100", "199.999 a up 169.999"]),
    Case(
      "a parked press that closes again is accepted at its gate", "100v 110^ 150v 400^",
      ["a pending 100 until 170 neighbour", "170 a down 100", "170 a tap 100", "430 a up 400"]),
    Case(
      "... and not before it closed", "100v 110^ 169.999v 400^",
      ["a pending 100 until 170 neighbour", "170 a down 100", "170 a tap 100", "430 a up 400"]),
    Case(
      "the gate that ends last names the wait", [named("a", parameters(hold: 70))], "100v 300^",
      ["a pending 100 until 170 hold-duration", "170 a down 100", "170 a tap 100", "330 a up 300"]),
    Case(
      "... a shorter hold does not", [named("a", parameters(hold: 69))], "100v 300^",
      ["a pending 100 until 170 neighbour", "170 a down 100", "170 a tap 100", "330 a up 300"]),
    Case(
      "unplugged while parked", "100v 110^ 150!",
      ["a pending 100 until 170 neighbour", "150 a rejected 100 device-lost"]),
    Case(
      "too short for its hold, it is not parked", [named("a", parameters(hold: 20))], "100v 119.999^",
      ["a pending 100 until 170 neighbour", "149.999 a rejected 100 too-short"]),
  ]

  static let pairs: [Case] = [
    Case(
      "both stay closed: decided neighbour-max after the later start, the earlier start wins",
      "a100v b120v a900^ b950^",
      [
        "a pending 100 until 170 neighbour", "b pending 120 until 320 neighbour", "a pending 100 until 320 neighbour",
        "320 b rejected 120 neighbour", "320 a down 100", "320 a tap 100", "930 a up 900",
      ]),
    Case(
      "exactly neighbour apart, the first is accepted before", "a100v b170v a400^ b420^",
      [
        "a pending 100 until 170 neighbour", "170 a down 100", "170 a tap 100", "b pending 170 until 240 neighbour",
        "240 b down 170", "240 b tap 170", "430 a up 400", "450 b up 420",
      ]),
    Case(
      "one microsecond less apart, they are weighed", "a100v b169.999v a400^ b420^",
      [
        "a pending 100 until 170 neighbour", "b pending 169.999 until 369.999 neighbour",
        "a pending 100 until 369.999 neighbour", "369.999 b rejected 169.999 neighbour", "369.999 a down 100",
        "369.999 a tap 100", "430 a up 400",
      ]),
    Case(
      "the one that is let go first loses, when its release is sure; the other is accepted then",
      "a100v b120v a200^ b400^",
      [
        "a pending 100 until 170 neighbour", "b pending 120 until 320 neighbour", "a pending 100 until 320 neighbour",
        "230 a rejected 100 neighbour", "230 b down 120", "230 b tap 120", "430 b up 400",
      ]),
    Case(
      "... before the other's gate, which still holds", "a100v b120v a130^ b400^",
      [
        "a pending 100 until 170 neighbour", "b pending 120 until 320 neighbour", "a pending 100 until 320 neighbour",
        "160 a rejected 100 neighbour", "190 b down 120", "190 b tap 120", "430 b up 400",
      ]),
    Case(
      "an opening shorter than debounce decides nothing", "a100v b120v a200^ a229.999v a400^ b500^",
      [
        "a pending 100 until 170 neighbour", "b pending 120 until 320 neighbour", "a pending 100 until 320 neighbour",
        "320 b rejected 120 neighbour", "320 a down 100", "320 a tap 100", "430 a up 400",
      ]),
    Case(
      "a parked one loses against one that is closed, when that one's gate ends", "a100v a110^ b150v b400^",
      [
        "a pending 100 until 170 neighbour", "b pending 150 until 220 neighbour", "a pending 100 until 220 neighbour",
        "220 a rejected 100 neighbour", "220 b down 150", "220 b tap 150", "430 b up 400",
      ]),
    Case(
      "both parked: the longer closed time wins, here the first", "a100v a125^ b160v b180^",
      [
        "a pending 100 until 170 neighbour", "b pending 160 until 230 neighbour", "a pending 100 until 230 neighbour",
        "210 b rejected 160 neighbour", "210 a down 100", "210 a tap 100", "210 a up 125",
      ]),
    Case(
      "... here the second", "a100v a110^ b160v b180^",
      [
        "a pending 100 until 170 neighbour", "b pending 160 until 230 neighbour", "a pending 100 until 230 neighbour",
        "210 a rejected 100 neighbour", "210 b down 160", "210 b tap 160", "210 b up 180",
      ]),
    Case(
      "the rival is too short: the other goes on alone", [named("a"), named("b", parameters(hold: 50))],
      "a100v b120v b150^ a400^",
      [
        "a pending 100 until 170 neighbour", "b pending 120 until 320 neighbour", "a pending 100 until 320 neighbour",
        "180 b rejected 120 too-short", "180 a down 100", "180 a tap 100", "430 a up 400",
      ]),
    Case(
      "the loser does nothing until it is open, and then at once again", "a100v b120v b350^ b400v b600^ a900^",
      [
        "a pending 100 until 170 neighbour", "b pending 120 until 320 neighbour", "a pending 100 until 320 neighbour",
        "320 b rejected 120 neighbour", "320 a down 100", "320 a tap 100", "b pending 400 until 470 neighbour",
        "470 b down 400", "470 b tap 400", "630 b up 600", "930 a up 900",
      ]),
    Case(
      "closed at one time: the one that closed first in the frame's order wins by its place", "a100v b100v a400^ b400^",
      [
        "a pending 100 until 170 neighbour", "b pending 100 until 300 neighbour", "a pending 100 until 300 neighbour",
        "300 b rejected 100 neighbour", "300 a down 100", "300 a tap 100", "430 a up 400",
      ]),
    Case(
      "two releases that were lost together: nothing is made of either", "a100v b120v a200!",
      [
        "a pending 100 until 170 neighbour", "b pending 120 until 320 neighbour", "a pending 100 until 320 neighbour",
        "200 a rejected 100 device-lost", "200 b rejected 120 device-lost",
      ]),
    Case(
      "one release that was lost: the other is accepted", "a100v b120v a200=^ b400^",
      [
        "a pending 100 until 170 neighbour", "b pending 120 until 320 neighbour", "a pending 100 until 320 neighbour",
        "200 a rejected 100 sync-lost", "200 b down 120", "200 b tap 120", "430 b up 400",
      ]),
  ]

  static let three: [Case] = [
    Case(
      "of several the one that closed last; a switch with a rival takes no second",
      [
        named("a", beside: .only([])), named("b", beside: .only([])), named("c", beside: .only([0, 1])),
      ], "a100v b110v c130v b300^ c400^ a500^",
      [
        "a pending 100 until 170 neighbour", "b pending 110 until 180 neighbour", "c pending 130 until 330 neighbour",
        "b pending 110 until 330 neighbour", "170 a down 100", "170 a tap 100", "330 c rejected 130 neighbour",
        "330 b down 110", "330 b tap 110", "330 b up 300", "530 a up 500",
      ]),
    Case(
      "a third finds both taken", [named("a"), named("b"), named("c")], "a100v b110v c120v a400^ b400^ c400^",
      [
        "a pending 100 until 170 neighbour", "b pending 110 until 310 neighbour", "a pending 100 until 310 neighbour",
        "c pending 120 until 190 neighbour", "190 c down 120", "190 c tap 120", "310 b rejected 110 neighbour",
        "310 a down 100", "310 a tap 100", "430 a up 400", "430 c up 400",
      ]),
    Case(
      "switches that are not named are not weighed",
      [named("a", beside: .only([2])), named("b", beside: .only([2])), named("c")], "a100v b110v a400^ b400^",
      [
        "a pending 100 until 170 neighbour", "b pending 110 until 180 neighbour", "170 a down 100", "170 a tap 100",
        "180 b down 110", "180 b tap 110", "430 a up 400", "430 b up 400",
      ]),
    Case(
      "a switch without neighbour is weighed where it is named",
      [named("a", parameters(hold: 100, neighbour: 0)), named("b", beside: .only([0]))], "a100v b150v a400^ b400^",
      [
        "a pending 100 until 200 hold-duration", "b pending 150 until 350 neighbour",
        "a pending 100 until 350 neighbour",
        "350 b rejected 150 neighbour", "350 a down 100", "350 a tap 100", "430 a up 400",
      ]),
    Case(
      "... and not where it is not", [named("a", parameters(hold: 100, neighbour: 0)), named("b"), named("c")],
      "a100v b150v a400^ b400^",
      [
        "a pending 100 until 200 hold-duration", "b pending 150 until 220 neighbour", "200 a down 100", "200 a tap 100",
        "220 b down 150", "220 b tap 150", "430 a up 400", "430 b up 400",
      ]),
  ]

  @Test("each transition, and both sides of each boundary", arguments: alone + pairs + three)
  func row(_ row: Case) {
    var rig = Rig(row.switches)
    let lines = rig.play(row.timeline)
    #expect(lines == row.expected)
  }

  @Test("a parked press that was long enough for a hold is a hold")
  func parkedHold() {
    let hold = GestureBindings(tap: .next, hold: .init(after: .milliseconds(50), command: .menu))
    var rig = Rig([Self.named("a", Self.parameters(neighbour: 150), hold)])
    let lines = rig.play("100v 160^ 500v 540^")
    #expect(
      lines == [
        "a pending 100 until 250 neighbour", "250 a down 100", "250 a hold 100", "250 a up 160",
        "a pending 500 until 650 neighbour", "650 a down 500", "650 a up 540", "650 a tap 500-540",
      ])
  }
}
