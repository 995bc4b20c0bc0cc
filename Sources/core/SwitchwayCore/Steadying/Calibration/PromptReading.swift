import SwitchwayTime

/// Sorts a session's contacts into presses that a prompt asked for, contacts that follow them, and unwanted contacts.
///
///     prompt     100 ms                                       next prompt + 100 ms
///       |..........|...#....##.#####..#..#........#..............|
///                      n    ^press^    a  a        n
///
/// The press is the prompt's longest contact, together with earlier contacts if the gaps between them are at most 130
/// ms. Contacts that follow the longest one, with gaps of at most 600 ms, are after-contacts (a). All other contacts
/// are unwanted (n). If a prompt asks for two presses, its two longest contacts are the presses.
///
/// Source: docs/design/steadying.md, "Calibration" 1 and 2, with two additions.
///
/// First, a contact after a press may be longer than the press. Therefore the press is the earliest contact that is
/// nearly as long as the longest one, and from which gaps of at most 600 ms lead to the longest one. Second, slow
/// people press late. If a prompt has no contact and the next prompt is for another switch, a press in the next
/// prompt's time answers the first one.
struct PromptReading {
  /// Contacts at most this far apart belong to one press.
  static let group = Microseconds.milliseconds(130)
  /// Contacts at most this far apart, after a press, are after-contacts.
  static let chain = Microseconds.milliseconds(600)
  /// Used instead of `chain` for a switch that closed during the rest: its later contacts are probably unwanted.
  /// Contacts by spasms come within 400 ms after a press (the preset `spasm`).
  static let restlessChain = Microseconds.milliseconds(400)
  /// A contact at the start of a prompt's time belongs to the contact before it, if the gap between them is at most
  /// this long.
  static let tail = Microseconds.milliseconds(350)
  /// A contact of another switch that begins at most this long before or after a press was hit together with the press.
  static let cross = Microseconds.milliseconds(100)

  /// A contact is nearly as long as another if it has at least this percentage of its length. The figure was found in
  /// the workbench, with simulated people.
  private static let alike: Int64 = 65

  /// The kind of a contact.
  private enum Role: Equatable {
    case unread
    /// Part of a press, or between two presses.
    case press
    case after
    case noise
    case hitWithOther
  }

  private let session: CalibrationSession
  private let contacts: [[ClosedSpan]]
  private var roles: [[Role]]
  private var findings: [CalibrationFindings]

  /// Reads the session.
  ///
  /// - Parameter contacts: the contacts of each switch, with bounce removed.
  static func read(_ session: CalibrationSession, _ contacts: [[ClosedSpan]]) -> [CalibrationFindings] {
    var reading = PromptReading(session: session, contacts: contacts)
    for index in session.prompts.indices { reading.readPrompt(index) }
    for index in contacts.indices { reading.readAfters(of: index) }
    for index in contacts.indices { reading.readCrosses(of: index) }
    for index in contacts.indices { reading.readRest(of: index) }
    return reading.findings
  }

  private init(session: CalibrationSession, contacts: [[ClosedSpan]]) {
    self.session = session
    self.contacts = contacts
    roles = contacts.map { [Role](repeating: .unread, count: $0.count) }
    findings = contacts.map { _ in CalibrationFindings() }
  }

  private func members(of index: Int, in window: Range<Instant>) -> Range<Int> {
    let first = contacts[index].firstIndex { $0.start >= window.lowerBound } ?? contacts[index].count
    let last = contacts[index][first...].firstIndex { $0.start >= window.upperBound } ?? contacts[index].count
    return first..<last
  }

  private func longest(_ index: Int, among members: some Sequence<Int>) -> Int? {
    // If two contacts have the same length, the first one is chosen.
    members.max { (contacts[index][$0].length, $1) < (contacts[index][$1].length, $0) }
  }

  private mutating func readPrompt(_ prompt: Int) {
    let index = session.prompts[prompt].switchIndex
    findings[index].prompts += 1
    var members = members(of: index, in: session.window(of: prompt))
    var isLate = false
    if members.isEmpty, prompt + 1 < session.prompts.count, session.prompts[prompt + 1].switchIndex != index {
      members = self.members(of: index, in: session.window(of: prompt + 1))
      isLate = true
    }
    members = withoutTail(members, of: index)
    guard let longest = longest(index, among: members) else { return }
    let main = session.prompts[prompt].count == 1 ? meant(longest, of: index, among: members) : longest
    findings[index].answered += 1
    if isLate { findings[index].late += 1 }
    if session.prompts[prompt].count == 2, readPair(members, longest: main, of: index, prompt: prompt) { return }
    readSingle(members, longest: main, of: index, prompt: prompt)
  }

  /// Returns `members` without the contacts at its start that belong to an earlier contact.
  private func withoutTail(_ members: Range<Int>, of index: Int) -> Range<Int> {
    guard let main = longest(index, among: members) else { return members }
    var first = members.lowerBound
    while first < main, first > 0,
      contacts[index][first].start - contacts[index][first - 1].end <= PromptReading.tail
    { first += 1 }
    return first..<members.upperBound
  }

  /// Returns the press among the contacts of a prompt: the earliest contact that is nearly as long as the longest one,
  /// and from which gaps of at most `chain` lead to the longest one. A contact after the press may be longer than the
  /// press.
  private func meant(_ longest: Int, of index: Int, among members: Range<Int>) -> Int {
    let spans = contacts[index]
    var meant = longest
    var contact = longest
    while contact > members.lowerBound, spans[contact].start - spans[contact - 1].end <= PromptReading.chain {
      contact -= 1
      if spans[contact].length >= spans[longest].length.percent(PromptReading.alike) { meant = contact }
    }
    return meant
  }

  private mutating func readSingle(_ members: Range<Int>, longest main: Int, of index: Int, prompt: Int) {
    let spans = contacts[index]
    var first = main
    while first > members.lowerBound, spans[first].start - spans[first - 1].end <= PromptReading.group { first -= 1 }
    var last = main
    while last + 1 < members.upperBound, spans[last + 1].start - spans[last].end <= PromptReading.group { last += 1 }
    for contact in first...main { roles[index][contact] = .press }
    for contact in first..<last { findings[index].insideGaps.append(spans[contact + 1].start - spans[contact].end) }
    if first < main { findings[index].brokenOnsets += 1 }
    findings[index].presses.append(.init(prompt: prompt, onset: spans[first].start, span: spans[main]))
  }

  /// Reads the presses of a prompt for two. Returns whether there were two presses.
  private mutating func readPair(_ members: Range<Int>, longest main: Int, of index: Int, prompt: Int) -> Bool {
    guard let other = longest(index, among: members.filter { $0 != main }) else { return false }
    let spans = contacts[index]
    let (first, second) = (min(main, other), max(main, other))
    guard spans[second].start - spans[first].end <= .seconds(1) else { return false }
    // If the lengths are very different, the shorter contact may not be a press. It does not count as unwanted either,
    // because the prompt asked for two presses.
    guard spans[other].length >= spans[main].length.percent(50) else {
      for contact in other..<max(other, main) { roles[index][contact] = .press }
      return false
    }
    findings[index].pairs += 1
    findings[index].pairGaps.append(spans[second].start - spans[first].end)
    for contact in first...second { roles[index][contact] = .press }
    for contact in [first, second] {
      findings[index].presses.append(.init(prompt: prompt, onset: spans[contact].start, span: spans[contact]))
    }
    return true
  }

  /// The longest gap before an after-contact of this switch.
  private func reach(_ index: Int) -> Microseconds {
    let isRestless = contacts[index].contains { session.isRest($0.start) }
    return isRestless ? PromptReading.restlessChain : PromptReading.chain
  }

  private mutating func readAfters(of index: Int) {
    let spans = contacts[index]
    for contact in spans.indices.dropFirst() where roles[index][contact] == .unread {
      let before = roles[index][contact - 1]
      let gap = spans[contact].start - spans[contact - 1].end
      guard before == .press || before == .after, gap <= reach(index) else { continue }
      roles[index][contact] = .after
      let start = spans[contact].start
      let prompt = session.prompts.indices.last { session.window(of: $0).contains(start) }
      findings[index].afters.append(
        .init(
          gap: gap, length: spans[contact].length, isAmongTwo: prompt.map { session.prompts[$0].count == 2 } ?? false))
    }
  }

  /// Finds contacts of other switches that were hit with this switch's presses.
  private mutating func readCrosses(of index: Int) {
    for press in findings[index].presses {
      for other in contacts.indices where other != index {
        let near = (press.onset - PromptReading.cross)..<(press.onset + PromptReading.cross + Microseconds(1))
        for contact in members(of: other, in: near) where roles[other][contact] == .unread {
          let span = contacts[other][contact]
          let offset = max(span.start - press.onset, press.onset - span.start)
          findings[index].crosses.append(.init(other: other, offset: offset, length: span.length))
          roles[other][contact] = .hitWithOther
        }
      }
    }
  }

  /// Counts all remaining contacts, from the start of the rest on, as unwanted.
  private mutating func readRest(of index: Int) {
    for contact in contacts[index].indices where roles[index][contact] == .unread {
      // Contacts soon after a contact that was hit with another switch belong to that contact.
      if contact > 0, roles[index][contact - 1] == .hitWithOther,
        contacts[index][contact].start - contacts[index][contact - 1].end <= PromptReading.chain
      {
        roles[index][contact] = .hitWithOther
        continue
      }
      findings[index].noise[0].append(contacts[index][contact])
    }
  }
}
