import Glibc
import SwitchwayScanning

/// Follows the window in front: by sway's socket, or on X11 by the window manager's properties.
///
/// Nothing here waits after `open`. The caller's loop calls `update` when `descriptor` is readable.
public final class WindowWatch {
  /// Called from `update` when `front` has changed.
  public var onChange: ((Front) -> Void)?
  /// Called from `update` with all windows, after `askWindows` and when one has come or gone; on sway also when one has
  /// another title.
  public var onWindows: (([OpenWindow]) -> Void)?
  /// What is in front, as far as it is known.
  public private(set) var front = Front.unknown

  private let source: any WindowSource
  /// Who waits for the answer to this question, or to a later one.
  private var waiting: [(question: Int, body: (Front) -> Void)] = []

  private init(_ source: any WindowSource) { self.source = source }

  /// Connects to sway where SWAYSOCK is set, else to the X11 server of DISPLAY where WAYLAND_DISPLAY is not set: the
  /// server in a Wayland session knows only some of the windows.
  public static func open() throws(DesktopFailure) -> WindowWatch {
    func value(_ name: String) -> String? { unsafe getenv(name).map { unsafe String(cString: $0) } }
    return try open(sway: value("SWAYSOCK"), wayland: value("WAYLAND_DISPLAY"), x11: value("DISPLAY"))
  }

  static func open(sway: String?, wayland: String?, x11: String?) throws(DesktopFailure) -> WindowWatch {
    if let sway { return WindowWatch(try SwaySource(path: sway)) }
    guard wayland == nil else {
      throw DesktopFailure(.none, "this compositor does not tell which window is in front")
    }
    guard let x11 else { throw DesktopFailure(.none, "there is no desktop") }
    return WindowWatch(try X11Source(display: x11))
  }

  /// Readable when `update` has something to do.
  public var descriptor: Int32 { source.descriptor }

  /// Asks again; `onChange` follows if something is different.
  ///
  /// Sway never tells a new size of a window, nor a change of its screens: the caller asks when a window was read anew,
  /// and when the display's outputs change.
  public func refresh() { _ = source.ask() }

  /// The same where a window can lose the keyboard without an event, as to a screen lock on sway.
  public func refreshFocus() { if !source.tellsFocus { _ = source.ask() } }

  /// Asks again, and calls `body` from `update` with the answer. What was asked before, and is answered later, is none.
  public func ask(_ body: @escaping (Front) -> Void) { waiting.append((source.ask(), body)) }

  /// Asks for all windows; `onWindows` follows.
  public func askWindows() { source.askWindows() }

  /// Brings a window to the front, where the desktop allows it.
  public func raise(_ window: OpenWindow) { source.raise(window.id) }

  /// Handles what has arrived, and sends what is to be asked.
  ///
  /// Throws when the connection has ended or cannot be understood; the descriptor is of no use then.
  public func update() throws(DesktopFailure) {
    let answer = try source.update()
    if let windows = answer.windows { onWindows?(windows) }
    guard let front = answer.front else { return }
    if front != self.front {
      self.front = front
      onChange?(front)
    }
    let due = waiting.filter { $0.question <= answer.question }
    waiting.removeAll { $0.question <= answer.question }
    for (_, body) in due { body(front) }
  }
}

/// A way to learn which window is in front. No function waits.
protocol WindowSource: AnyObject {
  var descriptor: Int32 { get }
  /// Whether an event tells each change of the window that has the keyboard.
  var tellsFocus: Bool { get }
  /// Asks for the window in front, at once or with the next `update`. Returns the question's number.
  func ask() -> Int
  func askWindows()
  func raise(_ window: Int64)
  /// Returns the newest answers; nil: none has come.
  func update() throws(DesktopFailure) -> WindowAnswer
}

struct WindowAnswer {
  /// Of the question that `front` answers. They are answered in order.
  var question = 0
  var front: Front?
  var windows: [OpenWindow]?
}
