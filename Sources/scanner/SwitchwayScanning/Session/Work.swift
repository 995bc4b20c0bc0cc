extension Acting {
  /// What the session does next.
  enum Step {
    /// It asks for this.
    case request(Session.Effect)
    /// It shows that nothing was done, and reads the window again.
    case failed
    /// It reads the window again: the program has had its time after it was acted on.
    case settled
    /// It ends what is done: the window did not come in time.
    case readingIsOver
    /// It waits until the window is quiet. A value was changed, for which no page waits.
    case valueChanged
    /// It follows the key of the panel's keyboard, which was typed; or not, or nobody knows.
    case typed(Key, Session.Outcome)
    /// The pointer did it; or not, or nobody knows.
    case pointed(Session.Outcome)
  }

  /// A command that waits until it is known which program has the keyboard.
  struct Look {
    let attempt: Int
    let command: Session.Command
    let until: Int64
    /// A choice came meanwhile and was refused: the daemon's clock holds, and what is looked for ends with no `scan`.
    var owesScan = false
  }

  /// What is done about a choice, or about a change of a value.
  struct Work {
    /// What is done where the window has the keyboard: the act, or this key is typed.
    enum Next { case act, key(String) }

    enum Stage {
      /// The item is read again. Can go to: `looking`, `reading`.
      case checking
      /// The session asks which program has the keyboard. Can go to: `acting`, `reading`.
      case looking(Next)
      /// Can go to: `settling`, `looking`, `reading`.
      case acting
      /// The program changes. Can go to: `reading`.
      case settling
      /// The window is read again. `hasActed`: else nothing was done.
      case reading(hasActed: Bool)
    }

    let attempt: Int
    /// `nil` for a key, or for a window that is closed.
    let item: Item?
    let act: Session.Act
    /// Whether the page stands until it is done: a choice waits for its `scan`.
    let isChoice: Bool
    /// Whether it always stays at its page.
    let stays: Bool
    var stage = Stage.checking
    /// Keys that are to be typed before its own. `nil` if there are none.
    var keysBefore: ArraySlice<String>?
    /// How often the window is read again while the menu that Escape was typed for is still there.
    var readings = 0
    /// The key of the panel's keyboard that is typed.
    var key: Key?
    /// The pointer does it.
    var points = false
    /// Its key was sent.
    var isTyped = false
    /// When its program is named, as it has not answered the check yet. `nil` if it was, or nothing is checked.
    var naming: Int64?
    /// Its program is named as one that does not answer.
    var isSlow = false
    /// Ends the stage.
    var time: QuietTime

    /// A text that only takes the focus is written by the panel's keyboard.
    var typesKey: Bool { act == .menu || scrolls || item?.kind != .text }

    var scrolls: Bool { if case .scroll = act { true } else { false } }
  }
}
