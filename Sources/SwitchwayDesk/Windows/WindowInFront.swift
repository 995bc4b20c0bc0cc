import SwitchwayScanning

/// Finds the window in front. Source: the design's "Reading a window".
enum WindowInFront {
  /// `compositor`: its word, or nil if it does not tell; then the last window with the ACTIVE state counts.
  ///
  /// A menu, then a dialog of the same program comes before the window itself.
  static func choose(from windows: [Window], compositor: CompositorWindow?) -> Window? {
    let shown = windows.filter { $0.states.contains(.showing) && !$0.states.contains(.iconified) }
    guard let window = compositor.map({ named($0, in: shown) }) ?? shown.last(where: { $0.states.contains(.active) })
    else { return nil }
    let others = shown.filter { $0.program.bus == window.program.bus }
    // Chromium shows its menus as windows without a title, of which one is active instead of the window.
    let isActive = window.states.contains(.active)
    let menu = others.last { isMenu($0) || (!isActive && $0.title.isEmpty && $0.states.contains(.active)) }
    if let menu { return menu }
    if isDialog(window) { return window }
    return others.last { isDialog($0) && !$0.states.isDisjoint(with: [.modal, .active]) } ?? window
  }

  /// GTK 3 shows the menus of combo boxes and of the context as windows of this role.
  private static func isMenu(_ window: Window) -> Bool {
    [.window, .popupMenu, .menu].contains(window.role) && !window.extents.isEmpty
  }

  private static func isDialog(_ window: Window) -> Bool {
    [.dialog, .alert, .fileChooser, .colorChooser, .fontChooser, .optionPane].contains(window.role)
  }

  private static func named(_ wanted: CompositorWindow, in windows: [Window]) -> Window? {
    let title = CleanName.text(of: wanted.title)
    let own = windows.filter { wanted.process > 0 && $0.program.process == wanted.process }
    // A program in a sandbox is on the bus with another process than on the screen.
    if own.isEmpty { return title.isEmpty ? nil : windows.first { $0.title == title } }
    return own.last { $0.title == title && !isMenu($0) } ?? own.last { $0.states.contains(.active) }
      ?? own.last { !isMenu($0) } ?? own.last
  }
}
