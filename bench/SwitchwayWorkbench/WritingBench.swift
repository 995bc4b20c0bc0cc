import SwitchwayClock
import SwitchwayScanning

/// What it costs to write a text with the panel's keyboard of `switchway-scan`: its own session, and a person who
/// waits for each place and never errs.
///
/// A step is the time for which one place is lit; a place is reached by as many steps as its number on the page. The
/// person takes a completion where that takes fewer steps than the letters that are left. Without a model, words that
/// were written twice are still completed.
public struct WritingBench {
  /// How often the light moved.
  public private(set) var steps = 0
  /// How often a place was chosen.
  public private(set) var presses = 0
  /// Requests to type.
  public private(set) var requests = 0
  /// What the program has received.
  public private(set) var written = ""

  private var session: Session
  private var light: Session.Light?
  private var now: Int64 = 1_000_000
  private var page = 0

  /// Writes a text, else that of the language. `model`: the words of the language.
  public init(_ language: WritingLanguage, byFrequency: Bool, model: WordModel = WordModel(), text: String? = nil) {
    session = Session(letters: byFrequency ? .frequency(language: language.code) : .rows, words: model)
    tell(
      .connected(
        clock: Session.Clock(style: .auto, state: .resting), down: [], question: nil, isAllowed: true))
    tell(.layout(language.layout))
    choose(.own(.keyboard))
    (steps, presses) = (0, 0)
    write(text ?? language.text)
  }

  private mutating func write(_ text: String) {
    var rest = text[...]
    while let character = rest.first {
      if let path = completion(of: rest) {
        follow(path)
        let end = rest.firstIndex { !Self.isOfWord($0) } ?? rest.endIndex
        rest = rest[end...]
        if rest.first == " " {
          rest = rest.dropFirst()
        } else if rest.first != nil {
          // The space that came with the word is taken back.
          reach(.chord("backspace"))
          choose(.out)
        }
      } else {
        reach(.text(String(character)))
        rest = rest.dropFirst()
      }
    }
  }

  private static func isOfWord(_ character: Character) -> Bool { character.isLetter || "'-".contains(character) }

  /// Leads to the completion that is the word at the beginning of `rest`, if there is one that is worth it.
  private func completion(of rest: Substring) -> [Place]? {
    let left = rest.prefix(while: Self.isOfWord)
    let begun = written.reversed().prefix(while: Self.isOfWord).reversed()
    guard !left.isEmpty, !begun.isEmpty, let path = path(to: .word(String(begun) + left)) else { return nil }
    let isSpaceNext = rest.dropFirst(left.count).first.map { $0 == " " } ?? true
    // Taking a space back: a group, a key and out.
    let price = cost(path) + (isSpaceNext ? 0 : 10)
    let letters = left.reduce(isSpaceNext ? 2 : 0) { $0 + (self.path(to: .text(String($1))).map(cost) ?? 12) }
    return price < letters ? path : nil
  }

  // MARK: Places

  /// Where a key is, from the page that is shown. nil: nowhere.
  private func path(to key: Key) -> [Place]? {
    func search(_ places: [Place]) -> [Place]? {
      if places.contains(.key(key)) { return [.key(key)] }
      for case .group(let group) in places {
        if let path = search(group.places) { return [.group(group)] + path }
      }
      return nil
    }
    return search(light?.places ?? [])
  }

  private func cost(_ path: [Place]) -> Int {
    var (places, cost) = (light?.places ?? [], 0)
    for place in path {
      cost += (places.firstIndex(of: place) ?? 0) + 1
      if case .group(let group) = place { places = group.places }
    }
    return cost
  }

  /// Chooses a key, with Shift before it where it needs that.
  private mutating func reach(_ key: Key) {
    if let path = path(to: key) { return follow(path) }
    guard let shift = path(to: .shift(.off)) else { return }
    follow(shift)
    if let path = path(to: key) { follow(path) }
  }

  private mutating func follow(_ path: [Place]) { for place in path { choose(place) } }

  private mutating func choose(_ place: Place) {
    guard let light, let index = light.places.firstIndex(of: place) else { return }
    steps += (index - light.lit + light.places.count) % light.places.count + 1
    presses += 1
    now += 10_000_000
    var command = Session.Command(name: "select", pressed: now)
    (command.page, command.item) = (page, index)
    tell(.command(command))
  }

  private mutating func tell(_ input: Session.Input) {
    var answers: [Session.Input] = []
    for effect in session.handle(input, at: now) {
      switch effect {
      case .light(let new): light = new
      case .scan(_, let number, _, _):
        page = number
        answers.append(.scanned(page: number, .ok(time: now)))
      case .type(let attempt, let typed):
        requests += 1
        switch typed {
        case .text(let text): written += text
        case .chord: written = String(written.dropLast())
        }
        answers.append(.acted(attempt: attempt, .done))
      // There is no window, and no lock.
      case .look(let attempt): answers.append(.looked(attempt: attempt, .window(nil)))
      default: break
      }
    }
    for answer in answers { tell(answer) }
  }
}
