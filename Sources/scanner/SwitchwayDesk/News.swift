import SwitchwayScanning

/// What the desk reports. All of it is called from the event loop, never from inside a call to the desk.
public enum News: Equatable, Sendable {
  /// The accessibility bus is there. The windows follow.
  case connected
  /// The accessibility bus is absent or has gone, with the reason in words. `Desk.windows` is empty and `Desk.front`
  /// `nil` from now on. The desk connects again by itself as soon as the session has an accessibility bus.
  case lost(reason: String)
  /// `Desk.front` is another window from now on, or `Desk.silentInFront` another program. A menu or dialog is a window,
  /// too.
  case frontChanged(Window?)
  /// What was read of the window so far, by `Desk.read`. `isWhole` false: more follows; only the first time that it is
  /// read. If a menu or popover is open inside the window, the tree is that part: `nodes[0]` is its root.
  case tree(window: Reference, Tree, isWhole: Bool)
  /// The reading of the window has failed: it is gone, or its program does not answer.
  case unreadable(window: Reference)
  /// Something in the program of the window in front has changed. Reported twenty times a second at most.
  case contentsChanged(window: Reference)
  /// A window of a program has lost the keyboard, perhaps to a screen lock. Reported also while events are off.
  case windowLeft
  /// A call to this program was not answered in time. It is asked again when it comes to the front, and when it sends
  /// anything by itself. Reported once for each silence.
  case notAnswering(program: Program)
  /// A screen lock of the session's bus has become active, or none is any more.
  case screenLocked(Bool)
  /// Whether the desktop wants things to move. Not reported where it does not say.
  case motion(Bool)
  /// How large the desktop wants text, 1 being usual. Reported once; not where it does not say.
  case textScale(Double)
  /// Whether the desktop wants high contrast. Reported once; not where it does not say.
  case highContrast(Bool)
}

/// A program on the accessibility bus.
public struct Program: Hashable, Sendable {
  /// Its name on the accessibility bus.
  public let bus: String
  /// At most 200 bytes, without control characters.
  public var name = ""
  /// The process that is connected to the accessibility bus. `nil` if unknown.
  public var process: Int32?
  /// Such as `gtk` (GTK 3), `GTK` (GTK 4), `Qt`, `Chromium`. Empty: not known.
  public var toolkit = ""
}

/// A window, dialog or menu of a program.
public struct Window: Hashable, Sendable {
  public let node: Node
  public let program: Program

  init(_ node: Node, of program: Program) { (self.node, self.program) = (node, program) }

  /// The object that it is known by.
  public var reference: Reference { node.reference }
  /// At most 200 bytes, without control characters.
  public var title: String { node.name }
}
