// The panel's keyboard.
extension Session {
  struct Writing {
    var shift = Key.Shift.off
    /// The letters of the word so far. Empty: it has not begun, or something else was done meanwhile.
    var word = ""
    var words: [String] = []
    /// Whether a text that was chosen has opened it, so that out leads back to the window.
    var isOfText = false
    /// It is a password: no word of it is kept or completed.
    var isPassword = false
    /// Where it goes: the window in front.
    var window: Reference?
    /// What has the focus there, as far as that is known.
    var focus: Node?
  }

  mutating func take(_ layout: KeyboardLayout?) {
    guard layout != self.layout else { return }
    self.layout = layout
    keyPages = layout.map { KeyPages($0, order: letterOrder) }
    if page.content == .panel(.keyboard) { panelPath = [] }
    forgetWord()
  }

  /// Opens the keyboard. `text`: for this item of the window.
  mutating func openKeyboard(for text: Item? = nil) {
    writing = Writing(
      isOfText: text != nil, isPassword: isLocked || text?.node.role == .passwordText, window: latestWindow?.id,
      focus: focusedNode)
    panelPath = []
    show(.panel(.keyboard), at: .start, isAsked: true)
  }

  mutating func choose(_ key: Key) {
    switch key {
    case .text(let text): type(.text(text), key)
    case .word(let word): type(.text(word.dropFirst(writing.word.count) + " "), key)
    case .chord(let chord): type(.chord(chord), key)
    case .shift(let shift):
      writing.shift = shift.next
      panelPath = []
      show(.panel(.keyboard), at: .start, isAsked: true)
    }
  }

  /// Each key is one request. It is never repeated: a request without an answer may have been typed.
  private mutating func type(_ typed: Typed, _ key: Key) {
    beginWithoutItem { .type(attempt: $0, typed) }
    work?.key = key
  }

  /// The key was typed; or not, or nobody knows.
  mutating func finish(_ key: Key, _ outcome: Outcome) {
    work = nil
    switch outcome {
    case .done, .focused:
      follow(key)
      show(.panel(.keyboard), at: key.isRepeated ? .lit : .start, isAsked: true)
      // A program need not tell that a button can be used now that something is written.
      if let window = latestWindow { takeChange(of: window.id) }
      return
    case .typingRefused(let message, let reason): notice = .typingRefused(message, reason: reason)
    case .failed: break
    }
    forgetWord()
    showRejection()
    show(.panel(.keyboard), at: .lit, isAsked: true)
  }

  private mutating func follow(_ key: Key) {
    switch key {
    case .text(let text):
      if text.allSatisfy({ $0.isLetter || "'’-".contains($0) }) {
        writing.word += text
      } else {
        endWord()
      }
      if writing.shift == .once { writing.shift = .off }
    case .word(let word):
      writing.word = word
      endWord()
    case .chord("backspace"): writing.word = String(writing.word.dropLast())
    case .chord, .shift: forgetWord()
    }
    if !key.isRepeated { panelPath = [] }
    complete()
  }

  private mutating func endWord() {
    if !isSecret { wordList.learn(writing.word) }
    forgetWord()
  }

  /// What comes next is no end of the word.
  mutating func forgetWord() { (writing.word, writing.words) = ("", []) }

  private mutating func complete() {
    if isSecret { writing.word = "" }
    writing.words = wordList.completions(of: writing.word, typing: layout?.characters ?? [])
  }

  // MARK: The window

  /// The window in front, as it was read last.
  var latestWindow: Window? {
    switch news {
    case .front(let new): new
    case .contents(let new): new
    case nil: window
    }
  }

  private var focusedNode: Node? { latestWindow?.pages?.items.first { $0.node.states.contains(.focused) }?.node }
  var isSecret: Bool { writing.isPassword || (focusedNode ?? writing.focus)?.role == .passwordText }

  /// The window was read. In another field a new word begins.
  mutating func followFocus() {
    guard page.content == .panel(.keyboard) else { return }
    let (window, focus) = (latestWindow?.id, focusedNode)
    // What was read of a slow program so far may lack what has the focus.
    guard window != writing.window || (focus != nil && focus?.reference != writing.focus?.reference) else { return }
    (writing.window, writing.focus) = (window, focus)
    forgetWord()
  }
}
