import SwitchwayScanning

/// What the desk reports. All of it is called from the event loop, never from inside a call to the desk.
public enum News: Equatable, Sendable {
  /// The accessibility bus is there. The windows follow.
  case connected
  /// The accessibility bus is absent or has gone, with the reason in words. `Desk.windows` is empty and `Desk.front`
  /// nil from now on. The desk connects again by itself as soon as the session has an accessibility bus.
  case lost(reason: String)
  /// `Desk.windows` has changed.
  case windowsChanged
  /// `Desk.front` is another window from now on. A menu or dialog is one, too.
  case frontChanged(Window?)
  /// What was read of the window so far, by `Desk.read`. `isWhole` false: more follows. If a menu is open inside the
  /// window, the tree is that menu: `nodes[0]` has its role.
  case tree(window: Reference, Tree, isWhole: Bool)
  /// The reading of the window has failed: it is gone, or its program does not answer.
  case unreadable(window: Reference)
  /// Something in the program of the window in front has changed. Reported once, then not again before the next `read`.
  case contentsChanged(window: Reference)
  /// A call to this program was not answered in time. It is asked again when it comes to the front, and when it sends
  /// anything by itself. Reported once for each silence.
  case notAnswering(program: Program)
  /// A program that did not answer does so again.
  case answering(program: Program)
}

/// A program on the accessibility bus.
public struct Program: Hashable, Sendable {
  /// Its name on the accessibility bus.
  public let bus: String
  /// At most 200 bytes, without control characters.
  public var name: String
  /// The process that is connected to the accessibility bus. 0: not known.
  public var process: Int32
  /// Such as `gtk` (GTK 3), `GTK` (GTK 4), `Qt`, `Chromium`. Empty: not known.
  public var toolkit: String
  /// The toolkit's version, such as `3.24.38`. Empty: not known.
  public var version: String

  public init(bus: String, name: String = "", process: Int32 = 0, toolkit: String = "", version: String = "") {
    (self.bus, self.name, self.process) = (bus, name, process)
    (self.toolkit, self.version) = (toolkit, version)
  }
}

/// A window, dialog or menu of a program.
public struct Window: Hashable, Sendable {
  public let reference: Reference
  public var program: Program
  /// At most 200 bytes, without control characters.
  public var title: String
  public var role: Role
  public var states: States
  /// As the program reports it for the screen.
  public var extents: Rect

  public init(
    reference: Reference, program: Program, title: String = "", role: Role = .frame, states: States = [],
    extents: Rect = .zero
  ) {
    (self.reference, self.program, self.title) = (reference, program, title)
    (self.role, self.states, self.extents) = (role, states, extents)
  }
}

/// The window in front by the compositor's word.
public struct CompositorWindow: Hashable, Sendable {
  /// 0: not known.
  public var process: Int32
  public var title: String

  public init(process: Int32, title: String) { (self.process, self.title) = (process, title) }
}

/// What `Desk.check` found.
public enum Check: Hashable, Sendable {
  /// The item is as it was read.
  case unchanged
  /// It is there, but differs from what was read. `isNameOnly`: in nothing but its name.
  case changed(isNameOnly: Bool)
  /// It is gone, or its program does not answer.
  case gone
}

/// What came of `Desk.act` and the other calls that act.
public enum Outcome: Hashable, Sendable {
  /// The program has accepted it.
  case done
  /// The item has the focus now. The caller does the rest: a key, or the keyboard.
  case focused
  /// The program has refused it, is gone, or does not answer.
  case failed
}

/// The value of a slider or spin button.
public struct ItemValue: Hashable, Sendable {
  public var current: Double
  public var minimum: Double
  public var maximum: Double
  /// 0: the program names none.
  public var increment: Double

  public init(current: Double, minimum: Double, maximum: Double, increment: Double) {
    (self.current, self.minimum, self.maximum, self.increment) = (current, minimum, maximum, increment)
  }

  /// The value that is `steps` steps from `current`, within `minimum` and `maximum`. nil: the numbers make no sense.
  ///
  /// A step is the increment, or 1/20 of the range where there is none. Source: the design's "Choosing and acting".
  public func moved(by steps: Int) -> Double? {
    guard [current, minimum, maximum].allSatisfy(\.isFinite), maximum > minimum else { return nil }
    let step = increment.isFinite && increment > 0 ? increment : (maximum - minimum) / 20
    let wanted = min(max(current + Double(steps) * step, minimum), maximum)
    return wanted.isFinite ? wanted : nil
  }
}

/// The desk could not be set up.
public struct DeskFailure: Error, Hashable, Sendable, CustomStringConvertible {
  /// As in errno(3).
  public let code: Int32
  public let what: String

  public init(code: Int32, what: String) { (self.code, self.what) = (code, what) }

  public var description: String { "\(what): error \(code)" }
}
