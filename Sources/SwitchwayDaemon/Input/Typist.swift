import SwitchwayCore
import SwitchwayDevices

/// Types on the virtual keyboard, and makes it anew where it must be.
///
/// Once typing fails nothing is typed any more until `prepare` has made another keyboard: whoever owns this lets go of
/// everything first.
final class Typist {
  /// Called with the LEDs that a desktop has set.
  var onLEDs: (([LEDState]) -> Void)?
  /// Called with each keyboard that is made, before anybody can have announced it.
  var onMade: ((VirtualKeyboard) -> Void)?

  private let reactor: Reactor
  private var keyboard: VirtualKeyboard?
  private var source: DescriptorSource?
  private var attempts = 0
  private var changes: [LEDState] = []
  /// The scan codes of the frame that is being handled, by key.
  private var scans: [(code: UInt16, value: Int32)] = []
  /// Why there is no keyboard; nil while there is one, and before one was wanted.
  private(set) var failure: VirtualKeyboardFailure?
  /// Why the keyboard could not be replaced by one that can do more. The old one still works.
  private(set) var replacementFailure: VirtualKeyboardFailure?
  /// When it is worth trying again; nil while nothing is amiss.
  private(set) var nextRetry: Instant?
  /// The LEDs as desktops have set them.
  private(set) var leds: [LEDState] = []

  init(reactor: Reactor) {
    self.reactor = reactor
    scans.reserveCapacity(16)
  }

  /// Whether there is a keyboard that works.
  var isReady: Bool { keyboard != nil && failure == nil }

  /// Whether the keyboard has all that is wanted. Makes one where there is none, and another where it lacks something and
  /// none of its keys is down. Before `nextRetry` a failure stands.
  ///
  /// The old keyboard is closed only once the new one exists: a failure leaves the old one as it is.
  func prepare(_ wanted: KeyboardAbilities, at now: Instant) -> Bool {
    if isReady, let keyboard {
      if keyboard.abilities.covers(wanted) { return true }
      if let nextRetry, now < nextRetry { return false }
      // The next frame that leaves all keys up is waited for, and no time.
      nextRetry = nil
      guard keyboard.down.isEmpty else { return false }
      return make(keyboard.abilities.joined(with: wanted), at: now)
    }
    if let nextRetry, now < nextRetry { return false }
    // One that does not work any more may still hold keys down.
    close()
    return make(wanted, at: now)
  }

  private func make(_ wanted: KeyboardAbilities, at now: Instant) -> Bool {
    do throws(VirtualKeyboardFailure) {
      let made = try SpareDescriptors.shared.lend(3) { () throws(VirtualKeyboardFailure) in
        try VirtualKeyboard(wanted)
      }
      close()
      keyboard = made
      onMade?(made)
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

  /// Nothing needs another keyboard any more.
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

  /// Lets all keys up and takes the keyboard out of the machine.
  func close() {
    source?.cancel()
    source = nil
    keyboard?.close()
    keyboard = nil
    failure = nil
    replacementFailure = nil
    nextRetry = nil
  }

  // MARK: Typing

  /// Takes the scan codes of a frame that is about to be handled, for those of its keys that pass.
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

  /// Passes on what is no key in a frame of a grabbed keyboard, before its keys: a click hits where the pointer is then.
  func pass(_ frame: ArraySlice<InputEvent>) {
    guard let keyboard, failure == nil else { return }
    for event in frame { keyboard.put(event) }
    keyboard.endFrame()
  }

  /// A key goes down, or comes up: a frame of its own.
  func type(_ code: UInt16, down: Bool) {
    guard let keyboard, failure == nil else { return }
    if let place = scans.firstIndex(where: { $0.code == code }) {
      keyboard.putScan(scans[place].value)
      scans.remove(at: place)
    }
    keyboard.put(code, down: down)
    keyboard.endFrame()
  }

  /// Hands over what was typed. False: that failed, now; nothing more is typed.
  func flush(at now: Instant) -> Bool {
    guard let keyboard, failure == nil else { return true }
    do throws(VirtualKeyboardFailure) {
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
    do throws(VirtualKeyboardFailure) {
      try keyboard.readLEDs(into: &changes)
    } catch {
      // Told with the next key that cannot be typed.
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
