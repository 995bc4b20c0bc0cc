import CLibevdev
import Glibc
import SwitchwayCore

/// A virtual device of Switchway (uinput): the keyboard, which sends the keys that grabbed keyboards pass on and that
/// commands type; the pointer, which sends the events that grabbed pointers pass on; or the pointer that clients place.
///
/// `put…` collects events; `flush` sends them in one write. Sending an event allocates no memory. Events allocate
/// nothing.
///
/// Not Sendable: it belongs to one event loop. It is closed by `close()` or with the last reference.
@safe public final class VirtualDevice {
  /// The input device's path in sysfs (`…/inputN`), by which the registry excludes it.
  public let systemPath: String
  /// The keys and other events that it can send.
  public let abilities: KeyboardAbilities
  /// The descriptor for the event loop: readable when a desktop sets LEDs; −1 after `close()`.
  public private(set) var descriptor: Int32
  /// The keys that are down, including events that are not sent yet.
  public private(set) var down = KeySet()

  private var device: OpaquePointer?
  /// The events to write next.
  private var events: [input_event] = []
  private var isFrameOpen = false
  /// The limit is the kernel's buffer for a uinput device (UINPUT_BUFFER_SIZE of its uinput.c).
  private var feedback = [input_event](repeating: input_event(), count: 16)

  /// Every key of a keyboard, including media keys: all below `BTN_MISC` that have a name.
  public static let everyday = KeySet(
    (1..<UInt16(BTN_MISC)).filter { unsafe libevdev_event_code_get_name(UInt32(EV_KEY), UInt32($0)) != nil })

  /// Creates the device. Desktops notice it some milliseconds later and miss events that are sent before.
  ///
  /// - Parameter wanted: for the keyboard, additions to `everyday`.
  /// - Throws: `.permission`, `.missing`, `.refused`.
  public convenience init(
    _ wanted: KeyboardAbilities = KeyboardAbilities(), as kind: OwnDevice = .keyboard
  ) throws(VirtualDeviceFailure) {
    try self.init(wanted, as: kind, door: "/dev/uinput")
  }

  /// - Parameter door: the uinput node.
  init(_ wanted: KeyboardAbilities, as kind: OwnDevice = .keyboard, door: String) throws(VirtualDeviceFailure) {
    libevdev_set_log_function(nil, nil)
    let opened = unsafe open(door, O_RDWR | O_NONBLOCK | O_CLOEXEC)
    guard opened >= 0 else { throw VirtualDeviceFailure(opening: errno) }
    let all = kind == .keyboard ? KeyboardAbilities(keys: VirtualDevice.everyday).joined(with: wanted) : wanted
    do throws(VirtualDeviceFailure) {
      unsafe device = try VirtualDevice.make(all, kind, opened)
      systemPath = unsafe try VirtualDevice.systemPath(of: device)
    } catch {
      unsafe libevdev_uinput_destroy(device)
      _ = Glibc.close(opened)
      throw error
    }
    abilities = all
    descriptor = opened
    events.reserveCapacity(256)
  }

  /// A device without a kernel, for tests: it writes its events to `descriptor`.
  package init(_ abilities: KeyboardAbilities, systemPath: String, writingTo descriptor: Int32) {
    self.abilities = abilities
    self.systemPath = systemPath
    self.descriptor = descriptor
    events.reserveCapacity(256)
  }

  deinit { close() }

  private static func make(
    _ abilities: KeyboardAbilities, _ kind: OwnDevice, _ descriptor: Int32
  ) throws(VirtualDeviceFailure) -> OpaquePointer {
    guard let plan = unsafe libevdev_new() else { throw .refused(ENOMEM) }
    defer { unsafe libevdev_free(plan) }
    unsafe libevdev_set_name(plan, kind.name)
    unsafe libevdev_set_id_bustype(plan, Int32(OwnDevice.bus))
    unsafe libevdev_set_id_vendor(plan, Int32(OwnDevice.vendor))
    unsafe libevdev_set_id_product(plan, Int32(kind.product))
    unsafe libevdev_set_id_version(plan, Int32(OwnDevice.version))
    for code in abilities.keys.codes { unsafe libevdev_enable_event_code(plan, UInt32(EV_KEY), UInt32(code), nil) }
    for code in abilities.movements { unsafe libevdev_enable_event_code(plan, UInt32(EV_REL), UInt32(code), nil) }
    for knob in abilities.knobs {
      var range = input_absinfo()
      range.minimum = knob.minimum
      range.maximum = knob.maximum
      range.value = knob.value ?? knob.minimum
      unsafe libevdev_enable_event_code(plan, UInt32(EV_ABS), UInt32(knob.code), &range)
    }
    unsafe libevdev_enable_event_code(plan, UInt32(EV_MSC), UInt32(MSC_SCAN), nil)
    if abilities.isPointingStick { unsafe libevdev_enable_property(plan, UInt32(INPUT_PROP_POINTING_STICK)) }
    if kind == .keyboard {
      for code in 0..<UInt32(LED_CNT) where unsafe libevdev_event_code_get_name(UInt32(EV_LED), code) != nil {
        unsafe libevdev_enable_event_code(plan, UInt32(EV_LED), code, nil)
      }
      // The delay and the interval are the kernel's defaults; uinput cannot set them.
      unsafe libevdev_enable_event_type(plan, UInt32(EV_REP))
    }
    var made: OpaquePointer?
    let status = unsafe libevdev_uinput_create_from_device(plan, descriptor, &made)
    guard status == 0, let made = unsafe made else { throw .refused(-status) }
    return unsafe made
  }

  private static func systemPath(of device: OpaquePointer?) throws(VirtualDeviceFailure) -> String {
    guard let device = unsafe device, let path = unsafe libevdev_uinput_get_syspath(device) else {
      throw .refused(ENOSYS)
    }
    return unsafe String(cString: path)
  }

  /// Releases all keys and removes the device. Does nothing if it is already closed.
  public func close() {
    guard descriptor >= 0 else { return }
    try? releaseAll()
    unsafe libevdev_uinput_destroy(device)
    unsafe device = nil
    _ = Glibc.close(descriptor)
    descriptor = -1
    down = KeySet()
  }

  // MARK: Typing

  /// Presses or releases a key in the present frame. Does nothing if the key is already in that state or does not
  /// exist.
  public func putKey(_ code: UInt16, down isDown: Bool) {
    guard abilities.keys.contains(code), down.contains(code) != isDown else { return }
    if isDown { down.insert(code) } else { down.remove(code) }
    append(EV_KEY, code, isDown ? 1 : 0)
  }

  /// Adds the scan code of the key that follows (`MSC_SCAN`) to the present frame.
  public func putScan(_ value: Int32) { append(EV_MSC, UInt16(MSC_SCAN), value) }

  /// Adds an event of a keyboard's pointer, wheel or knob to the present frame. Ignores events that it cannot send.
  public func putEvent(_ event: InputEvent) {
    switch event.type {
    case EventType.relative where abilities.movements.contains(event.code): append(EV_REL, event.code, event.value)
    case EventType.absolute where abilities.knobs.contains { $0.code == event.code }:
      append(EV_ABS, event.code, event.value)
    default: break
    }
  }

  /// Adds an event of a pointer as it is, or ends the present frame with its report. Ignores events that it cannot
  /// send.
  public func relay(_ event: InputEvent) {
    switch event.type {
    case EventType.syn:
      guard isFrameOpen else { return }
      append(EV_SYN, UInt16(SYN_REPORT), event.value)
      isFrameOpen = false
    case EventType.key where event.value == 0 || event.value == 1: putKey(event.code, down: event.value == 1)
    case EventType.key where down.contains(event.code): append(EV_KEY, event.code, event.value)
    case EventType.miscellaneous where event.code == MiscellaneousCode.scan: putScan(event.value)
    default: putEvent(event)
    }
  }

  /// Adds a frame of the pointer of clients.
  ///
  /// The kernel drops a position that this device has just sent, although another mouse may have moved the cursor
  /// meanwhile. Therefore a frame with a slightly different place comes first. That place is off by less than a pixel.
  public func stroke(_ stroke: PointerStroke) {
    endFrame()
    switch stroke {
    case .move(let place):
      append(EV_ABS, UInt16(ABS_X), Int32(place.x ^ 1))
      append(EV_ABS, UInt16(ABS_Y), Int32(place.y))
      endFrame()
      append(EV_ABS, UInt16(ABS_X), Int32(place.x))
    case .button(let code, let isDown): putKey(code, down: isDown)
    case .wheel(let code, let forward): append(EV_REL, code, forward ? 1 : -1)
    }
    endFrame()
  }

  /// Ends the present frame: its events happen together. Does nothing if the frame is empty.
  ///
  /// The kernel ends a frame by itself after seven events. The order is kept.
  public func endFrame() {
    guard isFrameOpen else { return }
    append(EV_SYN, UInt16(SYN_REPORT), 0)
    isFrameOpen = false
  }

  /// Whether `flush` has something to send.
  public var hasUnsentEvents: Bool { !events.isEmpty }

  /// Ends the present frame and sends all frames in one write. Does nothing if there are none.
  ///
  /// - Throws: `.broken`; events that were not sent are dropped.
  public func flush() throws(VirtualDeviceFailure) {
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

  /// Releases all keys, modifiers last, so that they still apply to the other keys.
  ///
  /// - Throws: `.broken`, as `flush`.
  public func releaseAll() throws(VirtualDeviceFailure) {
    guard !down.isEmpty || !events.isEmpty else { return }
    endFrame()
    let held = down.codes
    for code in held where !VirtualDevice.modifiers.contains(code) { putKey(code, down: false) }
    for code in held where VirtualDevice.modifiers.contains(code) { putKey(code, down: false) }
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

  // MARK: The desktop's settings

  /// The LEDs that desktops have set since the last call, in order. The kernel keeps only sixteen changes, so read them
  /// soon.
  ///
  /// - Parameter changes: cleared first.
  /// - Throws: `.broken`.
  public func readLEDs(into changes: inout [LEDState]) throws(VirtualDeviceFailure) {
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
