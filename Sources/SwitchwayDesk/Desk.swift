import CLibsystemd
import SwitchwayScanning

/// Everything of the accessibility bus: which windows there are, which is in front, what they contain, and acting on it.
///
/// Works on the caller's event loop, on its one thread, and never blocks: every call to a program is asynchronous and
/// ends after `CallLimits.answer` at the latest. Nothing wakes the loop while no program sends anything.
@safe public final class Desk {
  /// All windows of all programs, in the order of the programs' start.
  public private(set) var windows: [Window] = []
  /// The window, dialog or menu in front. nil: none that can be read.
  public private(set) var front: Window?

  private let event: OpaquePointer
  private let onNews: (News) -> Void

  /// Connects to the session's accessibility bus; `News.connected` or `News.lost` follows from the loop.
  ///
  /// `event` is an `sd_event` that lives longer than the desk; `priority` is that of the desk's sources in it.
  /// Throws if there is no session bus, or no memory.
  public init(
    event: OpaquePointer, priority: Int64 = 0, onNews: @escaping (News) -> Void
  ) throws(DeskFailure) {
    unsafe self.event = event
    self.onNews = onNews
  }

  /// Ends everything: `IsEnabled` of the session is false again if it was before. No news come afterwards.
  public func stop() {}

  /// Says which window is in front by the compositor's word. nil: the compositor does not tell, so the ACTIVE state of
  /// the windows decides. A window of no program on the accessibility bus makes `front` nil.
  public func setFront(_ window: CompositorWindow?) {}

  /// Switches the programs' events on (as in the beginning) or off. While they are off there is no
  /// `News.contentsChanged`, and windows are found only by `read` and `setFront`.
  public func setEvents(on: Bool) {}

  /// Reads the window. `News.tree` follows, with growing parts for slow programs, or `News.unreadable`.
  ///
  /// A reading that is under way ends without more news.
  public func read(_ window: Reference) {}

  /// Compares the item with what its program says now: role, name, showing, sensitive, checked, expanded, and extents
  /// within 4 pixels. Source: the design's "Choosing and acting" 1.
  public func check(_ item: Item, _ answer: @escaping (Check) -> Void) {}

  /// Does what choosing the item means, without a check before. Source: the design's "Choosing and acting" 2.
  ///
  /// A value only answers `done`: `changeValue` is what the page of less and more does.
  public func act(_ item: Item, _ answer: @escaping (Outcome) -> Void) {}

  /// Lets the program itself light an item of an open menu: its parent selects it, and no action runs.
  public func lightInMenu(_ item: Item) {}

  /// Runs the item's action of this name, one of `Node.actions`.
  public func doAction(_ name: String, of item: Item, _ answer: @escaping (Outcome) -> Void) {}

  /// Reads the value of a slider or spin button. nil: it has none, or its program does not answer.
  public func value(of item: Item, _ answer: @escaping (ItemValue?) -> Void) {}

  /// Moves the value by steps of its increment, or of 1/20 of its range. Less is negative.
  public func changeValue(of item: Item, by steps: Int, _ answer: @escaping (Outcome) -> Void) {}

  /// Asks the program to scroll until the item is seen.
  public func scrollIntoView(_ item: Item, _ answer: @escaping (Outcome) -> Void) {}
}
