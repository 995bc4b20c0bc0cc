/// The panel's keyboard: its pages of keys, and the unfinished word.
struct Writing {
  /// The state that is reset each time the keyboard is opened.
  private struct Opened {
    var shift = Key.Shift.off
    /// The letters of the word so far. It is empty if no word has begun, or if another key, such as an arrow, has ended
    /// it.
    var word = ""
    /// The words that complete `word`.
    var words: [String] = []
    var isOfText = false
    var isPassword = false
    /// The window that gets the keys: the active one.
    var window: Reference?
    /// The object with the focus in `window`. `nil` if unknown.
    var focus: Node?
  }

  private let order: LetterOrder
  private var wordList: WordList
  private var layout: KeyboardLayout?
  private var pages: KeyPages?
  private var opened = Opened()

  init(order: LetterOrder, words: WordModel) { (self.order, wordList) = (order, WordList(model: words)) }

  /// Whether any key can be typed.
  var isThere: Bool { pages != nil }
  /// Whether the keyboard was opened because the person chose a text field. Then `out` leads back to the window.
  var isOfText: Bool { opened.isOfText }
  /// Whether the keyboard was opened for a password. Then no word is learned or completed.
  var isPassword: Bool { opened.isPassword }
  /// The places of the keyboard's first page.
  var places: [Place] { pages?.places(opened.shift, words: opened.words) ?? [] }

  /// Whether the person writes a password. `focused`: the object with the focus in the active window. `nil` if unknown.
  func isSecret(_ focused: Node?) -> Bool {
    opened.isPassword || (focused ?? opened.focus)?.role == .passwordText
  }

  /// The text or chord that a key types. `nil` if the key only changes the other keys, as Shift does.
  func typed(by key: Key) -> Session.Typed? {
    switch key {
    case .text(let text): .text(text)
    case .word(let word): .text(word.dropFirst(opened.word.count) + " ")
    case .chord(let chord): .chord(chord)
    case .shift: nil
    }
  }

  // MARK: Inputs

  /// Uses this layout; `nil` means that no key can be typed. Returns whether the layout has changed.
  mutating func layoutChanged(_ new: KeyboardLayout?) -> Bool {
    guard new != layout else { return false }
    layout = new
    pages = new.map { KeyPages($0, order: order) }
    forgetWord()
    return true
  }

  /// Opens the keyboard. `text`: the item of the window that the person writes in. `nil` if the keyboard is opened from
  /// the bar.
  mutating func open(for text: Item?, isLocked: Bool, window: Reference?, focused: Node?) {
    opened = Opened(
      isOfText: text != nil, isPassword: isLocked || text?.node.role == .passwordText, window: window, focus: focused)
  }

  mutating func close() { opened = Opened() }

  mutating func shift(from shift: Key.Shift) { opened.shift = shift.next }

  /// A key was typed. `focused`: the object with the focus in the active window. `nil` if unknown.
  mutating func keyTyped(_ key: Key, _ focused: Node?) {
    switch key {
    case .text(let text):
      if text.allSatisfy({ $0.isLetter || "'’-".contains($0) }) {
        opened.word += text
      } else {
        endWord(focused)
      }
      if opened.shift == .once { opened.shift = .off }
    case .word(let word):
      opened.word = word
      endWord(focused)
    case .chord("backspace"): opened.word = String(opened.word.dropLast())
    case .chord, .shift: forgetWord()
    }
    if isSecret(focused) { opened.word = "" }
    opened.words = wordList.completions(of: opened.word, typing: layout?.characters ?? [])
  }

  private mutating func endWord(_ focused: Node?) {
    if !isSecret(focused) { wordList.learn(opened.word) }
    forgetWord()
  }

  /// Forgets the unfinished word, without learning it.
  mutating func forgetWord() { (opened.word, opened.words) = ("", []) }

  /// The window was read. If another window is active, or another field has the focus, a new word begins.
  mutating func windowRead(_ window: Reference?, focused: Node?) {
    // The part of a slow program that was read so far may lack the object with the focus.
    guard window != opened.window || (focused != nil && focused?.reference != opened.focus?.reference) else { return }
    (opened.window, opened.focus) = (window, focused)
    forgetWord()
  }
}
