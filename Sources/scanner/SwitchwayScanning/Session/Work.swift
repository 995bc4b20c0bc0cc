extension Acting {
  /// The next step of the session.
  enum Step {
    /// It makes this request.
    case request(Session.Effect)
    /// It shows that nothing was done, and reads the window again.
    case failed
    /// It reads the window again, because the program has had its time after the action.
    case settled
    /// It ends the action, because the window did not come in time.
    case readingIsOver
    /// It waits until the window is quiet. A value was changed, and no page waits for that.
    case valueChanged
    /// It continues after the key of the panel's keyboard: the key was typed, or was not, or the result is unknown.
    case typed(Key, Session.Outcome)
    /// The pointer performed it, or did not, or the result is unknown.
    case pointed(Session.Outcome)
  }

  /// A command that waits until it is known which program has the keyboard.
  struct Look {
    let attempt: Int
    let command: Session.Command
    let until: Int64
    /// A choice came meanwhile and was refused: the daemon's clock holds, and the action in progress ends without a
    /// `scan`.
    var owesScan = false
  }

  /// The progress of a choice, or of a change of a value.
  struct Work {
    /// The step to perform if the window has the keyboard: the act, or typing this key.
    enum Next { case act, key(String) }

    enum Stage {
      /// The item is read again. This stage can change to: `looking`, `reading`.
      case checking
      /// The session asks which program has the keyboard. This stage can change to: `acting`, `reading`.
      case looking(Next)
      /// This stage can change to: `settling`, `looking`, `reading`.
      case acting
      /// The program changes. This stage can change to: `reading`.
      case settling
      /// The window is read again. `hasActed`: whether an action was performed.
      case reading(hasActed: Bool)
    }

    let attempt: Int
    /// `nil` for a key, or for a window that is closed.
    let item: Item?
    let act: Session.Act
    /// Whether the page does not change until the action ends, because a choice waits for its `scan`.
    let isChoice: Bool
    /// Whether it always stays at its page.
    let stays: Bool
    var stage = Stage.checking
    /// Keys to type before its own key. `nil` if there are none.
    var keysBefore: ArraySlice<String>?
    /// How often the window is read again while the menu for which Escape was typed is still open.
    var readings = 0
    /// The key of the panel's keyboard that is typed.
    var key: Key?
    /// The pointer performs it.
    var points = false
    /// Whether its key was sent.
    var isTyped = false
    /// The time when its program is named, because it has not answered the check yet. `nil` if it was named, or nothing
    /// is checked.
    var naming: Int64?
    /// Whether its program is named as one that does not answer.
    var isSlow = false
    /// Ends the stage.
    var time: QuietTime

    /// The panel's keyboard writes into a text that only takes the focus.
    var typesKey: Bool { act == .menu || scrolls || item?.kind != .text }

    var scrolls: Bool { if case .scroll = act { true } else { false } }
  }
}
