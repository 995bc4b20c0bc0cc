import CLibevdev
import Glibc
import Testing

extension DeviceTests {
  /// Long use. `SOAK_SECONDS` sets the length; `make soak` runs ten minutes.
  @Suite(.serialized) struct SoakTests {
    /// kB by which the peak memory of the second half may exceed that of the first, for the allocator. A peak is what
    /// lasts for four rounds.
    static let room = 512

    @Test("pressed, typed on, claimed, left and reloaded again and again: memory and descriptors stay as they are")
    func live() throws {
      let seconds = Double(environment("SOAK_SECONDS") ?? "") ?? 40
      var use = try LiveUse(seed: 20_261)
      let end = now() + seconds
      // On a slow machine it lasts longer, for the rounds that the memory is judged by.
      while now() < end || use.samples.count < 10 { try use.round() }
      let (memory, descriptors) = (use.samples.map(\.memory), use.samples.map(\.descriptors))
      print(
        """
        soak: \(Int(seconds)) s, \(use.samples.count) rounds, \(use.keys) keys, \(use.presses) presses, \
        \(use.commands) commands, \(use.visits) clients, \(use.reloads) reloads
        soak: memory, kB: first \(memory.first ?? 0), last \(memory.last ?? 0), most \(memory.max() ?? 0)
        soak: descriptors: first \(descriptors.first ?? 0), last \(descriptors.last ?? 0), \
        most \(descriptors.max() ?? 0)
        """)
      #expect(use.commands > 0)
      #expect(Set(descriptors) == [use.descriptorsAlone])
      // In the first fifth everything happens for the first time.
      let rest = Array(memory.dropFirst(memory.count / 5))
      try #require(rest.count >= 8)
      // What is taken for a moment, as while a profile is read, is no growth: that lasts.
      let lasting = (0...rest.count - 4).map { rest[$0..<$0 + 4].min() ?? 0 }
      let (before, after) = (lasting.prefix(lasting.count / 2).max() ?? 0, lasting.suffix(lasting.count / 2).max() ?? 0)
      #expect(after <= before + Self.room, "memory grows: \(memory)")
      #expect(try use.end() == 0)
    }
  }
}

/// A daemon with a keyboard and a switch box that are used, and front ends that connect and leave.
private struct LiveUse {
  private static let profile = """
    switchway: 1
    extends: full-keyboard-access
    devices:
      keyboard: {match: {name: "Test Keyboard*"}}
      box: {match: {name: "Test Box*"}, grab: no}
    switches:
      left: {input: box/btn_trigger, steady: off, tap: next}
      right: {input: box/btn_thumb, steady: tremor, tap: select}
    """

  /// The least seconds of a round, because typing faster than a hand is muted.
  private static let pace = 0.25

  private let rig: KeyboardRig
  private var box: UInputDevice
  private var numbers: SplitMix64
  private(set) var samples: [(memory: Int, descriptors: Int)] = []
  private(set) var (keys, presses, commands, visits, reloads) = (0, 0, 0, 0, 0)
  /// The descriptors with both devices and one client.
  let descriptorsAlone: Int

  init(seed: UInt64) throws {
    numbers = SplitMix64(state: seed)
    rig = try KeyboardRig(profile: Self.profile)
    box = try UInputDevice.box()
    try rig.client.devices(2)
    // Some are open only for a moment, as while it reads what udev says of its own keyboard.
    var least = rig.daemon.openDescriptors
    for _ in 0..<20 {
      try rig.client.settle()
      least = min(least, rig.daemon.openDescriptors)
    }
    descriptorsAlone = least
  }

  func end() throws -> Int32 { try rig.daemon.end() }

  private mutating func random(below count: Int) -> Int { numbers.below(count) }

  /// A round with some of everything. At its end only one client is connected, and descriptors and memory are measured.
  mutating func round() throws {
    let next = now() + Self.pace
    var visitors: [LineClient] = []
    for _ in 0..<3 {
      visitors.append(try visit())
      try type()
      try press()
      if random(below: 2) == 0 { visitors.removeFirst() }
    }
    visitors.removeAll()
    try rig.client.settle()
    if random(below: 4) == 0 { try reload() }
    if random(below: 4) == 0 { try unplug() }
    var descriptors = 0
    try eventually("\(descriptorsAlone) descriptors") {
      descriptors = rig.daemon.openDescriptors
      return descriptors == descriptorsAlone
    }
    samples.append((try rig.daemon.residentKilobytes(), descriptors))
    commands += rig.client.all("command").count
    rig.client.forget()
    try eventually("the next round") { now() >= next }
  }

  /// Types letters that are never bound and expects them in order; at most as many as the kernel buffers for a reader.
  private mutating func type() throws {
    let letters = (0..<10).map { _ in [KEY_Q, KEY_B, KEY_J, KEY_K][random(below: 4)] }
    try rig.keyboard.edges(letters.flatMap { [($0, true), ($0, false)] })
    try rig.expectTyped(letters.flatMap { [[$0, 1], [$0, 0]] })
    keys += letters.count
  }

  private mutating func press() throws {
    for _ in 0..<5 { try box.tap(random(below: 2) == 0 ? Code.left : Code.right) }
    presses += 5
    try rig.client.settle()
  }

  /// Connects one of several kinds of front end, whose requests are finished before this returns.
  private mutating func visit() throws -> LineClient {
    let client = try rig.daemon.connect()
    visits += 1
    switch random(below: 5) {
    case 0:
      try client.send(#"{"type":"hello","name":"board-\#(visits)"}"#)
      try client.send(#"{"type":"claim","commands":"all","id":1}"#)
      try client.next(type: "ok") { $0.number("id") == 1 }
      try client.send(#"{"type":"scan","items":\#(1 + random(below: 1000)),"page":\#(visits),"id":2}"#)
      try client.next("answer to scan") { ["ok", "error"].contains($0.type) && $0.number("id") == 2 }
    case 1:
      try client.send(#"{"type":"claim","commands":["next","x-\#(visits)"]}"#)
      try client.send(#"{"type":"release"}"#)
      try client.settle()
    case 2:
      for what in ["state", "bindings", "config", "statistics"] {
        try client.send(#"{"type":"get","what":"\#(what)"}"#)
      }
    case 3:
      for _ in 0..<9 { try client.send("no request [") }
      try client.settle()
    default: try client.send(#"{"type":"observe","types":["command"]}"#)
    }
    return client
  }

  private mutating func reload() throws {
    reloads += 1
    let clock = random(below: 2) == 0 ? "" : "scan: {style: auto, interval: 200ms, first-item-pause: 0s}\n"
    try DaemonProcess.write(
      Self.profile + "\nlabel: Number \(reloads)\n\(clock)", to: "\(rig.daemon.folder)/test.yaml")
    try rig.client.send(#"{"type":"reload","id":"reload"}"#)
    try rig.client.next(type: "ok") { $0.text("id") == "reload" }
    try KeyboardRig.awaitGrab(rig.client)
    try rig.client.devices(2)
  }

  private mutating func unplug() throws {
    box.unplug()
    try rig.client.device("removed", named: "Test Box")
    box = try UInputDevice.box()
    try rig.client.devices(2)
  }
}

extension DaemonProcess {
  var openDescriptors: Int { names(in: "/proc/\(identifier)/fd").filter { !$0.hasPrefix(".") }.count }

  /// Its memory, in kB (proc(5), VmRSS).
  func residentKilobytes() throws -> Int {
    let status = try contents(of: "/proc/\(identifier)/status")
    guard let line = status.split(separator: "\n").first(where: { $0.hasPrefix("VmRSS:") }),
      let size = line.split(separator: " ").dropFirst().first.flatMap({ Int($0) })
    else { throw KernelError("/proc/\(identifier)/status has no VmRSS") }
    return size
  }
}
