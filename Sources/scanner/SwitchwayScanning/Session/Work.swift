extension Acting {
  /// The next step of the session.
  enum Step {
    /// The session makes this request.
    case request(Session.Effect)
    /// The session shows that nothing was done, and reads the window again.
    case failed
    /// The session reads the window again, because the program has had its time to change after the action.
    case settled
    /// The session ends the action, because the window was not read in time.
    case readingIsOver
    /// A value was changed, and no page waits for the result. The session reads the window again when it is quiet.
    case valueChanged
    /// The session continues after a key of the panel's keyboard. The key was typed, or it was not, or the result is
    /// unknown.
    case typed(Key, Session.Outcome)
    /// The session continues after an action of the pointer. It was performed, or it was not, or the result is unknown.
    case pointed(Session.Outcome)
  }

  /// A command that waits until it is known which program has the keyboard.
  struct Look {
    let attempt: Int
    let command: Session.Command
    let until: Int64
    /// Whether a choice came in the meantime and was refused. After a choice, the daemon's clock waits for a `scan`,
    /// which the waiting command does not send by itself.
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
      /// The program acts, or a key is typed. This stage can change to: `settling`, `looking`, `reading`.
      case acting
      /// The program changes its window. This stage can change to: `reading`.
      case settling
      /// The window is read again. `hasActed`: whether an action was performed.
      case reading(hasActed: Bool)
    }

    let attempt: Int
    /// The item that is operated. `nil` if only a key is typed, a window is closed, or the pointer acts.
    let item: Item?
    let act: Session.Act
    /// Whether the page does not change until the action ends, because a choice waits for its `scan`.
    let isChoice: Bool
    /// Whether the page always stays after the action.
    let stays: Bool
    var stage = Stage.checking
    /// The keys to type before the item's own key. `nil` if there are none.
    var keysBefore: ArraySlice<String>?
    /// How many more times the window is read again if the menu for which Escape was typed is still open.
    var readings = 0
    /// The key of the panel's keyboard that is typed, if one is.
    var key: Key?
    /// Whether the pointer performs the action.
    var points = false
    /// Whether the action's key was sent.
    var isTyped = false
    /// The time when the bar says that the program does not answer, if it has not answered the check by then. `nil` if
    /// the bar says so already, or nothing is checked.
    var naming: Int64?
    /// Whether the bar says that the program does not answer.
    var isSlow = false
    /// The time limit that ends the present stage.
    var time: QuietTime

    /// Whether a key follows when the item has the focus. No key follows for a text, because the panel's keyboard then
    /// writes into it.
    var typesKey: Bool { act == .menu || scrolls || item?.kind != .text }

    var scrolls: Bool { if case .scroll = act { true } else { false } }
  }
}
