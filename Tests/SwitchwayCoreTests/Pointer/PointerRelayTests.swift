import SwitchwayTime
import Testing

@testable import SwitchwayCore

/// What of a grabbed pointer goes on to the desktop.
@Suite("grabbed pointers") struct PointerRelayTests {
  struct Row: CustomTestStringConvertible {
    let testDescription: String
    let frames: [String]
    let result: String

    init(_ name: String, _ frames: String..., gives result: String) {
      (testDescription, self.frames, self.result) = (name, frames, result)
    }
  }

  static let rows = [
    Row("movement goes on as it is", "x5 y-2", "x-1", gives: "[x5 y-2] [x-1]"),
    Row(
      "wheels, also fine ones, and other axes go on", "wheel1 fine120", "tilt-1 finetilt-120", "misc3 dial2",
      gives: "[wheel1 fine120] [tilt-1 finetilt-120] [misc3 dial2]"),
    Row(
      "a button that is no switch goes on with its scan code", "scan1 left+", "scan1 left-",
      gives: "[scan1 left+] [scan1 left-]"),
    Row("a click within a movement stays in its frame", "x1 left+ y1", "left- x2", gives: "[x1 left+ y1] [left- x2]"),
    Row("a switch does not go on, nor its scan code", "scan4 side+", "scan4 side-", gives: "select"),
    Row("what else is in a switch's frame goes on", "x1 scan4 side+ y1", "side- x2", gives: "[x1 y1] select [x2]"),
    Row(
      "of two buttons in a frame only the switch stays", "scan1 left+ scan4 side+", "left- side-",
      gives: "[scan1 left+] select [left-]"),
    Row("a scan code without a button goes on", "scan7 x1", "scan8", gives: "[scan7 x1] [scan8]"),
    Row("the kernel's repeat of a button goes on", "left+", "left~", "left-", gives: "[left+] [left~] [left-]"),
    Row("a repeat of a switch does not", "side+", "side~", "side-", gives: "select"),
    Row("a release that nobody pressed does not go on", "left-", gives: ""),
    Row("a frame that the kernel made stays one", "left+", "left- kernel", gives: "[left+] [left- kernel]"),
  ]

  @Test("frames", arguments: rows)
  func frames(row: Row) {
    var run = PointerRun()
    _ = run.grab()
    #expect(row.frames.map { run.play($0) }.filter { !$0.isEmpty }.joined(separator: " ") == row.result)
  }

  static let pushes = [
    Row("an axis that is a switch does not go on, in either direction", "x1 y1", "x2", "x-5", gives: "[y1] next"),
    Row("what else is in its frame goes on", "x3 left+ y2", "left- x1", gives: "[left+ y2] next [left-]"),
    Row("a scan code stays with its button", "scan1 left+ x3", gives: "[scan1 left+] next"),
  ]

  @Test("frames of a pointer whose axis is a switch", arguments: pushes)
  func movementSwitch(row: Row) {
    var run = PointerRun(moves: 0)
    _ = run.grab()
    #expect(row.frames.map { run.play($0) }.filter { !$0.isEmpty }.joined(separator: " ") == row.result)
  }

  @Test(
    "the fine steps of a wheel that is a switch do not go on either, those of the other wheel do",
    arguments: [
      (UInt16(8), "[tilt1 finetilt120]"), (6, "[wheel3 fine360]"),
    ])
  func fineWheel(code: UInt16, other: String) {
    var run = PointerRun(moves: code)
    _ = run.grab()
    let parts = [run.play("wheel3 fine360"), run.play("tilt1 finetilt120"), run.play("tilt2 finetilt240")]
    #expect(parts.joined(separator: " ").contains(other))
    #expect(!parts.joined().contains(code == 8 ? "wheel" : "tilt"))
    #expect(parts.joined().contains("next"))
  }

  @Test("in pass-through the axis stays a switch")
  func movementInPassThrough() {
    var run = PointerRun(moves: 0)
    _ = run.grab()
    _ = run.handle { .passThrough("on", at: $0) }
    #expect(run.play("x3 y1") == "[y1] next")
  }

  @Test("until it is grabbed nothing goes on, and its switches act")
  func notGrabbed() {
    var run = PointerRun()
    #expect(run.play("x1", "left+", "left-", "side+", "side-") == "select")
  }

  @Test("without `grab: yes` nothing goes on", arguments: [DeviceEntry.Grab.auto, .no])
  func auto(_ grab: DeviceEntry.Grab) {
    var run = PointerRun(grab: grab)
    _ = run.grab()
    #expect(run.play("x1", "left+", "side+") == "select")
  }

  @Test("what happened before the grab has reached the desktop, and does not go on")
  func before() {
    var run = PointerRun()
    _ = run.grab(since: 1_002_000)
    #expect(run.play("x1", "x2", "x3") == "[x2] [x3]")
  }

  @Test("a button that was down before the grab is released by whoever saw its press")
  func heldBefore() {
    var run = PointerRun()
    _ = run.grab(down: KeySet([0x110]))
    #expect(run.play("left-", "left+", "left-") == "[left+] [left-]")
  }

  @Test("given back, unplugged, at the end and at the end of a profile: buttons are released", arguments: 0..<6)
  func endings(_ ending: Int) {
    var run = PointerRun()
    _ = run.grab()
    _ = run.play("left+ right+", "side+")
    let result = run.end { now in
      switch ending {
      case 0: .grabbed(PointerRun.mouse, false, at: now)
      case 1: .detached([PointerRun.mouse], at: now)
      case 2: .detached([PointerRun.mouse, PointerRun.second], at: now, reason: .inactive)
      case 3: .finished(at: now)
      case 4: .profile(Profile(name: "test"), at: now)
      default: nil
      }
    }
    #expect(result == "[left- right-]" + (ending == 5 ? " panic true" : ""))
    #expect(run.play("left- right-", "x1") == "")
  }

  @Test("a button that is down on two pointers is down once, and released with the last")
  func twoPointers() {
    var run = PointerRun()
    _ = run.grab()
    _ = run.grab(PointerRun.second)
    #expect(run.play("left+") == "[left+]")
    #expect(run.play("left+", of: PointerRun.second) == "")
    #expect(run.play("left-") == "")
    #expect(run.play("left-", of: PointerRun.second) == "[left-]")
    _ = run.play("left+")
    _ = run.play("left+", of: PointerRun.second)
    #expect(run.handle { .detached([PointerRun.mouse], at: $0) } == "")
    #expect(run.handle { .detached([PointerRun.second], at: $0) } == "[left-]")
  }

  @Test("after a loss buttons are as they are now; a switch that was lost gives no command")
  func loss() {
    var run = PointerRun()
    _ = run.grab()
    _ = run.play("left+")
    let lost = { (down: [UInt16]) in
      { (now: Instant) in Input.resynced(PointerRun.mouse, down: KeySet(down), axes: [], at: now) }
    }
    #expect(run.handle(lost([0x111])) == "[left- right+]")
    #expect(run.play("x1", "right-") == "[x1] [right-]")
    #expect(run.handle(lost([])) == "")
  }

  @Test("a loss of movement never mutes a pointer, however often it happens")
  func losses() {
    var run = PointerRun()
    _ = run.grab()
    for _ in 0..<1_000 {
      _ = run.handle { .resynced(PointerRun.mouse, down: KeySet(), axes: [], at: $0) }
    }
    #expect(run.play("x1", "side+", "side-") == "[x1] select")
  }

  @Test("1,000 movements a second never mute a pointer")
  func fast() {
    var run = PointerRun()
    _ = run.grab()
    for _ in 0..<10_000 { #expect(run.play("x1 y1") == "[x1 y1]") }
    #expect(run.play("side+") == "select")
  }

  // MARK: Pass-through

  private static func passThrough(_ word: String) -> (Instant) -> Input {
    { .passThrough(word, at: $0) }
  }

  @Test("in pass-through a switch is an ordinary button; who saw its press gets its release")
  func passThrough() {
    var run = PointerRun()
    _ = run.grab()
    _ = run.play("side+")
    #expect(run.handle(Self.passThrough("on")) == "pass-through true")
    #expect(run.play("side-") == "")
    #expect(run.play("scan4 side+", "side-", "side+") == "[scan4 side+] [side-] [side+]")
    #expect(run.handle(Self.passThrough("off")) == "pass-through false")
    #expect(run.play("x1", "side-", "side+", "side-") == "[x1] [side-] select")
  }

  @Test("a switch that ends pass-through stays a switch")
  func wayOut() {
    var run = PointerRun(out: ScanCommand(known: "pass-through", group: .daemon))
    _ = run.grab()
    #expect(run.play("out+", "out-") == "pass-through true")
    #expect(run.play("side+", "side-") == "[side+] [side-]")
    #expect(run.play("out+", "out-") == "pass-through false")
    #expect(run.play("side+", "side-") == "select")
  }

  @Test("a pointer that has nothing but switches keeps them in pass-through")
  func onlySwitches() {
    var run = PointerRun(hasOthers: false)
    _ = run.grab()
    _ = run.handle(Self.passThrough("on"))
    #expect(run.play("side+", "side-", "x1") == "select [x1]")
  }

  @Test("a loss while a switch is an ordinary button presses no switch")
  func lossInPassThrough() {
    var run = PointerRun()
    _ = run.grab()
    _ = run.handle(Self.passThrough("on"))
    _ = run.play("side+")
    #expect(run.handle { .resynced(PointerRun.mouse, down: KeySet([0x113]), axes: [], at: $0) } == "")
    #expect(run.handle { .resynced(PointerRun.mouse, down: KeySet(), axes: [], at: $0) } == "[side-]")
    _ = run.handle(Self.passThrough("off"))
    #expect(run.play("side+", "side-") == "select")
  }

  // MARK: Learning

  @Test("while a client learns, movement and buttons go on")
  func learning() {
    var run = PointerRun()
    _ = run.grab()
    _ = run.handle { .learning(true, at: $0) }
    #expect(run.play("x1", "left+", "left-", "side+", "side-") == "[x1] [left+] [left-]")
    _ = run.handle { .learning(false, at: $0) }
    #expect(run.play("side+") == "select")
  }
}
