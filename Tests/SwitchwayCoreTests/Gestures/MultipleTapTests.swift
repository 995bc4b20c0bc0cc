import Testing

@testable import SwitchwayCore

/// `double` and `triple`, alone and beside the other gestures.
@Suite("Two and three presses")
struct MultipleTapTests {
  static let quick = SteadyingPreset.quick.parameters
  static func bindings(
    tap: Bool = true, hold: Bool = false, double: Int64? = 350, triple: Int64? = nil, nothing: Bool = false
  ) -> GestureBindings {
    let menu = nothing ? ScanCommand(name: "nothing", arguments: [], group: .daemon) : ScanCommand.menu
    return GestureBindings(
      tap: tap ? .next : nil, hold: hold ? .init(after: .milliseconds(800), command: .menu) : nil,
      double: double.map { .init(within: .milliseconds($0), command: menu) },
      triple: triple.map { .init(within: .milliseconds($0), command: menu) })
  }

  static let rows: [Row] = [
    Row(
      "one press: a tap, when the window ends", quick, bindings(), "100v 200^",
      ["100 a down 100", "225 a up 200", "a pending 100 until 550 double", "550 a tap 100-200"]),
    Row(
      "a second press one microsecond before the end of the window: double, at its press", quick, bindings(),
      "100v 200^ 549.999v 900^",
      [
        "100 a down 100", "225 a up 200", "a pending 100 until 550 double", "549.999 a down 549.999",
        "549.999 a double 100", "925 a up 900",
      ]),
    Row(
      "a second press exactly at the end of the window is too late", quick, bindings(), "100v 200^ 550v 600^",
      [
        "100 a down 100", "225 a up 200", "a pending 100 until 550 double", "550 a tap 100-200", "550 a down 550",
        "625 a up 600", "a pending 550 until 950 double", "950 a tap 550-600",
      ]),
    Row(
      "... and so is one a microsecond after it", quick, bindings(), "100v 200^ 550.001v 600^",
      [
        "100 a down 100", "225 a up 200", "a pending 100 until 550 double", "550 a tap 100-200",
        "550.001 a down 550.001", "625 a up 600", "a pending 550.001 until 950 double", "950 a tap 550.001-600",
      ]),
    Row(
      "the second press of a double may last for as long as it likes", quick, bindings(hold: true),
      "100v 200^ 300v 3000^",
      [
        "100 a down 100", "a pending 100 until 900 hold", "225 a up 200", "a pending 100 until 550 double",
        "300 a down 300", "300 a double 100", "3025 a up 3000",
      ]),
    Row(
      "a hold comes before there is a window", quick, bindings(hold: true), "100v 900^",
      ["100 a down 100", "a pending 100 until 900 hold", "900 a hold 100", "925 a up 900"]),
    Row(
      "without hold a press of any length is the first of two", quick, bindings(), "100v 5000^ 5100v 5200^",
      [
        "100 a down 100", "5025 a up 5000", "a pending 100 until 5350 double", "5100 a down 5100",
        "5100 a double 100", "5225 a up 5200",
      ]),
    Row(
      "three presses with double alone: a double, and a tap", quick, bindings(), "100v 150^ 200v 250^ 300v 350^",
      [
        "100 a down 100", "175 a up 150", "a pending 100 until 500 double", "200 a down 200", "200 a double 100",
        "275 a up 250", "300 a down 300", "375 a up 350", "a pending 300 until 700 double", "700 a tap 300-350",
      ]),
    Row(
      "double with triple: at the second release and its window", quick, bindings(triple: 400),
      "100v 150^ 200v 250^",
      [
        "100 a down 100", "175 a up 150", "a pending 100 until 550 double", "200 a down 200", "275 a up 250",
        "a pending 100 until 650 double", "650 a double 100-250",
      ]),
    Row(
      "triple: at the third press", quick, bindings(triple: 400), "100v 150^ 200v 250^ 649.999v 700^",
      [
        "100 a down 100", "175 a up 150", "a pending 100 until 550 double", "200 a down 200", "275 a up 250",
        "a pending 100 until 650 double", "649.999 a down 649.999", "649.999 a triple 100", "725 a up 700",
      ]),
    Row(
      "a third press exactly at the end is a new first one", quick, bindings(triple: 400),
      "100v 150^ 200v 250^ 650v 700^",
      [
        "100 a down 100", "175 a up 150", "a pending 100 until 550 double", "200 a down 200", "275 a up 250",
        "a pending 100 until 650 double", "650 a double 100-250", "650 a down 650", "725 a up 700",
        "a pending 650 until 1100 double", "1100 a tap 650-700",
      ]),
    Row(
      "... and one a microsecond after it, too", quick, bindings(triple: 400), "100v 150^ 200v 250^ 650.001v 700^",
      [
        "100 a down 100", "175 a up 150", "a pending 100 until 550 double", "200 a down 200", "275 a up 250",
        "a pending 100 until 650 double", "650 a double 100-250", "650.001 a down 650.001", "725 a up 700",
        "a pending 650.001 until 1100 double", "1100 a tap 650.001-700",
      ]),
    Row(
      "triple without double: two presses are two taps, in order", quick, bindings(double: nil, triple: 400),
      "100v 150^ 200v 250^",
      [
        "100 a down 100", "175 a up 150", "a pending 100 until 550 double", "200 a down 200", "275 a up 250",
        "a pending 100 until 650 double", "650 a tap 100-150", "650 a tap 200-250",
      ]),
    Row(
      "too late for double, in time for triple: still two taps", quick, bindings(double: 200, triple: 400),
      "100v 150^ 350v 400^",
      [
        "100 a down 100", "175 a up 150", "a pending 100 until 550 double", "350 a down 350", "425 a up 400",
        "a pending 100 until 800 double", "800 a tap 100-150", "800 a tap 350-400",
      ]),
    Row(
      "too late for triple, in time for double: a double at once", quick, bindings(double: 400, triple: 200),
      "100v 150^ 350v 400^",
      [
        "100 a down 100", "175 a up 150", "a pending 100 until 550 double", "350 a down 350", "350 a double 100",
        "425 a up 400",
      ]),
    Row(
      "hold in the second of what may be three: the first is a tap, then the hold", quick,
      bindings(hold: true, double: nil, triple: 400), "100v 150^ 200v 2000^",
      [
        "100 a down 100", "a pending 100 until 900 hold", "175 a up 150", "a pending 100 until 550 double",
        "200 a down 200", "a pending 200 until 1000 hold", "1000 a tap 100-150", "1000 a hold 200", "2025 a up 2000",
      ]),
    Row(
      "double without tap: a press alone has no gesture", quick, bindings(tap: false), "100v 200^",
      ["100 a down 100", "225 a up 200", "a pending 100 until 550 double", "550 a rejected 100 no-gesture"]),
    Row(
      "hold and double without tap: short is no gesture, for there is not hold alone", quick,
      bindings(tap: false, hold: true), "100v 200^",
      [
        "100 a down 100", "a pending 100 until 900 hold", "225 a up 200", "a pending 100 until 550 double",
        "550 a rejected 100 no-gesture",
      ]),
    Row(
      "a double that does nothing answers both presses", quick, bindings(nothing: true), "100v 200^ 300v 400^",
      [
        "100 a down 100", "225 a up 200", "a pending 100 until 550 double", "300 a down 300",
        "300 a rejected 100 no-gesture", "300 a rejected 300 no-gesture", "425 a up 400",
      ]),
    Row(
      "unplugged while it waits for the second", quick, bindings(), "100v 200^ 300!",
      ["100 a down 100", "225 a up 200", "a pending 100 until 550 double", "300 a rejected 100 device-lost"]),
    Row(
      "unplugged in the second: both are lost", quick, bindings(triple: 400), "100v 150^ 200v 220!",
      [
        "100 a down 100", "175 a up 150", "a pending 100 until 550 double", "200 a down 200", "220 a up 220",
        "220 a rejected 100 device-lost", "220 a rejected 200 device-lost",
      ]),
    Row(
      "the second's release is lost: it is rejected, and the first goes on", quick, bindings(triple: 400),
      "100v 150^ 200v 220=^",
      [
        "100 a down 100", "175 a up 150", "a pending 100 until 550 double", "200 a down 200", "220 a up 220",
        "220 a rejected 200 sync-lost", "550 a tap 100-150",
      ]),
    Row(
      "a second press that was found by reading makes the double uncertain", quick, bindings(), "100v 150^ 200=v 300^",
      [
        "100 a down 100", "175 a up 150", "a pending 100 until 500 double", "200 a down 200",
        "200 a double 100 uncertain", "325 a up 300",
      ]),
  ]

  @Test("each case, and both sides of each boundary", arguments: rows)
  func row(_ row: Row) {
    var rig = Rig([Rig.switchOf(row.steadying, row.gestures)])
    #expect(rig.play(row.timeline) == row.expected)
  }

  static let slow = SteadyingParameters(
    debounce: .milliseconds(20), holdDuration: .milliseconds(100), ignoreRepeat: .zero)
  static let held: [Row] = [
    Row(
      "a contact that began in the window and is accepted after it: double", slow, bindings(),
      "100v 300^ 640v 900^",
      [
        "a pending 100 until 200 hold-duration", "200 a down 100", "320 a up 300", "a pending 100 until 650 double",
        "a pending 640 until 740 hold-duration", "740 a down 640", "740 a double 100", "920 a up 900",
      ]),
    Row(
      "a contact that began in the window and is too short: the window ends with it", slow, bindings(),
      "100v 300^ 640v 660^",
      [
        "a pending 100 until 200 hold-duration", "200 a down 100", "320 a up 300", "a pending 100 until 650 double",
        "a pending 640 until 740 hold-duration", "680 a rejected 640 too-short", "680 a tap 100-300",
      ]),
    Row(
      "a contact that began exactly at the end holds nothing", slow, bindings(), "100v 300^ 650v 900^",
      [
        "a pending 100 until 200 hold-duration", "200 a down 100", "320 a up 300", "a pending 100 until 650 double",
        "650 a tap 100-300", "a pending 650 until 750 hold-duration", "750 a down 650", "920 a up 900",
        "a pending 650 until 1250 double", "1250 a tap 650-900",
      ]),
  ]

  @Test("windows are counted from contacts, and wait for undecided ones", arguments: held)
  func windows(_ row: Row) {
    var rig = Rig([Rig.switchOf(row.steadying, row.gestures)])
    #expect(rig.play(row.timeline) == row.expected)
  }
}
