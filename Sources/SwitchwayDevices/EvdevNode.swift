import CLibevdev
import CLinuxInput
import Glibc
import SwitchwayCore

/// An open event node, read through libevdev: `CLOCK_MONOTONIC` times, whole frames, state after lost events.
///
/// Not Sendable: it belongs to the loop that reads it. Closed when the last reference goes, or by `close()`.
@safe public final class EvdevNode: InputNode {
  /// The node's path, as announced.
  public let path: String
  /// As announced, with the ranges of the axes and their values at the opening.
  public let description: DeviceDescription
  /// For the loop to watch; −1 after `close()`.
  public private(set) var descriptor: Int32
  private var device: OpaquePointer?
  private var isGrabbed = false
  private var assembler = FrameAssembler()

  /// Opens an announced node.
  ///
  /// - Throws: `.permission`, `.gone` (also when the number belongs to another device by now), `.other`.
  public convenience init(_ announced: NodeAnnouncement) throws(NodeFailure) {
    try self.init(path: announced.path, described: announced.description, systemPath: announced.systemPath)
  }

  /// Opens `path`, which is taken to be what `described` says.
  ///
  /// - Parameter systemPath: where sysfs has the node; nil: not checked.
  public init(path: String, described: DeviceDescription, systemPath: String? = nil) throws(NodeFailure) {
    // What libevdev logs holds names that devices chose.
    libevdev_set_log_function(nil, nil)
    let opened = EvdevNode.open(path)
    guard opened >= 0 else { throw NodeFailure(errno: errno) }
    if let systemPath, !EvdevNode.is(opened, at: systemPath) {
      _ = Glibc.close(opened)
      throw .gone
    }
    var found: OpaquePointer?
    let status = unsafe libevdev_new_from_fd(opened, &found)
    guard status == 0, let found = unsafe found else {
      _ = Glibc.close(opened)
      throw NodeFailure(errno: -status)
    }
    // An event that came before the clock was set makes the kernel report a loss: the state is then read again.
    let clock = unsafe libevdev_set_clock_id(found, CLOCK_MONOTONIC)
    guard clock == 0 else {
      unsafe libevdev_free(found)
      _ = Glibc.close(opened)
      throw NodeFailure(errno: -clock)
    }
    self.path = path
    descriptor = opened
    unsafe device = found
    var description = described
    description.axes = unsafe EvdevNode.axes(of: found)
    self.description = description
  }

  deinit { close() }

  /// For reading, and for writing where that is allowed: LEDs are written. Nothing else ever is.
  private static func open(_ path: String) -> Int32 {
    let both = unsafe Glibc.open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC)
    guard both < 0, errno == EACCES || errno == EPERM || errno == EROFS else { return both }
    return unsafe Glibc.open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
  }

  /// Closes the node; a grab ends with it.
  public func close() {
    guard let open = unsafe device else { return }
    try? ungrab()
    unsafe libevdev_free(open)
    unsafe device = nil
    _ = Glibc.close(descriptor)
    descriptor = -1
  }

  /// Whole frames, as libevdev gives them.
  public func read(into batch: inout NodeBatch, limit: Int = 64) -> NodeReadStatus {
    batch.clear()
    guard let device = unsafe device else { return .gone }
    while batch.frames.count < limit {
      var event = input_event()
      let status = unsafe libevdev_next_event(device, LIBEVDEV_READ_FLAG_NORMAL.rawValue, &event)
      if status == -EAGAIN { return .drained }
      if status == Int32(LIBEVDEV_READ_STATUS_SYNC.rawValue) {
        batch.resync = readBack()
        return batch.resync == nil ? .gone : .more
      }
      guard status == Int32(LIBEVDEV_READ_STATUS_SUCCESS.rawValue) else { return .gone }
      let time = Instant(Int64(event.time.tv_sec) &* 1_000_000 &+ Int64(event.time.tv_usec))
      switch assembler.push(InputEvent(time: time, type: event.type, code: event.code, value: event.value)) {
      case .incomplete: break
      case .frame:
        batch.append(assembler.frame, report: time)
      case .dropped:
        batch.resync = readBack()
        return batch.resync == nil ? .gone : .more
      }
    }
    return .more
  }

  /// The keys and buttons that are down, as last read.
  public var down: KeySet { unsafe device.map { unsafe keysDown(of: $0) } ?? KeySet() }

  private func keysDown(of device: OpaquePointer) -> KeySet {
    KeySet(
      description.keys.codes.filter { unsafe libevdev_get_event_value(device, UInt32(EV_KEY), UInt32($0)) != 0 })
  }

  /// The description with the values that its axes have now, as last read.
  public var current: DeviceDescription {
    var current = description
    if let device = unsafe device { current.axes = unsafe EvdevNode.axes(of: device) }
    return current
  }

  /// Takes the node from all other programs.
  public func grab() throws(NodeFailure) { try setGrab(LIBEVDEV_GRAB) }

  /// Gives the node back, with its LEDs as they are.
  public func ungrab() throws(NodeFailure) {
    guard isGrabbed else { return }
    // The kernel's console sets the LEDs anew at the end of a grab, to what it thinks they are (kbd_start).
    let before = leds
    try setGrab(LIBEVDEV_UNGRAB)
    for led in before { setLED(led) }
  }

  private func setGrab(_ mode: libevdev_grab_mode) throws(NodeFailure) {
    guard let device = unsafe device else { throw .gone }
    let status = unsafe libevdev_grab(device, mode)
    guard status == 0 else { throw NodeFailure(errno: -status) }
    isGrabbed = mode == LIBEVDEV_GRAB
  }

  /// The node's events that another keyboard can pass on.
  public var abilities: KeyboardAbilities {
    KeyboardAbilities(
      keys: description.keys,
      movements: (0..<UInt16(REL_CNT)).filter { declares(EV_REL, $0) }, knobs: description.axes)
  }

  /// The node's events that no other keyboard can pass on, in words; nil if there are none.
  public var foreignEvents: String? {
    KeyboardAbilities.foreignEvents(of: description, hasStates: declares(EV_SW), hasForce: declares(EV_FF))
  }

  /// Whether the node declares the type, or the code of it.
  private func declares(_ type: Int32, _ code: UInt16? = nil) -> Bool {
    guard let device = unsafe device else { return false }
    guard let code else { return unsafe libevdev_has_event_type(device, UInt32(type)) != 0 }
    return unsafe libevdev_has_event_code(device, UInt32(type), UInt32(code)) != 0
  }

  /// The LEDs that the node has, each with its state now, in the order of codes; none where the node cannot be asked.
  public var leds: [LEDState] {
    var on: UInt64 = 0
    guard let device = unsafe device, unsafe sw_leds(descriptor, &on) == 0 else { return [] }
    return (0..<UInt16(LED_CNT)).compactMap { code in
      guard unsafe libevdev_has_event_code(device, UInt32(EV_LED), UInt32(code)) != 0 else { return nil }
      return LEDState(code: code, isOn: on & 1 << UInt64(code) != 0)
    }
  }

  /// Does nothing where the node may only be read, too.
  public func setLED(_ led: LEDState) {
    guard let device = unsafe device,
      unsafe libevdev_has_event_code(device, UInt32(EV_LED), UInt32(led.code)) != 0
    else { return }
    _ = unsafe libevdev_kernel_set_led_value(
      device, UInt32(led.code), led.isOn ? LIBEVDEV_LED_ON : LIBEVDEV_LED_OFF)
  }

  /// Asked through an opening of its own: the answer takes what it tells out of the queue of the opening that asks.
  public func keysDownNow() throws(NodeFailure) -> KeySet {
    guard unsafe device != nil else { throw .gone }
    let flags = O_RDONLY | O_NONBLOCK | O_CLOEXEC
    let second = unsafe Glibc.open(path, flags)
    guard second < 0, SpareDescriptors.shortage != nil else { return try keysDown(askedThrough: second) }
    return try SpareDescriptors.shared.lend(1) { () throws(NodeFailure) in
      try keysDown(askedThrough: unsafe Glibc.open(path, flags))
    }
  }

  /// - Parameter second: another opening of the node, or negative with errno; closed at the end.
  private func keysDown(askedThrough second: Int32) throws(NodeFailure) -> KeySet {
    guard second >= 0 else { throw NodeFailure(errno: errno) }
    defer { _ = Glibc.close(second) }
    var mine = stat()
    var other = stat()
    guard unsafe fstat(descriptor, &mine) == 0, unsafe fstat(second, &other) == 0, mine.st_rdev == other.st_rdev
    else { throw .gone }
    var found: OpaquePointer?
    let status = unsafe libevdev_new_from_fd(second, &found)
    guard status == 0, let found = unsafe found else { throw NodeFailure(errno: -status) }
    defer { unsafe libevdev_free(found) }
    return unsafe keysDown(of: found)
  }

  /// Asks the kernel for the state after a loss; nil when the node is gone.
  ///
  /// The clock is read first: an edge between that and the answer is then a few µs early, but no later event is older.
  private func readBack() -> NodeBatch.State? {
    guard let device = unsafe device else { return nil }
    assembler = FrameAssembler()
    let time = MonotonicClock.now()
    while true {
      var event = input_event()
      let status = unsafe libevdev_next_event(device, LIBEVDEV_READ_FLAG_SYNC.rawValue, &event)
      if status == -EAGAIN { break }
      guard status >= 0 else { return nil }
    }
    return NodeBatch.State(time: time, down: down, axes: unsafe EvdevNode.axes(of: device))
  }

  private static func axes(of device: OpaquePointer) -> [AxisDescription] {
    (0..<UInt16(EventLimit.axisCodes)).compactMap { code in
      guard unsafe libevdev_has_event_code(device, UInt32(EV_ABS), UInt32(code)) != 0,
        let info = unsafe libevdev_get_abs_info(device, UInt32(code))
      else { return nil }
      return unsafe AxisDescription(
        code: code, minimum: info.pointee.minimum, maximum: info.pointee.maximum, value: info.pointee.value)
    }
  }

  /// Whether the open node is the one that sysfs has at `systemPath`. Numbers of nodes are given again, paths are not.
  private static func `is`(_ descriptor: Int32, at systemPath: String) -> Bool {
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFCHR else { return false }
    let number = UInt64(status.st_rdev)
    let major = (number >> 8 & 0xfff) | (number >> 32 & ~0xfff)
    let minor = (number & 0xff) | (number >> 12 & ~0xff)
    guard let real = unsafe realpath("/sys/dev/char/\(major):\(minor)", nil) else { return false }
    defer { unsafe free(real) }
    return unsafe String(cString: real) == systemPath
  }
}
