import SwitchwayDesk
import SwitchwayScreen
import SwitchwayReactor
import SwitchwayScanning

/// The active window as a recorded tree, for `--dump`.
enum WindowDump {
  /// The time that reading the window may take, in µs. Slow programs take 3 s for 1,000 nodes.
  private static let patience: Int64 = 6_000_000

  /// The contents of the active window that were read.
  struct Found {
    private(set) var tree: Tree?
    private var whole: Reference?

    /// A window that could not be read, because its program did not answer in time.
    private var unreadable: Reference?

    mutating func fail(_ window: Reference) { unreadable = window }

    /// Whether this window should be read once more, since its program answers again: a busy LibreOffice needs more
    /// than half a second for its first answer.
    mutating func shouldReadAgain(_ window: Reference) -> Bool {
      guard unreadable == window else { return false }
      unreadable = nil
      return true
    }

    mutating func take(_ tree: Tree, of window: Reference, isWhole: Bool) {
      (self.tree, whole) = (tree, isWhole ? window : nil)
    }

    /// Whether a window was read completely that is the active one according to the latest report. Another window may
    /// have been read first: until the compositor's first report, it is the window that its own program reports as
    /// active.
    func isWhole(of front: Reference?) -> Bool { whole != nil && whole == front }
  }

  static func text(withNames: Bool) throws -> String {
    let windows = try WindowNews(isBeside: true)
    var found = Found()
    var failure = "no window is active, or its program is not on the accessibility bus"
    try windows.start(
      onNews: { [unowned windows] news in
        switch news {
        case .lost(let reason):
          failure = "the accessibility bus: \(reason)"
          windows.reactor.exit(code: 1)
        case .frontChanged(let window):
          found = Found()
          if let window { windows.desk?.read(window.reference) }
        case .tree(let window, let tree, let isWhole):
          found.take(tree, of: window, isWhole: isWhole)
          // If the scanner also runs, programs may answer before KWin has run the script that reports the window's
          // place.
          if isWhole {
            windows.look {
              if found.isWhole(of: windows.desk?.front?.reference) { windows.reactor.exit(code: 0) }
            }
          }
        case .notAnswering(let program): failure = "\(program.name) does not answer"
        case .unreadable(let window): found.fail(window)
        case .contentsChanged(let window): if found.shouldReadAgain(window) { windows.desk?.read(window) }
        case .connected, .motion, .textScale, .highContrast, .screenLocked, .windowLeft:
          break
        }
      },
      onFront: { [unowned windows] front in
        guard case .shell(let tree) = front, let root = tree.nodes.first?.reference else { return }
        found.take(tree, of: root, isWhole: true)
        windows.reactor.exit(code: 0)
      })
    try windows.run(for: patience)
    guard let tree = found.tree else { throw ScanFailure(failure + "\nhelp: switchway-scan --doctor") }
    var recorded = RecordedTree(tree: tree)
    let outputs = try? unsafe openDisplay(on: windows.reactor.loop)
    if let root = tree.nodes.first, root.reference.isOfShell, let output = outputs?.output(showing: Area(root.extents))
    {
      (recorded.screen, recorded.window) = (output.bounds, output.real(Area(root.extents)).rounded)
    }
    if case .window(let place)? = windows.watch?.front, let root = tree.nodes.first?.extents,
      let output = outputs?.output(showing: place.content)
    {
      recorded.screen = output.bounds
      // For a menu or popover, the compositor reports only the place of the window below it.
      if !WindowKind(of: tree).isPartOfWindow { recorded.window = output.real(place.part(for: root).area).rounded }
    }
    return recorded.text(withNames: withNames)
  }
}
