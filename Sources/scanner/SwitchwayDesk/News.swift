import SwitchwayScanning

/// The reports of the desk. All of them come from the event loop, never before a call to the desk returns.
public enum News: Equatable, Sendable {
  /// The connection to the accessibility bus was made. News about the windows follow.
  case connected
  /// The accessibility bus is absent or has gone, with the reason in words. `Desk.windows` is empty and `Desk.front`
  /// `nil` from now on. The desk connects again by itself as soon as the session has an accessibility bus.
  case lost(reason: String)
  /// From now on, `Desk.front` is another window, or `Desk.silentInFront` another program. A menu or dialog also counts
  /// as a window.
  case frontChanged(Window?)
  /// The part of the window that `Desk.read` has read so far. If `isWhole` is false, more follows; this happens only
  /// the first time that the window is read. If a menu or popover is open inside the window, the tree has only the menu
  /// or popover, with its root as `nodes[0]`.
  case tree(window: Reference, Tree, isWhole: Bool)
  /// The reading of the window has failed: the window has gone, or its program does not answer.
  case unreadable(window: Reference)
  /// Something in the program of the active window has changed. This is reported at most 20 times per second.
  case contentsChanged(window: Reference)
  /// A window of a program has lost the keyboard, perhaps to a screen lock. This is also reported while events are off.
  case windowLeft
  /// A call to this program was not answered in time. The program is asked again when it becomes active, and when it
  /// sends anything by itself. This is reported once for each silence.
  case notAnswering(program: Program)
  /// A screen lock on the session's bus has become active (`true`), or none is active any more (`false`).
  case screenLocked(Bool)
  /// Whether the desktop wants animations. It is not reported if the desktop does not say.
  case motion(Bool)
  /// The desktop's factor for the text size; 1 is the usual size. It is reported once, if the desktop has this setting.
  case textScale(Double)
  /// Whether the desktop wants high contrast. It is reported once, if the desktop has this setting.
  case highContrast(Bool)
}

/// A program on the accessibility bus.
public struct Program: Hashable, Sendable {
  /// The program's name on the accessibility bus.
  public let bus: String
  /// At most 200 bytes, without control characters.
  public var name = ""
  /// The process that is connected to the accessibility bus. `nil` if unknown.
  public var process: Int32?
  /// The toolkit, such as `gtk` (GTK 3), `GTK` (GTK 4), `Qt`, `Chromium`. It is empty if unknown.
  public var toolkit = ""
  /// The version of the toolkit, such as `4.18.6`. It is empty if unknown.
  public var toolkitVersion = ""

  /// Whether the positions of the program's widgets lack the padding of their containers (`Tree.addLostPadding`). Seen
  /// with GTK 4.18.6; GTK 4.8.3 reports the inside of each widget, where it is. Interfaces for bounds came with 4.10.
  var losesPadding: Bool {
    let parts = toolkitVersion.split(separator: ".").prefix(2).map { Int($0) ?? 0 }
    return toolkit == "GTK" && parts.count == 2 && (parts[0], parts[1]) >= (4, 10)
  }
}

/// A window, dialog or menu of a program.
public struct Window: Hashable, Sendable {
  public let node: Node
  public let program: Program

  init(_ node: Node, of program: Program) { (self.node, self.program) = (node, program) }

  /// The object that identifies the window.
  public var reference: Reference { node.reference }
  /// At most 200 bytes, without control characters.
  public var title: String { node.name }
}
