extension Session {
  /// A place of the page that is scanned.
  public enum PagePlace: Hashable, Sendable {
    case window(Place)
    case panel(PanelPlace)
  }

  /// A place that is not in a window.
  public enum PanelPlace: Hashable, Sendable {
    /// The bar. `back` is Escape for the program.
    case back, pause, goOn, rest, out
    /// A question.
    case no, yes
    /// A value.
    case less, more
    /// One of an item's own actions.
    case action(String)
  }
}

extension Session.PagePlace {
  /// What the bar writes there. Empty: an item or group without a name.
  public var label: String {
    switch self {
    case .window(.item(let item)): item.node.name
    case .window(.group(let group)): group.name
    case .window(.out), .panel(.out): "out"
    case .window(.close): "close"
    case .window(.panel): "panel"
    case .panel(.back): "back"
    case .panel(.pause): "pause"
    case .panel(.goOn): "go on"
    case .panel(.rest): "rest"
    case .panel(.no): "no"
    case .panel(.yes): "yes"
    case .panel(.less): "less"
    case .panel(.more): "more"
    case .panel(.action(let name)): name
    }
  }
}
