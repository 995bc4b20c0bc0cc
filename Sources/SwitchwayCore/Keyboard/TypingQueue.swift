/// Types what clients ask for, one request after the other, with a minimum gap between keys.
///
/// One character is 20 ms; the gap is 40 ms. A second client asks for `xy` while `abc` is being typed:
///
///     request   abc xy
///     key       a-b-c-x-y
///
/// A character that a dead key begins is typed whole, so that no other key comes between: the next key then waits two
/// gaps. Pure: requests and time come in, chords to type come out. A request is refused while more than `mostWaiting`
/// keys wait.
struct TypingQueue: Sendable {
  /// A request that is not typed completely yet.
  struct Text: Sendable {
    /// The number of the request.
    let number: Int
    /// The number of the client, which stays the same when its name changes.
    let client: Int
    /// The chords of each character, the last character first.
    var rest: [[TypedChord]]
  }

  /// The shortest gap: 50 keys a second. Source: the protocol.
  static let shortestGap = Microseconds.milliseconds(20)

  /// While more keys than this wait, a request is refused. Chosen: the longest text, so that two clients can each have
  /// one.
  static let mostWaiting = 200

  private(set) var texts: [Text] = []
  /// When the next key may be typed.
  private(set) var ready = Instant(.min)

  /// Whether a request has to be refused because too many keys wait.
  var isFull: Bool {
    !texts.isEmpty && texts.reduce(0) { $0 + $1.rest.reduce(0) { $0 + $1.count } } > TypingQueue.mostWaiting
  }

  /// When the next key is typed; nil if none waits.
  var nextDeadline: Instant? { texts.isEmpty ? nil : ready }

  /// Adds the request of this number, which was made at `time`.
  mutating func add(_ chords: [[TypedChord]], as number: Int, for client: Int, at time: Instant) {
    if texts.isEmpty { ready = max(ready, time) }
    texts.append(Text(number: number, client: client, rest: chords.reversed()))
  }

  /// If the next key is more than a gap late at `time`, waits until then with it. Returns whether it is. One that is
  /// less late keeps its time, so that the run of keys does not end before it.
  mutating func delay(to time: Instant) -> Bool {
    guard !texts.isEmpty, ready + TypingQueue.shortestGap < time else { return false }
    ready = time
    return true
  }

  /// Removes the chords of the next character. `gap`: the time from one key to the next. Returns also the number of the
  /// request if that was its last character.
  mutating func next(gap: Microseconds) -> (chords: [TypedChord], completed: Int?) {
    guard !texts.isEmpty, let chords = texts[0].rest.popLast() else { return ([], nil) }
    for _ in chords { ready = ready + max(gap, TypingQueue.shortestGap) }
    guard texts[0].rest.isEmpty else { return (chords, nil) }
    return (chords, texts.removeFirst().number)
  }

  /// Removes requests. Returns their numbers.
  mutating func drop(where isDropped: (Text) -> Bool) -> [Int] {
    let dropped = texts.filter(isDropped).map(\.number)
    texts.removeAll(where: isDropped)
    return dropped
  }
}
