import SwitchwayDesk
import SwitchwayScanning
import SwitchwayScreen

// The items of the desktop's own shell, which the compositor reports with what is in front.
extension Scanner {
  var isShellInFront: Bool { shellTree != nil }

  private var shellTree: Tree? { if case .shell(let tree)? = windows.watch?.front { tree } else { nil } }

  /// Shows what the compositor has reported, or what is in front instead of the shell.
  func shellChanged(to front: Front) {
    if case .shell(let tree) = front { return show(shell: tree) }
    guard screen.front?.window.id.isOfShell == true else { return }
    (screen.front, keyboard) = (nil, .other)
    // A window that can be read is reported as another one in front.
    guard let desk = windows.desk else { return showNoWindow() }
    desk.whenFrontIsKnown { [unowned self] in if windows.desk?.front == nil { showNoWindow() } }
  }

  /// Asks for the items again, and passes them to the session also where they are the same.
  func readShell() {
    windows.watch?.ask { [unowned self] front in if case .shell(let tree) = front { show(shell: tree) } }
  }

  private func show(shell tree: Tree) {
    guard let root = tree.nodes.first else { return }
    let kind = WindowKind(of: tree)
    let page = pages.pages(of: tree, window: kind, isWhole: true)
    let window = Session.Window(id: root.reference, kind: kind, program: root.name, pages: page)
    screen.front = (window, tree)
    tell(window)
    screen.draw()
  }

  /// Compares the item with the latest report, which the session has asked for before.
  func isUnchangedInShell(_ item: Item, comparesName: Bool) -> Bool {
    let now = shellTree?.nodes.first { $0.reference == item.reference }
    return now.map { item.node.isUnchanged($0, comparesName: comparesName) } ?? false
  }

  func actInShell(_ item: Item, _ act: Session.Act, _ done: @escaping (Session.Outcome) -> Void) {
    func choose(steps: Int? = nil, _ outcome: Session.Outcome) {
      screen.display.choose(shellItem: item.reference, steps: steps) { done($0 ? outcome : .failed) }
    }
    switch act {
    case .use where item.kind == .value: done(.done)
    case .use, .action: choose(item.kind == .text ? .focused : .done)
    case .change(let steps): choose(steps: steps, .done)
    // The key goes to what has the focus.
    case .scroll, .menu, .look: done(.failed)
    }
  }
}
