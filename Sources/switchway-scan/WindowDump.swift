import Glibc
import SwitchwayCore
import SwitchwayDesk
import SwitchwayDisplay
import SwitchwayPlace
import SwitchwayReactor
import SwitchwayScanning

/// The window in front as a recorded tree, for `--dump`.
final class WindowDump {
  /// How long the window may take, in µs. Chosen: slow programs take 3 s for 1,000 nodes.
  private static let patience: Int64 = 6_000_000

  private let reactor: Reactor
  private var desk: Desk?
  private var watch: WindowWatch?
  private var tree: Tree?
  private var failure = "no window is in front, or its program is not on the accessibility bus"

  init() throws { reactor = try Reactor() }

  func text(withNames: Bool) throws -> String {
    let timer = try reactor.timer(priority: .deadlines) { [unowned self] in reactor.exit(code: 0) }
    timer.set(to: Instant(Reactor.now.microseconds + Self.patience))
    desk = unsafe try Desk(event: reactor.loop) { [unowned self] news in take(news) }
    // Without a word of the compositor the programs say which window is active.
    watch = try? WindowWatch.open()
    watch?.onChange = { [unowned self] in desk?.setFront($0) }
    let watching = try watch.map { watch in
      try reactor.watch(watch.descriptor, for: Reactor.Ready.readable, priority: .control) { _ in
        try? watch.update()
      }
    }
    try? watch?.update()
    _ = try reactor.run()
    watching?.cancel()
    desk?.stop()
    guard let tree else { throw ScanFailure(failure + "\nhelp: switchway-scan --doctor") }
    let (window, screen) = place()
    // What the compositor tells is where the window below a menu is, not where the menu is.
    let isMenu = WindowKind(of: tree) == .menu
    return RecordedTree(tree: tree, window: isMenu ? nil : window, screen: screen).text(withNames: withNames)
  }

  private func take(_ news: News) {
    switch news {
    case .lost(let reason):
      failure = "the accessibility bus: \(reason)"
      reactor.exit(code: 1)
    case .frontChanged(let window?): desk?.read(window.reference)
    case .tree(_, let tree, let isWhole):
      self.tree = tree
      if isWhole { reactor.exit(code: 0) }
    case .notAnswering(let program): failure = "\(program.name) does not answer"
    case .connected, .windowsChanged, .frontChanged(nil), .unreadable, .contentsChanged, .answering: break
    }
  }

  /// Where the window is on its screen, in real pixels.
  private func place() -> (window: Rect?, screen: Rect?) {
    guard case .window(let place)? = watch?.front, let display = try? Display.open(),
      let (output, rect) = display.locate(place.layout)
    else { return (nil, nil) }
    return (rect, output.bounds)
  }
}
