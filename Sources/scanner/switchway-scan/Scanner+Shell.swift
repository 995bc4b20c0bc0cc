import SwitchwayDesk
import SwitchwayScanning
import SwitchwayScreen

// The items of the desktop's own shell, which the compositor reports while the shell has the keyboard.
extension Scanner {
  var isShellInFront: Bool { shellTree != nil }

  private var shellTree: Tree? { if case .shell(let tree)? = windows.watch?.front { tree } else { nil } }

  /// The compositor has reported what has the keyboard. If it is the shell, its items are shown. If the shell has lost
  /// the keyboard, its items disappear.
  func shellChanged(to front: Front) {
    if case .shell(let tree) = front { return show(shell: tree) }
    guard screen.front?.window.id.isOfShell == true else { return }
    (screen.front, keyboard) = (nil, .other)
    // If a window has the keyboard now and can be read, the desk reports it by itself.
    guard let desk = windows.desk else { return showNoWindow() }
    desk.whenFrontIsKnown { [unowned self] in if windows.desk?.front == nil { showNoWindow() } }
  }

  /// Asks for the shell's items again, and passes them to the session, even if they have not changed.
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

  /// Whether the item is the same in the latest report, which the session has requested before.
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
    // The item gets no focus. A key that the session types goes to the object that has it.
    case .scroll, .menu, .look: done(.failed)
    }
  }
}
