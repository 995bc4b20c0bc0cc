import CLibevdev
import Glibc
import SwitchwayCore

/// A virtual device of Switchway (uinput). There are three kinds: the keyboard, which sends the keys of grabbed
/// keyboards that are passed on and the keys that commands type; the pointer, which sends the events of grabbed
/// pointers that are passed on; and the pointer that clients place on the screens.
///
/// The functions `put…`, `relay` and `stroke` collect events, and `flush` sends them in one write. This allocates no
/// memory.
///
/// It is not Sendable, because it belongs to one event loop. It is closed by `close()` or with the last reference.
@safe public final class VirtualDevice {
  /// The input device's path in sysfs (`…/inputN`), by which the registry recognises and excludes the device.
  public let systemPath: String
  /// The keys and other events that the device can send.
  public let abilities: KeyboardAbilities
  /// The descriptor for the event loop, which is readable when a desktop has set LEDs. −1 after `close()`.
  public private(set) var descriptor: Int32
  /// The keys that are down after all events, including those that are not sent yet.
  public private(set) var down = KeySet()

  private var device: OpaquePointer?
  /// The events that the next `flush` sends.
  private var events: [input_event] = []
  private var isFrameOpen = false
  /// The buffer for events from the desktop. It has the size of the kernel's buffer for a uinput device
  /// (UINPUT_BUFFER_SIZE of its uinput.c).
  private var feedback = [input_event](repeating: input_event(), count: 16)

  /// All keys of keyboards, including media keys: the codes below `BTN_MISC` that have a name.
  public static let everyday = KeySet(
    (1..<UInt16(BTN_MISC)).filter { unsafe libevdev_event_code_get_name(UInt32(EV_KEY), UInt32($0)) != nil })

  /// Creates the device. Desktops notice it some milliseconds later, and miss events that are sent before that.
  ///
  /// - Parameter wanted: the abilities of the device. A keyboard also gets all keys of `everyday`.
  /// - Throws: `.permission`, `.missing`, `.refused`.
  public convenience init(
    _ wanted: KeyboardAbilities = KeyboardAbilities(), as kind: OwnDevice = .keyboard
  ) throws(VirtualDeviceFailure) {
    try self.init(wanted, as: kind, door: "/dev/uinput")
  }

  /// - Parameter door: the path of the uinput node.
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

  /// Makes a device for tests, without the kernel: it writes its events to `descriptor`.
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
      // Keys repeat with the kernel's default delay and interval, because uinput cannot set them.
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

  /// Adds a scan code (`MSC_SCAN`) to the present frame. It belongs to the key that is added next.
  public func putScan(_ value: Int32) { append(EV_MSC, UInt16(MSC_SCAN), value) }

  /// Adds an event of a keyboard's pointer, wheel or knob to the present frame. Ignores events that the device cannot
  /// send.
  public func putEvent(_ event: InputEvent) {
    switch event.type {
    case EventType.relative where abilities.movements.contains(event.code): append(EV_REL, event.code, event.value)
    case EventType.absolute where abilities.knobs.contains { $0.code == event.code }:
      append(EV_ABS, event.code, event.value)
    default: break
    }
  }

  /// Adds an event of a pointer unchanged. A `SYN_REPORT` ends the present frame. Ignores events that the device cannot
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

  /// Adds a frame of the pointer for clients.
  ///
  /// The kernel drops a position that is the same as the last one of this device, although another mouse may have moved
  /// the cursor meanwhile. Therefore a frame with a slightly different position, less than a pixel away, is sent first.
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

  /// Ends the present frame, whose events happen together. Does nothing if the frame is empty.
  ///
  /// The kernel divides a frame of more than seven events. This does not change the order of the events.
  public func endFrame() {
    guard isFrameOpen else { return }
    append(EV_SYN, UInt16(SYN_REPORT), 0)
    isFrameOpen = false
  }

  /// Whether `flush` has something to send.
  public var hasUnsentEvents: Bool { !events.isEmpty }

  /// Ends the present frame and sends all frames in one write. Does nothing if there are no events.
  ///
  /// - Throws: `.broken`. The events that were not sent are then dropped.
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

  /// Releases all keys. Modifiers are released last, so that they still apply to the other keys.
  ///
  /// - Throws: `.broken`, like `flush`.
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

  /// Reads the LEDs that desktops have set since the last call, in the order of the changes. Call this soon after a
  /// change, because the kernel keeps only sixteen changes.
  ///
  /// - Parameter changes: gets the changes. It is cleared first.
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
