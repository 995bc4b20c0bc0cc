import SwitchwayCore
import SwitchwayDevices
import SwitchwayReactor
import SwitchwayTime

/// Types on the virtual keyboard, and replaces the keyboard when necessary. Other instances do the same for the virtual
/// pointers.
///
/// After a failure it sends nothing until `prepare` has made another device. The owner of this object then ends the
/// grabs and calls `discardBroken`, because the failed device may still hold keys down.
final class Typist {
  /// It is called with the LEDs of the keyboard that the desktop has switched on or off.
  var onLEDs: (([LEDState]) -> Void)?
  /// It is called with each new device before udev can announce the device.
  var onMade: ((VirtualDevice) -> Void)?

  /// The keyboard is replaced only if no key was sent on it for this time, because the desktop loses keys that it has
  /// not read when their device is removed. Arbitrary.
  private static let quiet = Microseconds.milliseconds(100)

  /// Makes a virtual device of this kind with these abilities.
  typealias Maker = (KeyboardAbilities, OwnDevice) throws(VirtualDeviceFailure) -> VirtualDevice

  private let reactor: Reactor
  private let kind: OwnDevice
  private let maker: Maker
  private var keyboard: VirtualDevice?
  private var source: DescriptorSource?
  private var attempts = 0
  private var changes: [LEDState] = []
  /// The keys in the present frame that have a scan code, and their scan codes.
  private var scans: [(code: UInt16, value: Int32)] = []
  /// The reason why there is no working device. `nil` while a device works, and before one is needed.
  private(set) var failure: VirtualDeviceFailure?
  /// The reason why the keyboard could not be replaced by one with more abilities, or `nil`. The old keyboard still
  /// works.
  private(set) var replacementFailure: VirtualDeviceFailure?
  /// The time to call `prepare` again. `nil` if no attempt is scheduled.
  private(set) var nextRetry: Instant?
  /// The time when something was last sent.
  private var lastSent = Instant(.min)
  /// The LEDs that the desktop has set, with their last state.
  private(set) var leds: [LEDState] = []

  init(reactor: Reactor, as kind: OwnDevice, maker: @escaping Maker) {
    self.reactor = reactor
    self.kind = kind
    self.maker = maker
    scans.reserveCapacity(16)
  }

  var isReady: Bool { keyboard != nil && failure == nil }

  /// The keys that can be typed. `nil` if no keyboard works.
  var keys: KeySet? { isReady ? keyboard?.abilities.keys : nil }

  /// Returns whether the keyboard has all wanted abilities. Makes a keyboard if there is none. If the keyboard lacks
  /// abilities, replaces it, unless one of its keys is down. After a failure, returns false until `nextRetry`.
  ///
  /// The old keyboard is closed only after the new one exists, so a failure does not affect it.
  ///
  /// - Parameter isTyping: whether a text is being typed. If so, the keyboard is not replaced, because the desktop
  ///   would lose keys of the text.
  func prepare(_ wanted: KeyboardAbilities, isTyping: Bool = false, at now: Instant) -> Bool {
    if isReady, let keyboard {
      if keyboard.abilities.covers(wanted) { return true }
      if let nextRetry, now < nextRetry { return false }
      // If a key is down, the keyboard is replaced after the next frame that leaves no key down.
      nextRetry = nil
      guard keyboard.down.isEmpty else { return false }
      if isTyping || now < lastSent + Typist.quiet {
        nextRetry = now + Typist.quiet
        return false
      }
      return make(keyboard.abilities.joined(with: wanted), at: now)
    }
    if let nextRetry, now < nextRetry { return false }
    close()
    return make(wanted, at: now)
  }

  private func make(_ wanted: KeyboardAbilities, at now: Instant) -> Bool {
    do throws(VirtualDeviceFailure) {
      let made = try SpareDescriptors.shared.lend(3) { [kind, maker] () throws(VirtualDeviceFailure) in
        try maker(wanted, kind)
      }
      close()
      keyboard = made
      onMade?(made)
      // A pointer has no LEDs.
      guard kind == .keyboard else {
        attempts = 0
        return true
      }
      source = try? reactor.watch(made.descriptor, for: Reactor.Ready.readable, priority: .control) {
        [unowned self] _ in readLEDs()
      }
      attempts = 0
      return true
    } catch {
      if keyboard == nil { failure = error } else { replacementFailure = error }
      wait(after: now)
      return false
    }
  }

  /// Cancels the replacement, because it is no longer needed.
  func forgetReplacement() {
    guard replacementFailure != nil else { return }
    replacementFailure = nil
    nextRetry = nil
    attempts = 0
  }

  private func wait(after now: Instant) {
    nextRetry = now + Backoff.wait(after: attempts)
    attempts += 1
  }

  /// Removes a keyboard that has failed. Another one is not made before `nextRetry`.
  func discardBroken() {
    if failure != nil { remove() }
  }

  private func remove() {
    source?.cancel()
    source = nil
    keyboard?.close()
    keyboard = nil
  }

  /// Releases all keys, removes the keyboard and forgets failures.
  func close() {
    remove()
    failure = nil
    replacementFailure = nil
    nextRetry = nil
  }

  // MARK: Typing

  /// Stores the scan codes of a frame, which are sent with those of its keys that are passed on.
  func note(scansOf frame: ArraySlice<InputEvent>) {
    scans.removeAll(keepingCapacity: true)
    var scan: Int32?
    for event in frame {
      if event.type == EventType.miscellaneous, event.code == MiscellaneousCode.scan { scan = event.value }
      if event.type == EventType.key {
        if let scan { scans.append((event.code, scan)) }
        scan = nil
      }
    }
  }

  /// Passes on the events in a frame of a grabbed keyboard that are not keys. Call this before the keys are typed, so
  /// that a click happens at the pointer's new position.
  func pass(_ frame: ArraySlice<InputEvent>) {
    guard let keyboard, failure == nil else { return }
    for event in frame { keyboard.putEvent(event) }
    keyboard.endFrame()
  }

  /// Adds an event of a grabbed pointer. `flush` sends it.
  func relay(_ event: InputEvent) {
    guard let keyboard, failure == nil else { return }
    keyboard.relay(event)
  }

  /// Adds a movement, a button's press or release, or a turn of the wheel to the virtual pointer for clients. `flush`
  /// sends it.
  func stroke(_ stroke: PointerStroke) {
    guard let keyboard, failure == nil else { return }
    keyboard.stroke(stroke)
  }

  /// Adds the press or release of a key as a separate frame. `flush` sends it.
  func type(_ code: UInt16, down: Bool) {
    guard let keyboard, failure == nil else { return }
    if let index = scans.firstIndex(where: { $0.code == code }) {
      keyboard.putScan(scans[index].value)
      scans.remove(at: index)
    }
    keyboard.putKey(code, down: down)
    keyboard.endFrame()
  }

  /// Sends all events that were added. Returns false if that fails; then nothing is sent until `prepare` makes another
  /// device.
  func flush(at now: Instant) -> Bool {
    guard let keyboard, failure == nil else { return true }
    if keyboard.hasUnsentEvents { lastSent = now }
    do throws(VirtualDeviceFailure) {
      try keyboard.flush()
      return true
    } catch {
      failure = error
      replacementFailure = nil
      wait(after: now)
      return false
    }
  }

  private func readLEDs() {
    guard let keyboard else { return }
    do throws(VirtualDeviceFailure) {
      try keyboard.readLEDs(into: &changes)
    } catch {
      // The failure is not reported here: it is reported when the next key cannot be typed.
      source?.cancel()
      source = nil
      return
    }
    for change in changes {
      leds.removeAll { $0.code == change.code }
      leds.append(change)
    }
    if !changes.isEmpty { onLEDs?(changes) }
  }
}
