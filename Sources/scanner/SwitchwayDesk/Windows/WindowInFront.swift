import SwitchwayScanning

/// Finds the active window. Source: docs/design/desktop.md, "Reading a window".
enum WindowInFront {
  /// `compositor`: the compositor's report. If it is unknown, the last window with the state ACTIVE counts.
  ///
  /// If the program of this window has an open menu or dialog, the result is that instead: a menu before a dialog.
  static func choose(from windows: [Window], compositor: Front) -> Window? {
    let shown = windows.filter { $0.node.states.contains(.showing) && !$0.node.states.contains(.iconified) }
    let found =
      switch compositor {
      case .unknown: shown.last { $0.node.states.contains(.active) }
      case .nothing, .locked, .shell: Window?.none
      case .window(let place): named(place, in: shown)
      }
    guard let window = found else { return nil }
    let others = shown.filter { $0.program.bus == window.program.bus }
    // Chromium shows its menus as windows without a title, one of which is active instead of the main window.
    let isActive = window.node.states.contains(.active)
    let menu = others.last { isMenu($0) || (!isActive && $0.title.isEmpty && $0.node.states.contains(.active)) }
    if let menu { return menu }
    if isDialog(window) { return window }
    return others.last { isDialog($0) && !$0.node.states.isDisjoint(with: [.modal, .active]) } ?? window
  }

  /// Whether it is a menu. GTK 3 shows menus of combo boxes and context menus as windows with the role `window`.
  private static func isMenu(_ window: Window) -> Bool {
    [.window, .popupMenu, .menu].contains(window.node.role) && !window.node.extents.isEmpty
  }

  private static func isDialog(_ window: Window) -> Bool { WindowKind(role: window.node.role) == .dialog }

  private static func named(_ wanted: WindowPlace, in windows: [Window]) -> Window? {
    let own = windows.filter { $0.program.process == wanted.pid }
    // The process of a program in a sandbox has one number on the bus and another one on the screen.
    if own.isEmpty { return wanted.title.isEmpty ? nil : windows.first { $0.title == wanted.title } }
    return own.last { $0.title == wanted.title && !isMenu($0) } ?? own.last { $0.node.states.contains(.active) }
      ?? own.last { !isMenu($0) } ?? own.last
  }
}
