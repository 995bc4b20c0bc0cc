import Testing

@testable import SwitchwayCore

/// One character is 20 ms; `debounce` 40 ms, `ignore-repeat` 300 ms, `override` 200 ms, `override-gap` 130 ms:
///
///     .....#####.......###########..       the second contact begins 140 ms after the first and is accepted
///          A    R               O          after being closed for 200 ms
@Suite("A long contact in the dead time is accepted")
struct OverrideTests {
  static let override = SteadyingParameters(
    debounce: .milliseconds(40), ignoreRepeat: .milliseconds(300), override: .milliseconds(200))
  static let first = ["100 a down 100", "100 a tap 100", "240 a up 200"]
  static let rows: [Row] = [
    Row(
      "closed for exactly override", override, "100v 200^ 340v 540^",
      first + ["540 a down 340", "540 a tap 340", "580 a up 540"]),
    Row(
      "closed for one microsecond less", override, "100v 200^ 340v 539.999^",
      first + ["579.999 a rejected 340 repeat"]),
    Row(
      "begun exactly override-gap after the contact before", override, "100v 200^ 330v 600^",
      first + ["530 a down 330", "530 a tap 330", "640 a up 600"]),
    Row(
      "begun one microsecond sooner", override, "100v 200^ 329.999v 600^", first + ["640 a rejected 329.999 repeat"]),
    Row(
      "only unbroken: a bounce begins its time anew, and its onset stays", override, "100v 200^ 340v 500^ 520v 720^",
      first + ["720 a down 340", "720 a tap 340", "760 a up 720"]),
    Row(
      "... and one microsecond less is not enough", override, "100v 200^ 340v 500^ 520v 719.999^",
      first + ["759.999 a rejected 340 repeat"]),
    Row(
      "the gap counts from the contact before, which was ignored itself", override,
      "100v 200^ 340v 400^ 500v 800^ 940v 1200^",
      first + [
        "440 a rejected 340 repeat", "840 a rejected 500 repeat", "1140 a down 940", "1140 a tap 940", "1240 a up 1200",
      ]),
    Row(
      "its release begins a dead time of its own", override, "100v 200^ 340v 600^ 800v 820^",
      first + ["540 a down 340", "540 a tap 340", "640 a up 600", "860 a rejected 800 repeat"]),
    Row(
      "unplugged before", override, "100v 200^ 340v 500!", first + ["500 a rejected 340 repeat"]),
    Row(
      "the gap counts from the end that unplugging made", override, "100v 200! 250+ 340v 700^",
      ["100 a down 100", "100 a tap 100", "200 a up 200", "540 a down 340", "540 a tap 340", "740 a up 700"]),
  ]

  @Test("each side of each boundary", arguments: rows)
  func row(_ row: Row) {
    var rig = Rig([Rig.switchOf(row.steadying, row.gestures)])
    let lines = rig.play(row.timeline)
    #expect(lines == row.expected)
  }
}

/// One character is 10 ms; `debounce` 20 ms, `hold-duration` 60 ms, `rejoin` 50 ms:
///
///     ..##....########....      the short contact ended 40 ms before the long one began: `pressed` is its first edge
///         t       A
@Suite("A press takes the onset of a too-short contact")
struct RejoinTests {
  static func rejoin(_ rejoin: Int64, backdateMax: Int64 = 300) -> SteadyingParameters {
    SteadyingParameters(
      debounce: .milliseconds(20), holdDuration: .milliseconds(60), rejoin: .milliseconds(rejoin),
      backdateMax: .milliseconds(backdateMax))
  }
  static let rows: [Row] = [
    Row(
      "ended exactly rejoin ago", rejoin(50), "100v 130^ 180v 300^",
      [
        "a pending 100 until 160 hold-duration", "150 a rejected 100 too-short",
        "a pending 100 until 240 hold-duration",
        "240 a down 100", "240 a tap 100", "320 a up 300",
      ]),
    Row(
      "ended one microsecond longer ago", rejoin(50), "100v 130^ 180.001v 300^",
      [
        "a pending 100 until 160 hold-duration", "150 a rejected 100 too-short",
        "a pending 180.001 until 240.001 hold-duration", "240.001 a down 180.001", "240.001 a tap 180.001",
        "320 a up 300",
      ]),
    Row(
      "began exactly backdate-max ago", rejoin(50, backdateMax: 80), "100v 130^ 180v 300^",
      [
        "a pending 100 until 160 hold-duration", "150 a rejected 100 too-short",
        "a pending 100 until 240 hold-duration",
        "240 a down 100", "240 a tap 100", "320 a up 300",
      ]),
    Row(
      "began one microsecond longer ago", rejoin(51, backdateMax: 80), "100v 130^ 180.001v 300^",
      [
        "a pending 100 until 160 hold-duration", "150 a rejected 100 too-short",
        "a pending 180.001 until 240.001 hold-duration", "240.001 a down 180.001", "240.001 a tap 180.001",
        "320 a up 300",
      ]),
    Row(
      "one too-short contact after the other lends the first onset; each is rejected with its own start", rejoin(50),
      "100v 130^ 170v 200^ 240v 400^",
      [
        "a pending 100 until 160 hold-duration", "150 a rejected 100 too-short",
        "a pending 100 until 230 hold-duration",
        "220 a rejected 170 too-short", "a pending 100 until 300 hold-duration", "300 a down 100", "300 a tap 100",
        "420 a up 400",
      ]),
    Row(
      "an accepted press forgets what was too short",
      SteadyingParameters(
        debounce: .milliseconds(20), holdDuration: .milliseconds(60), ignoreRepeat: .zero, rejoin: .milliseconds(300),
        backdateMax: .milliseconds(1_000)), "100v 130^ 180v 300^ 400v 500^",
      [
        "a pending 100 until 160 hold-duration", "150 a rejected 100 too-short",
        "a pending 100 until 240 hold-duration",
        "240 a down 100", "240 a tap 100", "320 a up 300", "a pending 400 until 460 hold-duration", "460 a down 400",
        "460 a tap 400", "520 a up 500",
      ]),
    Row(
      "a hold counts from the contact's own start", rejoin(50), .tapHold, "100v 130^ 180v 1200^",
      [
        "a pending 100 until 160 hold-duration", "150 a rejected 100 too-short",
        "a pending 100 until 240 hold-duration",
        "240 a down 100", "a pending 100 until 980 hold", "980 a hold 100", "1220 a up 1200",
      ]),
  ]

  @Test("each side of each boundary", arguments: rows)
  func row(_ row: Row) {
    var rig = Rig([Rig.switchOf(row.steadying, row.gestures)])
    let lines = rig.play(row.timeline)
    #expect(lines == row.expected)
  }
}
