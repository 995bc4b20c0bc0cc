import CLibevdev
import Glibc
import SwitchwayCore
import Testing

/// A daemon with one uinput keyboard, a client, and a reader of the virtual keyboard, like a desktop.
final class KeyboardRig {
  let keyboard: UInputDevice
  let daemon: DaemonProcess
  let client: LineClient
  let desktop: DesktopReader
  /// Typed edges that `typing` has not returned yet.
  private(set) var typed: [[Int32]] = []

  static let profile = """
    switchway: 1
    extends: full-keyboard-access
    devices: {keyboard: {match: {name: "Test Keyboard*"}}}
    """

  /// - Parameter repeats: whether held keys of both keyboards repeat.
  init(
    profile: String = KeyboardRig.profile, claims: String? = nil, config: String? = nil, environment: [String] = [],
    errors: Int32? = nil, descriptors: Int? = nil, repeats: Bool = false
  ) throws {
    keyboard = try UInputDevice.keyboard(repeats: repeats)
    daemon = try DaemonProcess(
      profile: profile, config: config, environment: environment, errors: errors,
      descriptors: descriptors)
    client = try daemon.connect()
    try KeyboardRig.awaitGrab(client)
    desktop = try DesktopReader(try KeyboardRig.virtualNode())
    if !repeats { try desktop.stopRepeats() }
    if let claims {
      try client.send(#"{"type":"claim","commands":\#(claims)}"#)
      try client.next(type: "ok")
    }
  }

  static func awaitGrab(_ client: LineClient) throws {
    try eventually("the grab in state") {
      try client.send(#"{"type":"get","what":"state","id":"grab"}"#)
      return try client.next(type: "ok") { $0.text("id") == "grab" }.description.contains(#""grabbed":true"#)
    }
  }

  /// The node of one of Switchway's virtual devices, when it can be opened: the kernel makes it later than the folder
  /// in which its name stands.
  static func virtualNode(_ name: String = OwnDevice.keyboard.name) throws -> String {
    var node: String?
    try eventually("the node of '\(name)'") {
      node = nodes(named: name).first { (try? DesktopReader($0)) != nil }
      return node != nil
    }
    return node ?? ""
  }

  /// The event nodes whose devices have this name.
  static func nodes(named name: String) -> [String] {
    names(in: "/sys/class/input").filter { node in
      node.hasPrefix("event")
        && (try? contents(of: "/sys/class/input/\(node)/device/name"))?.contains(name) == true
    }.map { "/dev/input/\($0)" }
  }

  /// Keeps what was typed for `typing`, because the kernel keeps only some dozens of events for a reader.
  func collect() throws {
    // A client whose text is typed is asked each second whether it is still there.
    try client.readWaiting()
    typed += desktop.events().filter { $0[0] == EV_KEY && $0[2] != 2 }.map { [$0[1], $0[2]] }
  }

  /// The next `count` typed edges: (code, value).
  func typing(_ count: Int) throws -> [[Int32]] {
    do {
      try eventually("\(count) edges on the virtual keyboard", readable: desktop.descriptor) {
        try collect()
        return typed.count >= count
      }
    } catch {
      throw KernelError(
        "\(error); came: \(typed); log:\n" + daemon.logSoFar.split(separator: "\n").suffix(8).joined(separator: "\n"))
    }
    defer { typed = [] }
    return typed
  }

  /// Expects that the next typed edges are these: (code, value). Unlike `#expect(try …)`, a failure prints what came.
  func expectTyped(_ edges: [[Int32]], _ comment: Comment? = nil, sourceLocation: SourceLocation = #_sourceLocation)
    throws
  {
    let came = try typing(edges.count)
    #expect(came == edges, comment, sourceLocation: sourceLocation)
  }

  /// Waits until a key of the keyboard reaches `reader`, pressing it repeatedly, and prints how long that took.
  static func expectBack(_ keyboard: UInputDevice, _ reader: DesktopReader, _ what: String, since start: Double = now())
    throws
  {
    _ = reader.events()
    try eventually("a key at another reader") {
      try keyboard.tap(KEY_Q)
      return reader.events().contains([EV_KEY, KEY_Q, 0])
    }
    print("measured: \(what): the keyboard types after \(Int((now() - start) * 1_000)) ms")
  }

  /// Expects the events of an unbound key from the keyboard itself, because the daemon has released it.
  static func expectPlain(_ keyboard: UInputDevice, _ reader: DesktopReader) throws {
    _ = reader.events()
    try keyboard.tap(KEY_Q)
    var came: [[Int32]] = []
    try eventually("the key at another reader") {
      came += reader.events().filter { $0[2] != 2 }
      return came.count >= 2
    }
    guard came == [[EV_KEY, KEY_Q, 1], [EV_KEY, KEY_Q, 0]] else { throw KernelError("other keys came: \(came)") }
  }
}

extension UInputDevice {
  /// - Parameter repeats: whether held keys repeat. The kernel keeps 64 events for a reader: repeats would push out
  /// others if the daemon stands still for a second.
  static func keyboard(
    _ name: String = "Test Keyboard", product: Int32 = 0x6b62, repeats: Bool = false
  ) throws -> UInputDevice {
    let keyboard = try UInputDevice(
      name: Array(name.utf8), product: product,
      keys: Array(KEY_ESC...KEY_KPDOT) + [KEY_102ND] + Array(KEY_KPENTER...KEY_DELETE) + [KEY_LEFTMETA, KEY_RIGHTMETA],
      types: [(EV_LED, UInt32(LED_NUML)...UInt32(LED_SCROLLL)), (EV_REP, 0...1), (EV_MSC, 4...4)])
    if !repeats { try keyboard.emit(frames: [[(EV_REP, REP_PERIOD, 0)]]) }
    return keyboard
  }

  /// Frames of one edge each, in one write.
  func edges(_ edges: [(Int32, Bool)]) throws {
    try emit(frames: edges.map { [(EV_KEY, $0.0, $0.1 ? 1 : 0)] })
  }
}
