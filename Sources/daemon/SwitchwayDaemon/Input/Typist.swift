import SwitchwayCore
import SwitchwayDevices
import SwitchwayReactor
import SwitchwayTime

/// Types on the virtual keyboard, and replaces it when necessary. Other instances do the same for the virtual pointers.
///
/// After a failure it sends nothing until `prepare` has made another device. The owner ends the grabs and then calls
/// `discardBroken`, because the device may hold keys down.
final class Typist {
  /// It is called with the LEDs that a desktop has set.
  var onLEDs: (([LEDState]) -> Void)?
  /// It is called with each new device before the device can be announced.
  var onMade: ((VirtualDevice) -> Void)?

  /// The time for which no key must have been sent before the keyboard is replaced. If a desktop has not read the last
  /// keys of a device, they are lost with the device. Arbitrary.
  private static let quiet = Microseconds.milliseconds(100)

  /// Makes a device with these abilities.
  typealias Maker = (KeyboardAbilities, OwnDevice) throws(VirtualDeviceFailure) -> VirtualDevice

  private let reactor: Reactor
  private let kind: OwnDevice
  private let maker: Maker
  private var keyboard: VirtualDevice?
  private var source: DescriptorSource?
  private var attempts = 0
  private var changes: [LEDState] = []
  /// The scan codes of the present frame, by key.
  private var scans: [(code: UInt16, value: Int32)] = []
  /// The reason why there is no device, or `nil` while there is one, and before one is needed.
  private(set) var failure: VirtualDeviceFailure?
  /// The reason why the keyboard could not be replaced by one with more abilities. The old one still works.
  private(set) var replacementFailure: VirtualDeviceFailure?
  /// The time to try again, or `nil` if nothing has failed.
  private(set) var nextRetry: Instant?
  /// The time when something was last sent.
  private var lastSent = Instant(.min)
  /// The LEDs as set by desktops.
  private(set) var leds: [LEDState] = []

  init(reactor: Reactor, as kind: OwnDevice, maker: @escaping Maker) {
    self.reactor = reactor
    self.kind = kind
    self.maker = maker
    scans.reserveCapacity(16)
  }

  var isReady: Bool { keyboard != nil && failure == nil }

  /// The keys that can be typed, or `nil` if there is no keyboard.
  var keys: KeySet? { isReady ? keyboard?.abilities.keys : nil }

  /// Returns whether the keyboard has all the abilities that are wanted. Makes a keyboard if there is none, and a
  /// replacement if it lacks abilities and none of its keys is down. After a failure, returns false until `nextRetry`.
  ///
  /// The old keyboard is closed only after the new one exists, so a failure does not affect it.
  ///
  /// - Parameter isTyping: whether a text is being typed. If so, it is not replaced, because a desktop would miss keys
  ///   of the
  ///   text.
  func prepare(_ wanted: KeyboardAbilities, isTyping: Bool = false, at now: Instant) -> Bool {
    if isReady, let keyboard {
      if keyboard.abilities.covers(wanted) { return true }
      if let nextRetry, now < nextRetry { return false }
      // The replacement is tried at the next frame after which all keys are up.
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

  /// Removes a keyboard that has failed. Another one is still made only at `nextRetry`.
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

  /// Stores the scan codes of the next frame, for its keys that pass.
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

  /// Passes on everything but keys in a frame of a grabbed keyboard. This comes before the keys, so that a click hits
  /// the pointer's new position.
  func pass(_ frame: ArraySlice<InputEvent>) {
    guard let keyboard, failure == nil else { return }
    for event in frame { keyboard.putEvent(event) }
    keyboard.endFrame()
  }

  /// Adds an event of a grabbed pointer.
  func relay(_ event: InputEvent) {
    guard let keyboard, failure == nil else { return }
    keyboard.relay(event)
  }

  /// Adds a frame of the pointer of clients.
  func stroke(_ stroke: PointerStroke) {
    guard let keyboard, failure == nil else { return }
    keyboard.stroke(stroke)
  }

  /// Types an edge as a separate frame.
  func type(_ code: UInt16, down: Bool) {
    guard let keyboard, failure == nil else { return }
    if let index = scans.firstIndex(where: { $0.code == code }) {
      keyboard.putScan(scans[index].value)
      scans.remove(at: index)
    }
    keyboard.putKey(code, down: down)
    keyboard.endFrame()
  }

  /// Sends the typed keys. Returns false if that fails; then nothing more is typed.
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
      // Reported with the next key that cannot be typed.
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
