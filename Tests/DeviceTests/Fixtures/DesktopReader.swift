import CLibevdev
import Glibc

/// Another program that reads a node, like the desktop. An event that does not reach it does not reach the desktop.
@safe final class DesktopReader {
  let descriptor: Int32
  let device: OpaquePointer
  /// Whether the changes that dropped events left are still to be read.
  private var isSyncing = false

  init(_ node: String) throws {
    descriptor = unsafe open(node, O_RDWR | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { throw KernelError(errno: errno, node) }
    var found: OpaquePointer?
    let code = unsafe libevdev_new_from_fd(descriptor, &found)
    guard code == 0, let found = unsafe found else { throw KernelError(errno: -code, node) }
    unsafe device = found
  }

  deinit {
    unsafe libevdev_free(device)
    close(descriptor)
  }

  /// Stops the kernel's repeats of held keys on this device, for all its readers. The kernel keeps 64 events for a
  /// reader: on a machine that stands still for a second, repeats alone would push out the events before them.
  func stopRepeats() throws { try repeatKeys(every: 0) }

  /// Makes held keys of this device repeat after this many milliseconds. 0: they do not repeat.
  func repeatKeys(every period: Int32) throws {
    var event = input_event()
    event.type = UInt16(EV_REP)
    event.code = UInt16(REP_PERIOD)
    event.value = period
    let size = MemoryLayout<input_event>.size
    guard unsafe write(descriptor, &event, size) == size else { throw KernelError(errno: errno, "repeats") }
  }

  /// The next event. If the kernel has dropped events, says so, and goes on with the changes that they left.
  private func next(_ event: inout input_event) -> Bool {
    let (success, sync) = (
      Int32(LIBEVDEV_READ_STATUS_SUCCESS.rawValue), Int32(LIBEVDEV_READ_STATUS_SYNC.rawValue)
    )
    if isSyncing, unsafe libevdev_next_event(device, LIBEVDEV_READ_FLAG_SYNC.rawValue, &event) == sync { return true }
    isSyncing = false
    switch unsafe libevdev_next_event(device, LIBEVDEV_READ_FLAG_NORMAL.rawValue, &event) {
    case success: return true
    case sync:
      print("the kernel has dropped events for a reader of '\(unsafe String(cString: libevdev_get_name(device)))'")
      isSyncing = true
      return next(&event)
    default: return false
    }
  }

  /// The events since the last call, without ends of frames and scan codes: (type, code, value).
  func events() -> [[Int32]] {
    var events: [[Int32]] = []
    var event = input_event()
    while next(&event) {
      guard Int32(event.type) == EV_KEY || Int32(event.type) == EV_REL else { continue }
      events.append([Int32(event.type), Int32(event.code), event.value])
    }
    return events
  }

  /// Makes the kernel stamp events with the clock of `nowMicroseconds()`. Drops the events that were not read.
  func useMonotonicClock() throws {
    let code = unsafe libevdev_set_clock_id(device, CLOCK_MONOTONIC)
    guard code == 0 else { throw KernelError(errno: -code, "clock of events") }
    _ = events()
  }

  /// The edges of keys since the last call, without repeats. `time`: the kernel's, µs.
  func edges() -> [(code: Int32, isDown: Bool, time: Int)] {
    var edges: [(code: Int32, isDown: Bool, time: Int)] = []
    var event = input_event()
    while next(&event) {
      guard Int32(event.type) == EV_KEY, event.value != 2 else { continue }
      edges.append((Int32(event.code), event.value == 1, event.time.tv_sec * 1_000_000 + event.time.tv_usec))
    }
    return edges
  }

  /// All events since the last call, with ends of frames: (type, code, value).
  func everything() -> [[Int32]] {
    var events: [[Int32]] = []
    var event = input_event()
    while next(&event) {
      events.append([Int32(event.type), Int32(event.code), event.value])
    }
    return events
  }

  /// Whether the node declares the code.
  func has(_ type: Int32, _ code: Int32) -> Bool {
    unsafe libevdev_has_event_code(device, UInt32(type), UInt32(code)) != 0
  }

  /// The value of a code after the events read so far.
  func value(_ type: Int32, _ code: Int32) -> Int32 {
    unsafe libevdev_get_event_value(device, UInt32(type), UInt32(code))
  }

  /// Sets an LED, as a desktop does on every keyboard.
  func setLED(_ code: Int32, _ isOn: Bool) throws {
    let status = unsafe libevdev_kernel_set_led_value(
      device, UInt32(code), isOn ? LIBEVDEV_LED_ON : LIBEVDEV_LED_OFF)
    guard status == 0 else { throw KernelError(errno: -status, "LED") }
  }

  func grab(_ isOn: Bool) throws {
    let code = unsafe libevdev_grab(device, isOn ? LIBEVDEV_GRAB : LIBEVDEV_UNGRAB)
    guard code == 0 else { throw KernelError(errno: -code, "grab") }
  }
}
