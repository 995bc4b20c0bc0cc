import CLibevdev
import CLinuxInput
import Glibc
import SwitchwayCore

/// An open event node of the kernel.
///
/// libevdev knows the node's inputs and their state. Events are read without libevdev, many at once, because libevdev
/// makes a system call before each event that it returns.
///
/// It is not Sendable, because it belongs to one event loop. It is closed by `close()` or with the last reference.
@safe public final class EvdevNode: InputNode {
  /// The node's path, as announced.
  public let path: String
  /// The announced description, with the ranges of the axes, and with their values when the node was opened.
  public let description: DeviceDescription
  /// The descriptor for the event loop; −1 after `close()`.
  public private(set) var descriptor: Int32
  private var device: OpaquePointer?
  private var isGrabbed = false
  private var reader = EventReader()

  /// Opens an announced node.
  ///
  /// - Throws: `.permission`; `.gone`, also if the path belongs to another device now; `.other`.
  public convenience init(_ announced: NodeAnnouncement) throws(NodeFailure) {
    try self.init(path: announced.path, described: announced.description, systemPath: announced.systemPath)
  }

  /// Opens the node at `path`, whose device is described by `described`.
  ///
  /// - Parameter systemPath: the node's path in sysfs, to check that the opened node is this one. `nil` if this is not
  ///   checked.
  public init(path: String, described: DeviceDescription, systemPath: String? = nil) throws(NodeFailure) {
    // libevdev's log is switched off, because its messages contain names that devices have chosen.
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
    // Events that came before the clock was set are dropped by the kernel, which reports a loss. Then the state is read
    // again.
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

  /// Opens the node for reading, and also for writing if this is allowed. Only LEDs and releases of keys are written.
  private static func open(_ path: String) -> Int32 {
    let both = unsafe Glibc.open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC)
    guard both < 0, errno == EACCES || errno == EPERM || errno == EROFS else { return both }
    return unsafe Glibc.open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
  }

  /// Closes the node and ends its grab. Does nothing if it is already closed.
  public func close() {
    guard let open = unsafe device else { return }
    try? ungrab()
    unsafe libevdev_free(open)
    unsafe device = nil
    _ = Glibc.close(descriptor)
    descriptor = -1
  }

  /// Reads whole frames, whose events are as the kernel has sent them. This usually takes one system call.
  public func read(into batch: inout NodeBatch, limit: Int = 64) -> NodeReadStatus {
    batch.clear()
    guard let device = unsafe device else { return .gone }
    if let status = unsafe reader.read(descriptor, device, into: &batch, limit: limit) { return status }
    batch.resync = readBack()
    return batch.resync == nil ? .gone : .more
  }

  /// The keys and buttons that are down, as of the last read.
  public var down: KeySet { unsafe device.map { unsafe keysDown(of: $0) } ?? KeySet() }

  private func keysDown(of device: OpaquePointer) -> KeySet {
    KeySet(
      description.keys.codes.filter { unsafe libevdev_get_event_value(device, UInt32(EV_KEY), UInt32($0)) != 0 })
  }

  /// The description with the present values of the axes, as of the last read.
  public var current: DeviceDescription {
    var current = description
    if let device = unsafe device { current.axes = unsafe EvdevNode.axes(of: device) }
    return current
  }

  /// Grabs the node, so that only this process receives its events.
  ///
  /// - Throws: `.busy` if another program has grabbed it; `.gone`; `.other`.
  public func grab() throws(NodeFailure) { try setGrab(LIBEVDEV_GRAB) }

  /// Ends the grab and keeps the LEDs as they are. Does nothing if the node is not grabbed.
  public func ungrab() throws(NodeFailure) {
    guard isGrabbed else { return }
    // At the end of a grab, the kernel's console driver sets the LEDs to its own state (`kbd_start`).
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

  /// The node's events that a virtual device can pass on.
  public var abilities: KeyboardAbilities {
    let movements = (0..<UInt16(REL_CNT)).filter { declares(EV_REL, $0) }
    guard description.kind == .pointer else {
      return KeyboardAbilities(keys: description.keys, movements: movements, knobs: description.axes)
    }
    let isStick = unsafe device.map { unsafe libevdev_has_property($0, UInt32(INPUT_PROP_POINTING_STICK)) != 0 }
    return KeyboardAbilities(
      ofPointer: description.keys, movements: movements, knobs: description.axes, isPointingStick: isStick ?? false)
  }

  /// The node's events that no virtual device can pass on, in words, or `nil` if there are none.
  public var foreignEvents: String? {
    KeyboardAbilities.foreignEvents(of: description, hasStates: declares(EV_SW), hasForce: declares(EV_FF))
  }

  /// Returns whether the node declares this type of events or, if `code` is given, this code of the type.
  private func declares(_ type: Int32, _ code: UInt16? = nil) -> Bool {
    guard let device = unsafe device else { return false }
    guard let code else { return unsafe libevdev_has_event_type(device, UInt32(type)) != 0 }
    return unsafe libevdev_has_event_code(device, UInt32(type), UInt32(code)) != 0
  }

  /// The node's LEDs with their present state, in the order of codes. Empty if they cannot be read.
  public var leds: [LEDState] {
    var on: UInt64 = 0
    guard let device = unsafe device, unsafe sw_leds(descriptor, &on) == 0 else { return [] }
    return (0..<UInt16(LED_CNT)).compactMap { code in
      guard unsafe libevdev_has_event_code(device, UInt32(EV_LED), UInt32(code)) != 0 else { return nil }
      return LEDState(code: code, isOn: on & 1 << UInt64(code) != 0)
    }
  }

  /// Switches an LED on or off. Does nothing if the node has no such LED or cannot be written to.
  public func setLED(_ led: LEDState) {
    guard let device = unsafe device,
      unsafe libevdev_has_event_code(device, UInt32(EV_LED), UInt32(led.code)) != 0
    else { return }
    _ = unsafe libevdev_kernel_set_led_value(
      device, UInt32(led.code), led.isOn ? LIBEVDEV_LED_ON : LIBEVDEV_LED_OFF)
  }

  /// Makes the kernel release keys (`input_inject_event`). This process reads the releases like other events of the
  /// node. Other programs also receive them if the node is not grabbed.
  public func release(_ keys: KeySet) throws(NodeFailure) {
    guard unsafe device != nil else { throw .gone }
    var events = keys.codes.map { code in
      var event = input_event()
      event.type = UInt16(EV_KEY)
      event.code = code
      return event
    }
    var report = input_event()
    report.type = UInt16(EV_SYN)
    report.code = UInt16(SYN_REPORT)
    events.append(report)
    let size = events.count * MemoryLayout<input_event>.stride
    var written: Int
    repeat {
      written = unsafe events.withUnsafeBytes { unsafe write(descriptor, $0.baseAddress, size) }
    } while written < 0 && errno == EINTR
    guard written == size else { throw NodeFailure(errno: written < 0 ? errno : EIO) }
  }

  /// Returns the keys and buttons that are down now, including events that are not read yet.
  ///
  /// It asks through a second descriptor of the node, because the kernel removes key events from the queue of the
  /// descriptor through which it is asked.
  ///
  /// - Throws: `.permission` if access was revoked since the node was opened; `.gone`; `.other`.
  public func keysDownNow() throws(NodeFailure) -> KeySet {
    guard unsafe device != nil else { throw .gone }
    let flags = O_RDONLY | O_NONBLOCK | O_CLOEXEC
    let second = unsafe Glibc.open(path, flags)
    guard second < 0, SpareDescriptors.shortage != nil else { return try keysDown(askedThrough: second) }
    return try SpareDescriptors.shared.lend(1) { () throws(NodeFailure) in
      try keysDown(askedThrough: unsafe Glibc.open(path, flags))
    }
  }

  /// - Parameter second: the second descriptor of the node, or a negative number if opening it has failed with `errno`.
  ///   It is closed at the end.
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

  /// Reads the node's state from the kernel after events were lost. Returns `nil` if the node has gone.
  ///
  /// libevdev first discards the events that are still in the kernel's queue, because they are older than the new
  /// state. The clock is read before this. So a key that changes in between gets a time that is some µs too early, but
  /// no later event has an earlier time than the state.
  private func readBack() -> NodeBatch.State? {
    guard let device = unsafe device else { return nil }
    reader.clear()
    let time = MonotonicClock.now()
    var flag = LIBEVDEV_READ_FLAG_FORCE_SYNC
    while true {
      var event = input_event()
      let status = unsafe libevdev_next_event(device, flag.rawValue, &event)
      if status == -EAGAIN { break }
      guard status >= 0 else { return nil }
      flag = LIBEVDEV_READ_FLAG_SYNC
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

  /// Returns whether the open node is the node at `systemPath` in sysfs. Device numbers are used again for other
  /// devices; paths in sysfs are not.
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
