import Glibc
import SwitchwayBus
import SwitchwayScanning

/// Follows the active window: by sway's socket, by a script in KWin, by an extension in GNOME's shell, or on X11 by the
/// window manager's properties.
///
/// No function waits after `open`. The caller's loop calls `update` when `descriptor` is readable.
public final class WindowWatch {
  /// It is called from `update` when `front` has changed, and the first time that it is reported.
  public var onChange: ((Front) -> Void)?
  /// It is called from `update` with all windows, after `askWindows` and when a window was opened or closed; on sway,
  /// KWin and GNOME also when a title has changed.
  public var onWindows: (([OpenWindow]) -> Void)?
  /// The active window, if known.
  public private(set) var front = Front.unknown

  /// The name on the session's bus that the extension of GNOME's shell owns.
  public static let shellName = ShellObject.name

  private let source: any WindowSource
  /// Whether `front` was reported, even as unknown.
  private var isReported = false
  /// The functions that wait for an answer, each with the number of its question. The answer to a later question also
  /// counts.
  private var waiting: [(question: Int, body: (Front) -> Void)] = []

  private init(_ source: any WindowSource) { self.source = source }

  /// Connects to sway if SWAYSOCK is set, to KWin or GNOME's shell in a Wayland session of KDE or GNOME, otherwise to
  /// the X11 server of DISPLAY if WAYLAND_DISPLAY is not set: the server in a Wayland session knows only some of the
  /// windows.
  ///
  /// `event`: the caller's loop. `isBeside`: whether this process may run at the same time as the scanner, which it
  /// must not disturb.
  @safe public static func open(on event: OpaquePointer, isBeside: Bool) throws(DesktopFailure) -> WindowWatch {
    func value(_ name: String) -> String? { unsafe getenv(name).map { unsafe String(cString: $0) } }
    let (sway, wayland) = (value("SWAYSOCK"), value("WAYLAND_DISPLAY"))
    let desktops = value("XDG_CURRENT_DESKTOP")
    func isIn(_ desktop: Substring) -> Bool {
      isSession(of: desktop, sway: sway, wayland: wayland, desktops: desktops)
    }
    if isIn("GNOME") { return WindowWatch(try unsafe ShellSource(event: event)) }
    guard isIn("KDE") else { return try open(sway: sway, wayland: wayland, x11: value("DISPLAY")) }
    guard let folder = value("XDG_RUNTIME_DIR") else { throw DesktopFailure(.none, "XDG_RUNTIME_DIR is not set") }
    let name = KWinScript.name + (isBeside ? "-\(getpid())" : "")
    return WindowWatch(try unsafe KWinSource(event: event, folder: folder, name: name))
  }

  /// Whether this is a Wayland session of a desktop. `desktops`: the names in XDG_CURRENT_DESKTOP, with colons between
  /// them.
  static func isSession(of desktop: Substring, sway: String?, wayland: String?, desktops: String?) -> Bool {
    sway == nil && wayland != nil && (desktops ?? "").split(separator: ":").contains(desktop)
  }

  static func open(sway: String?, wayland: String?, x11: String?) throws(DesktopFailure) -> WindowWatch {
    if let sway { return WindowWatch(try SwaySource(path: sway)) }
    guard wayland == nil else {
      throw DesktopFailure(.none, "this compositor does not report which window has the focus")
    }
    guard let x11 else { throw DesktopFailure(.none, "no desktop is running") }
    return WindowWatch(try X11Source(display: x11))
  }

  /// The descriptor is readable when `update` has something to do.
  public var descriptor: Int32 { source.descriptor }

  /// Whether the source reports screen locks. KWin and GNOME's shell do not: the session's bus does.
  public var tellsLock: Bool { source.tellsLock }

  /// Whether the compositor may hide the bar for a moment although the screen is not locked.
  public var hidesBarUnlocked: Bool { source.hidesBarUnlocked }

  /// Whether a screen lock over an empty workspace is not reported.
  public var missesLocks: Bool { source.missesLocks }

  /// Asks for the active window again; `onChange` follows if something is different.
  ///
  /// Sway reports neither a new size of a window nor a change of its screens. Therefore the caller must call this when
  /// a window was read again, and when the display's outputs have changed.
  public func refresh() { _ = source.ask() }

  /// Asks for the active window again, if this source may not have reported that a window has lost the keyboard, for
  /// example to a screen lock on sway.
  public func refreshFocus() { if !source.tellsFocus { _ = source.ask() } }

  /// Asks for the active window again, and calls `body` from `update` with the answer. Answers to earlier questions do
  /// not count.
  public func ask(_ body: @escaping (Front) -> Void) { waiting.append((source.ask(), body)) }

  /// Asks for all windows; `onWindows` follows.
  public func askWindows() { source.askWindows() }

  /// Asks GNOME's shell about the extension, if the extension reports the windows here. Otherwise `body` gets `nil`.
  public func askExtension(_ body: @escaping (ShellExtension?) -> Void) {
    if let shell = source as? ShellSource { shell.askExtension(body) } else { body(nil) }
  }

  /// Activates a window, if the desktop allows it.
  public func raise(_ window: OpenWindow) { source.raise(window.id) }

  /// Handles the data that has arrived, and sends the questions.
  ///
  /// Throws when the connection has ended or has sent invalid data; then the descriptor can no longer be used.
  public func update() throws(DesktopFailure) {
    let answer = try source.update()
    if let windows = answer.windows { onWindows?(windows) }
    guard let front = answer.front else { return }
    if front != self.front || !isReported {
      (self.front, isReported) = (front, true)
      onChange?(front)
    }
    tellWaiting(upTo: answer.question)
  }

  /// Tells the waiting callers that the active window is unknown, after `update` has thrown.
  public func giveUp() {
    front = .unknown
    tellWaiting(upTo: .max)
  }

  /// Calls the functions that wait for the answer to this question, or to an earlier one.
  private func tellWaiting(upTo question: Int) {
    let front = front
    let due = waiting.filter { $0.question <= question }
    waiting.removeAll { $0.question <= question }
    for (_, body) in due { body(front) }
  }
}

/// A source that reports which window is active. No function waits.
protocol WindowSource: AnyObject {
  var descriptor: Int32 { get }
  /// Whether an event reports each change of the window that has the keyboard.
  var tellsFocus: Bool { get }
  /// Whether the source reports screen locks.
  var tellsLock: Bool { get }
  /// Whether a screen lock is not reported if there is no active window. This is known when the first question is
  /// answered.
  var missesLocks: Bool { get }
  /// Whether the compositor may hide the bar for a moment although the screen is not locked.
  var hidesBarUnlocked: Bool { get }
  /// Asks for the active window, at once or with the next `update`. Returns the question's number.
  func ask() -> Int
  func askWindows()
  func raise(_ window: Int64)
  /// Returns the newest answers, or `nil` if none has arrived.
  func update() throws(DesktopFailure) -> WindowAnswer
}

extension WindowSource {
  var missesLocks: Bool { false }
  var hidesBarUnlocked: Bool { false }
}

struct WindowAnswer {
  /// The number of the question that `front` answers. Questions are answered in order.
  var question = 0
  var front: Front?
  var windows: [OpenWindow]?
}
