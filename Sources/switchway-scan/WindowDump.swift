import SwitchwayDesk
import SwitchwayDisplay
import SwitchwayPlace
import SwitchwayReactor
import SwitchwayScanning

/// The window in front as a recorded tree, for `--dump`.
enum WindowDump {
  /// How long the window may take, in µs. Slow programs take 3 s for 1,000 nodes.
  private static let patience: Int64 = 6_000_000

  static func text(withNames: Bool) throws -> String {
    let windows = try WindowNews(isBeside: true)
    var tree: Tree?
    var failure = "no window is active, or its program is not on the accessibility bus"
    try windows.start(onNews: { [unowned windows] news in
      switch news {
      case .lost(let reason):
        failure = "the accessibility bus: \(reason)"
        windows.reactor.exit(code: 1)
      case .frontChanged(let window?): windows.desk?.read(window.reference)
      case .tree(_, let new, let isWhole):
        tree = new
        if isWhole { windows.reactor.exit(code: 0) }
      case .notAnswering(let program): failure = "\(program.name) does not answer"
      case .connected, .frontChanged(nil), .unreadable, .contentsChanged, .motion, .textScale, .highContrast,
        .screenLocked, .windowLeft:
        break
      }
    })
    try windows.run(for: patience)
    guard let tree else { throw ScanFailure(failure + "\nhelp: switchway-scan --doctor") }
    var recorded = RecordedTree(tree: tree)
    if case .window(let place)? = windows.watch?.front, let root = tree.nodes.first?.extents,
      let output = try? unsafe openDisplay(on: windows.reactor.loop).output(showing: place.content)
    {
      recorded.screen = output.bounds
      // What the compositor reports is where the window below a menu or popover is.
      if !WindowKind(of: tree).isPartOfWindow { recorded.window = output.real(place.part(for: root).area).rounded }
    }
    return recorded.text(withNames: withNames)
  }
}
