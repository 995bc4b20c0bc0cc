extension Session {
  /// A page of the panel other than the bar. A new page needs a case, a row in `Content.traits`, and its places in
  /// `PanelPlace`, or in `Panel` if they come from elsewhere.
  public enum PanelPage: Sendable {
    case rest, keyboard, scroll, point, windows, programs, system, sound, ending
    /// The page that is shown while the screen is locked.
    case locked
  }

  /// The contents of a page. `window` means the group of the window at `Reading.path`.
  enum Content: Equatable {
    case window, bar, panel(PanelPage), question(Question), value(Item), actions(Item)

    /// Properties of contents. `sticky`: they stay when another window becomes active. `endless`: rounds without a
    /// choice do not lead to the page above. `modal`: the commands `menu` and `apps` do not lead out of them either.
    enum Trait { case sticky, endless, modal }

    var traits: Set<Trait> {
      switch self {
      case .question, .panel(.rest), .panel(.ending), .panel(.locked): [.sticky, .endless, .modal]
      case .panel(.keyboard), .panel(.point): [.sticky, .endless]
      case .panel(.scroll), .value: [.endless]
      case .window, .bar, .panel(.windows), .panel(.programs), .panel(.system), .panel(.sound), .actions: []
      }
    }

    /// Whether all places of the page are the panel's own, whatever the window contains.
    var isOfPanel: Bool {
      switch self {
      case .bar, .panel: true
      case .window, .question, .value, .actions: false
      }
    }
  }
}
