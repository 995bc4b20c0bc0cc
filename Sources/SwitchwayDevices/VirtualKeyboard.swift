import CLibevdev
import Glibc
import SwitchwayCore

/// Switchway's own keyboard, by uinput: what grabbed keyboards pass on and what commands type comes out of it.
///
/// Events are collected by `put…`, and leave by `flush`, all in one write. Keys that stay down repeat by the kernel's
/// own repeat for the device (250 ms, then every 33 ms, until a desktop sets another). Allocates nothing an event.
///
/// Not Sendable: it belongs to the loop that types on it. Closed when the last reference goes, or by `close()`.
@safe public final class VirtualKeyboard {
  /// Where sysfs has the input device (`…/inputN`): it is known again by it, and never read back.
  public let systemPath: String
  /// What can be typed, and what else it sends.
  public let abilities: KeyboardAbilities
  /// For the loop to watch: readable when a desktop sets LEDs. −1 after `close()`.
  public private(set) var descriptor: Int32
  /// The keys that are down, with what is still to be flushed.
  public private(set) var down = KeySet()

  private var device: OpaquePointer?
  /// What is to be written next.
  private var events: [input_event] = []
  private var isFrameOpen = false
  /// As much as the kernel keeps for a device of uinput (UINPUT_BUFFER_SIZE of its uinput.c).
  private var feedback = [input_event](repeating: input_event(), count: 16)

  /// Every key of a keyboard, media keys included: all that have a name below `BTN_MISC`.
  public static let everyday = KeySet(
    (1..<UInt16(BTN_MISC)).filter { unsafe libevdev_event_code_get_name(UInt32(EV_KEY), UInt32($0)) != nil })

  /// Makes the keyboard. Desktops see it some milliseconds later; what is typed before that is lost to them.
  ///
  /// - Parameter wanted: what it shall have beside `everyday`.
  /// - Throws: `.permission`, `.missing`, `.refused`.
  public convenience init(_ wanted: KeyboardAbilities = KeyboardAbilities()) throws(VirtualKeyboardFailure) {
    try self.init(wanted, door: "/dev/uinput")
  }

  /// - Parameter door: the node of uinput.
  init(_ wanted: KeyboardAbilities, door: String) throws(VirtualKeyboardFailure) {
    libevdev_set_log_function(nil, nil)
    let opened = unsafe open(door, O_RDWR | O_NONBLOCK | O_CLOEXEC)
    guard opened >= 0 else { throw VirtualKeyboardFailure(opening: errno) }
    let all = KeyboardAbilities(keys: VirtualKeyboard.everyday).joined(with: wanted)
    do throws(VirtualKeyboardFailure) {
      unsafe device = try VirtualKeyboard.make(all, opened)
      systemPath = unsafe try VirtualKeyboard.systemPath(of: device)
    } catch {
      unsafe libevdev_uinput_destroy(device)
      _ = Glibc.close(opened)
      throw error
    }
    abilities = all
    descriptor = opened
    events.reserveCapacity(256)
  }

  deinit { close() }

  private static func make(
    _ abilities: KeyboardAbilities, _ descriptor: Int32
  ) throws(VirtualKeyboardFailure) -> OpaquePointer {
    guard let plan = unsafe libevdev_new() else { throw .refused(ENOMEM) }
    defer { unsafe libevdev_free(plan) }
    unsafe libevdev_set_name(plan, OwnKeyboard.name)
    unsafe libevdev_set_id_bustype(plan, Int32(OwnKeyboard.bus))
    unsafe libevdev_set_id_vendor(plan, Int32(OwnKeyboard.vendor))
    unsafe libevdev_set_id_product(plan, Int32(OwnKeyboard.product))
    unsafe libevdev_set_id_version(plan, Int32(OwnKeyboard.version))
    for code in abilities.keys.codes { unsafe libevdev_enable_event_code(plan, UInt32(EV_KEY), UInt32(code), nil) }
    for code in abilities.movements { unsafe libevdev_enable_event_code(plan, UInt32(EV_REL), UInt32(code), nil) }
    for knob in abilities.knobs {
      var range = input_absinfo()
      range.minimum = knob.minimum
      range.maximum = knob.maximum
      range.value = knob.value ?? knob.minimum
      unsafe libevdev_enable_event_code(plan, UInt32(EV_ABS), UInt32(knob.code), &range)
    }
    for code in 0..<UInt32(LED_CNT) where unsafe libevdev_event_code_get_name(UInt32(EV_LED), code) != nil {
      unsafe libevdev_enable_event_code(plan, UInt32(EV_LED), code, nil)
    }
    unsafe libevdev_enable_event_code(plan, UInt32(EV_MSC), UInt32(MSC_SCAN), nil)
    // The delay and the interval are the kernel's own: uinput has no say in them.
    unsafe libevdev_enable_event_type(plan, UInt32(EV_REP))
    var made: OpaquePointer?
    let status = unsafe libevdev_uinput_create_from_device(plan, descriptor, &made)
    guard status == 0, let made = unsafe made else { throw .refused(-status) }
    return unsafe made
  }

  private static func systemPath(of device: OpaquePointer?) throws(VirtualKeyboardFailure) -> String {
    guard let device = unsafe device, let path = unsafe libevdev_uinput_get_syspath(device) else {
      throw .refused(ENOSYS)
    }
    return unsafe String(cString: path)
  }

  /// Lets all keys up and takes the keyboard out of the machine. Harmless when closed already.
  public func close() {
    guard let open = unsafe device else { return }
    try? releaseAll()
    unsafe libevdev_uinput_destroy(open)
    unsafe device = nil
    _ = Glibc.close(descriptor)
    descriptor = -1
    down = KeySet()
  }

  // MARK: Typing

  /// A key goes down or comes up, in the present frame. Nothing where it is so already, or has no such key.
  public func put(_ code: UInt16, down isDown: Bool) {
    guard abilities.keys.contains(code), down.contains(code) != isDown else { return }
    if isDown { down.insert(code) } else { down.remove(code) }
    append(EV_KEY, code, isDown ? 1 : 0)
  }

  /// The scan code of the key that follows (`MSC_SCAN`), in the present frame.
  public func putScan(_ value: Int32) { append(EV_MSC, UInt16(MSC_SCAN), value) }

  /// What a pointer, a wheel or a knob of a keyboard did, in the present frame. Nothing where it has no such.
  public func put(_ event: InputEvent) {
    switch event.type {
    case EventType.relative where abilities.movements.contains(event.code): append(EV_REL, event.code, event.value)
    case EventType.absolute where abilities.knobs.contains { $0.code == event.code }:
      append(EV_ABS, event.code, event.value)
    default: break
    }
  }

  /// Ends the present frame: what was put since the last one happens at once. Harmless when nothing was.
  ///
  /// The kernel ends a frame by itself after seven events; their order stays.
  public func endFrame() {
    guard isFrameOpen else { return }
    append(EV_SYN, UInt16(SYN_REPORT), 0)
    isFrameOpen = false
  }

  /// Ends the present frame and hands over all frames, in one write. Harmless when there is none.
  ///
  /// - Throws: `.broken`; what was not handed over is forgotten.
  public func flush() throws(VirtualKeyboardFailure) {
    endFrame()
    guard !events.isEmpty else { return }
    defer { events.removeAll(keepingCapacity: true) }
    let size = events.count * MemoryLayout<input_event>.stride
    var written: Int
    repeat {
      written = unsafe events.withUnsafeBytes { unsafe write(descriptor, $0.baseAddress, size) }
    } while written < 0 && errno == EINTR
    if written != size { throw .broken(written < 0 ? errno : EIO) }
  }

  /// Lets all keys up: modifiers last, so that what is let go of keeps the meaning it had.
  ///
  /// - Throws: `.broken`, as `flush`.
  public func releaseAll() throws(VirtualKeyboardFailure) {
    guard !down.isEmpty || !events.isEmpty else { return }
    endFrame()
    let held = down.codes
    for code in held where !VirtualKeyboard.modifiers.contains(code) { put(code, down: false) }
    for code in held where VirtualKeyboard.modifiers.contains(code) { put(code, down: false) }
    try flush()
  }

  private static let modifiers = KeySet(
    [
      KEY_LEFTCTRL, KEY_RIGHTCTRL, KEY_LEFTSHIFT, KEY_RIGHTSHIFT, KEY_LEFTALT, KEY_RIGHTALT, KEY_LEFTMETA,
      KEY_RIGHTMETA,
    ]
    .map { UInt16($0) })

  private func append(_ type: Int32, _ code: UInt16, _ value: Int32) {
    var event = input_event()
    event.type = UInt16(type)
    event.code = code
    event.value = value
    events.append(event)
    isFrameOpen = true
  }

  // MARK: What the desktop sets

  /// The LEDs that desktops have set since the last call, in order. The kernel keeps sixteen changes: read them soon.
  ///
  /// - Parameter changes: cleared first.
  /// - Throws: `.broken`.
  public func readLEDs(into changes: inout [LEDState]) throws(VirtualKeyboardFailure) {
    changes.removeAll(keepingCapacity: true)
    let got = unsafe feedback.withUnsafeMutableBytes { unsafe read(descriptor, $0.baseAddress, $0.count) }
    guard got >= 0 else {
      if errno == EAGAIN || errno == EINTR { return }
      throw .broken(errno)
    }
    for event in feedback[..<(got / MemoryLayout<input_event>.stride)] where Int32(event.type) == EV_LED {
      changes.append(LEDState(code: event.code, isOn: event.value != 0))
    }
  }
}
