import SwitchwayConfig
import SwitchwayDesk
import SwitchwayPlace
import SwitchwayScanning

// What programs and the compositor say.
extension Scanner {
  func take(_ news: News) {
    switch news {
    case .connected, .windowsChanged, .answering: break
    case .lost(let reason):
      Output.complain("the accessibility bus: \(reason)")
      handle(.window(nil))
    case .frontChanged(let window):
      screen.front = nil
      if let window { desk?.read(window.reference) } else { handle(.window(nil)) }
    case .tree(let reference, let tree, _): show(tree, of: reference)
    case .unreadable(let reference): showNothing(of: reference)
    case .contentsChanged(let reference):
      if let id = windows.id(of: reference) { handle(.changed(window: id)) }
    case .notAnswering(let program):
      if let front = desk?.front, front.program.bus == program.bus { showNothing(of: front.reference) }
    }
  }

  /// The compositor says which window is in front, and where it is.
  func take(_ front: SwitchwayPlace.Front) {
    screen.window = if case .window(let place) = front { place.layout } else { nil }
    desk?.setFront(front)
    screen.draw()
    updateScreen()
  }

  private func show(_ tree: Tree, of reference: Reference) {
    guard let front = desk?.front, front.reference == reference, let root = tree.nodes.first?.reference else { return }
    // sway does not tell when a window gets another size.
    refreshWatch()
    let kind = WindowKind(of: tree)
    let id = windows.enter(root, of: reference)
    let pages = Pages.make(of: tree, window: kind, grouping: Grouping(settings.groups))
    screen.front = Screen.Front(id: id, kind: kind, tree: tree, items: pages.items)
    handle(.window(Session.Window(id: id, kind: kind, program: front.program.name, pages: pages)))
    screen.draw()
  }

  /// The program of this window does not answer.
  private func showNothing(of reference: Reference) {
    guard let front = desk?.front, front.reference == reference else { return }
    let id = windows.enter(reference, of: reference)
    handle(.window(Session.Window(id: id, program: front.program.name, pages: nil)))
  }
}

extension Desk {
  /// Says which window is in front by the compositor's word.
  func setFront(_ front: SwitchwayPlace.Front) {
    switch front {
    case .unknown: setFront(CompositorWindow?.none)
    case .nothing: setFront(CompositorWindow(process: 0, title: ""))
    case .window(let place): setFront(CompositorWindow(process: place.pid ?? 0, title: place.title))
    }
  }
}

/// The numbers by which the session knows windows.
struct WindowBook {
  /// Of a window that was read.
  private struct Entry {
    var id: Int
    var root: Reference
    var window: Reference
  }

  /// The most windows that are remembered: those that were read last. Chosen.
  private static let limit = 32
  private var entries: [Entry] = []
  private var lastID = 0

  /// Enters what was read of `window`: its own tree, or that of a menu that is open in it. Returns its number.
  mutating func enter(_ root: Reference, of window: Reference) -> Int {
    var entry: Entry
    if let index = entries.firstIndex(where: { $0.root == root }) {
      entry = entries.remove(at: index)
      entry.window = window
    } else {
      lastID += 1
      entry = Entry(id: lastID, root: root, window: window)
    }
    entries.append(entry)
    if entries.count > Self.limit { entries.removeFirst() }
    return entry.id
  }

  /// The number of what was read of this window last.
  func id(of window: Reference) -> Int? { entries.last { $0.window == window }?.id }

  func window(of id: Int) -> Reference? { entries.first { $0.id == id }?.window }
}
