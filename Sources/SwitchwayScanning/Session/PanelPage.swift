extension Session {
  /// A page of the panel besides the bar. A new one has a case and a row here, and its places in `places(of:)`.
  public enum PanelPage: Sendable {
    case rest, keyboard, scroll, windows, programs, system, ending

    /// `sticky`: it stays when another window comes to the front. `endless`: rounds without a choice do not lead out.
    /// `modal`: neither do `menu` and `apps`.
    enum Trait { case sticky, endless, modal }

    var traits: Set<Trait> {
      switch self {
      case .rest, .ending: [.sticky, .endless, .modal]
      case .keyboard: [.sticky, .endless]
      case .scroll: [.endless]
      case .windows, .programs, .system: []
      }
    }
  }
}
