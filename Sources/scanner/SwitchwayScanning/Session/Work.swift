extension Session {
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
    /// nil: a key, or a window that is closed.
    let item: Item?
    let act: Act
    /// Whether the page stands until it is done: a choice waits for its `scan`.
    let isChoice: Bool
    /// Whether it always stays at its page.
    let stays: Bool
    var stage = Stage.checking
    /// Keys that are to be typed before its own. nil: none.
    var keysBefore: ArraySlice<String>?
    /// How often the window is read again while the menu that Escape was typed for is still there.
    var readings = 0
    /// The key of the panel's keyboard that is typed.
    var key: Key?
    /// The pointer does it.
    var points = false
    /// Its key was sent.
    var isTyped = false
    /// When its program is named, as it has not answered the check yet. `nil`: it was, or nothing is checked.
    var naming: Int64?
    /// Its program is named as one that does not answer.
    var isSlow = false
    /// Ends the stage.
    var time: QuietTime
  }
}
