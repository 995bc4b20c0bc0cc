import Testing

@testable import SwitchwayCore

@Suite("unless: a switch that another blocks")
struct UnlessTests {
  /// `a` does nothing while `b` is closed; `b` needs 200 ms to be accepted.
  static func rig(steadying: SteadyingParameters = SteadyingPreset.quick.parameters) -> Rig {
    let slow = SteadyingParameters(debounce: .milliseconds(20), holdDuration: .milliseconds(200), ignoreRepeat: .zero)
    var a = Rig.switchOf(named: "a", code: 0x100, steadying, .tapOnly)
    a.unless = [1]
    return Rig([a, Rig.switchOf(named: "b", code: 0x101, slow, .tapOnly)])
  }

  static let rows: [Row] = [
    Row(
      "rejected at once, and its contact does nothing more", .gentle, "b100v a150v b200^ a400^ a600v a650^",
      [
        "b pending 100 until 300 hold-duration", "150 a rejected 150 neighbour", "220 b rejected 100 too-short",
        "600 a down 600", "600 a tap 600", "675 a up 650",
      ]),
    Row(
      "the other's contact counts before steadying, and only while it is closed", .gentle, "b100v b140^ a150v a200^",
      [
        "b pending 100 until 300 hold-duration", "150 a down 150", "150 a tap 150", "160 b rejected 100 too-short",
        "225 a up 200",
      ]),
    Row(
      "in one frame, in the frame's order: the other came first", .gentle, "b100v a100v a200^ b200^",
      [
        "b pending 100 until 300 hold-duration", "100 a rejected 100 neighbour", "220 b rejected 100 too-short",
      ]),
    Row(
      "... and this one came first", .gentle, "a100v b100v a200^ b200^",
      [
        "100 a down 100", "100 a tap 100", "b pending 100 until 300 hold-duration", "220 b rejected 100 too-short",
        "225 a up 200",
      ]),
    Row(
      "a bounce of a press that was there before is no new press", .gentle, "a100v b150v a200^ a210v a400^ b400^",
      [
        "100 a down 100", "100 a tap 100", "b pending 150 until 350 hold-duration", "350 b down 150", "350 b tap 150",
        "420 b up 400", "425 a up 400",
      ]),
  ]

  @Test("each case", arguments: rows)
  func row(_ row: Row) {
    var rig = Self.rig()
    #expect(rig.play(row.timeline) == row.expected)
  }

  @Test("of two switches that block each other the first wins")
  func mutual() {
    var a = Rig.switchOf(named: "a", code: 0x100, .gentle, .tapOnly)
    var b = Rig.switchOf(named: "b", code: 0x101, .gentle, .tapOnly)
    a.unless = [1]
    b.unless = [0]
    var rig = Rig([a, b])
    #expect(
      rig.play("b100v a120v a300^ b300^") == [
        "100 b down 100", "100 b tap 100", "120 a rejected 120 neighbour", "330 b up 300",
      ])
  }
}
