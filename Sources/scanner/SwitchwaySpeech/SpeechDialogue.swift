import SwitchwayScanning
import SwitchwayText

/// How a speech server should speak. For members that are `nil`, the server's own settings remain.
public struct SpeechStyle: Hashable, Sendable {
  /// The name of a voice of the server.
  public var voice: String?
  /// −100…100; 0 is the voice's own rate.
  public var rate: Int?
  /// A language, such as `de`. With a `voice`, the language is that of the voice.
  public var language: String?

  public init(voice: String? = nil, rate: Int? = nil, language: String? = nil) {
    (self.voice, self.rate, self.language) = (voice, rate, language)
  }
}

/// One conversation with speech-dispatcher in its protocol SSIP: the bytes for its socket, and the meaning of its
/// bytes. It does no I/O and has no clock.
///
/// A request is sent only after the previous one was answered. Therefore a server that hangs gets no more requests, and
/// only the latest words wait for it.
///
/// Source: Speech Dispatcher 0.11, "SSIP Documentation"; answers as seen with 0.11.4.
public struct SpeechDialogue: Sendable {
  /// A result for the words or for a request.
  public enum Event: Hashable, Sendable {
    /// The words with this number have ended, or will not be spoken.
    case ended(number: Int)
    /// The server did not perform this request, with its reason.
    case refused(request: String, answer: String)
    /// The answer to `setVoice`: the server speaks with this voice from now on, or has refused it.
    case voice(String, isTaken: Bool)
    /// The voices of the person's language, in the server's order.
    case voices([String])
    /// The server's data is not SSIP, so the connection cannot be used.
    case broken
  }

  /// The longest line of a server, in bytes. Arbitrary: the server's own lines have less than 100.
  static let longestLine = 8_192
  /// The longest text of one request, in bytes. Arbitrary: names and messages are shorter.
  static let longestText = 2_048
  /// The largest number of voices that are kept. Arbitrary: espeak-ng has 102 voices of one language, and nobody tries
  /// more.
  static let mostVoices = 100

  /// The request that the next answer belongs to.
  private enum Awaited { case setting(String), voice(String), speak(Waiting), data(Waiting), cancel, voices }

  private struct Waiting {
    let number: Int
    let utterance: Utterance
  }

  /// The bytes to write to the socket.
  private var unsent: [UInt8] = []
  private var received: [UInt8] = []
  private var settings: [String]
  private var awaited: Awaited?
  /// The latest words, if the server has not received them yet.
  private var wanted: Waiting?
  /// Whether the present words must be cut off first.
  private var cancels = false
  /// The words that the server speaks, or has in its queue.
  private var spoken: (message: String, number: Int)?
  /// The first line of an answer or event, while further lines of it are received.
  private var head: String?
  /// The voice to set, if the server has not received it yet.
  private var wantedVoice: String?
  /// Whether the server must be asked for its voices when no other request waits.
  private var wantsVoices = false
  /// The voices of the answer that is being received.
  private var voices: [String] = []
  /// The first part of the person's language, such as `de`.
  private let language: String
  /// The server's number of the message that ended last. A short message may end before the answer to its request
  /// comes.
  private var lastEnded: String?

  /// - Parameter user: the user name, by which the server distinguishes its clients.
  public init(user: String, style: SpeechStyle) {
    let name = String(user.filter { $0.isASCII && ($0.isLetter || $0.isNumber) })
    settings = [
      "CLIENT_NAME \(name.isEmpty ? "user" : name):switchway:scan", "PRIORITY message", "NOTIFICATION END on",
      "NOTIFICATION CANCEL on",
    ]
    language = (style.language ?? "").firstPart(or: "en")
    if let language = style.language, !language.isEmpty { settings.append("LANGUAGE \(language.asWord)") }
    if let voice = style.voice { settings.append("SYNTHESIS_VOICE \(voice.asWord)") }
    if let rate = style.rate { settings.append("RATE \(rate)") }
    advance()
  }

  /// Whether the server has answered all settings.
  public var isReady: Bool {
    if case .setting? = awaited { return false }
    return settings.isEmpty
  }

  /// Returns the bytes to write now, and forgets them.
  public mutating func takeUnsent() -> [UInt8] {
    defer { unsent = [] }
    return unsent
  }

  /// Speaks this instead of everything before it. With `nil`, no words are spoken any more.
  public mutating func say(_ utterance: Utterance?, number: Int) {
    wanted = utterance.map { Waiting(number: number, utterance: $0) }
    cancels = true
    advance()
  }

  /// Sets the rate, from the next words on.
  public mutating func setRate(_ rate: Int) {
    settings.removeAll { $0.hasPrefix("RATE ") }
    settings.append("RATE \(rate)")
    advance()
  }

  /// Asks the server to speak with this voice from the next words on. The event `voice` says whether it does.
  public mutating func setVoice(_ name: String) {
    wantedVoice = name
    advance()
  }

  /// Asks for the voices when no other request waits. The event `voices` has the answer.
  public mutating func askForVoices() {
    wantsVoices = true
    advance()
  }

  /// Handles bytes of the server.
  public mutating func receive(_ bytes: some Sequence<UInt8>) -> [Event] {
    received += bytes
    var events: [Event] = []
    while let end = received.firstIndex(of: UInt8(ascii: "\n")) {
      let line = String(decoding: received[..<end].filter { $0 != UInt8(ascii: "\r") }, as: UTF8.self)
      received.removeSubrange(...end)
      guard take(line, &events) else { return events + [.broken] }
    }
    if received.count > Self.longestLine { events.append(.broken) }
    return events
  }

  /// Handles a line of the server. Returns false if it is not a line of SSIP.
  private mutating func take(_ line: String, _ events: inout [Event]) -> Bool {
    let bytes = Array(line.utf8)
    guard bytes.count > 3, bytes.prefix(3).allSatisfy({ (0x30...0x39).contains($0) }),
      let code = Int(line.prefix(3)), bytes[3] == UInt8(ascii: " ") || bytes[3] == UInt8(ascii: "-")
    else { return false }
    let text = String(line.dropFirst(4))
    guard bytes[3] == UInt8(ascii: " ") else {
      head = head ?? text
      if code == 249, case .voices? = awaited { takeVoice(text) }
      return true
    }
    if code >= 700 { takeEvent(code, &events) } else { takeAnswer(code, text, &events) }
    head = nil
    advance()
    return true
  }

  /// Handles a line of the list of voices: name, language and variant.
  private mutating func takeVoice(_ line: String) {
    let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
    guard voices.count < Self.mostVoices, fields.count > 1, String(fields[1]).firstPart(or: "") == language
    else { return }
    let name = String(fields[0])
    if SpeechName.isName(name), !voices.contains(name) { voices.append(name) }
  }

  private mutating func takeEvent(_ code: Int, _ events: inout [Event]) {
    guard code == 702 || code == 703, let head else { return }
    lastEnded = head
    guard let spoken, spoken.message == head else { return }
    self.spoken = nil
    events.append(.ended(number: spoken.number))
  }

  private mutating func takeAnswer(_ code: Int, _ text: String, _ events: inout [Event]) {
    let awaited = awaited
    self.awaited = nil
    let isDone = (200..<300).contains(code)
    switch awaited {
    case .setting(let setting): if !isDone { events.append(.refused(request: "SET SELF \(setting)", answer: text)) }
    case .voice(let name):
      if !isDone { events.append(.refused(request: Self.request(voice: name), answer: text)) }
      events.append(.voice(name, isTaken: isDone))
    case .voices:
      events.append(isDone ? .voices(voices) : .refused(request: Self.listing, answer: text))
      voices = []
    case .speak(let words) where isDone:
      unsent += words.utterance.data
      self.awaited = .data(words)
    case .data(let words) where isDone:
      guard let head, head != lastEnded else { return events.append(.ended(number: words.number)) }
      spoken = (head, words.number)
    case .speak(let words), .data(let words):
      events.append(.refused(request: "SPEAK", answer: text))
      events.append(.ended(number: words.number))
    case .cancel: spoken = nil
    // The answer belongs to no request.
    case nil: break
    }
  }

  /// Sends the next request, if none is in progress.
  private mutating func advance() {
    guard awaited == nil else { return }
    if !settings.isEmpty {
      let setting = settings.removeFirst()
      send("SET SELF \(setting)", .setting(setting))
    } else if let voice = wantedVoice {
      wantedVoice = nil
      send(Self.request(voice: voice), .voice(voice))
    } else if cancels, spoken != nil {
      cancels = false
      send("CANCEL SELF", .cancel)
    } else if let words = wanted {
      (wanted, cancels) = (nil, false)
      switch words.utterance {
      case .text: send("SPEAK", .speak(words))
      case .character(let character): send("CHAR \(character)", .data(words))
      }
    } else if wantsVoices {
      wantsVoices = false
      send(Self.listing, .voices)
    }
  }

  private static let listing = "LIST SYNTHESIS_VOICES"
  private static func request(voice: String) -> String { "SET SELF SYNTHESIS_VOICE \(voice.asWord)" }

  private mutating func send(_ request: String, _ awaited: Awaited) {
    unsent += Array("\(request)\r\n".utf8)
    self.awaited = awaited
  }
}

extension String {
  /// The text without characters that would end the request.
  fileprivate var asWord: String { filter { $0 != "\n" && $0 != "\r" && $0 != "\r\n" && $0 != "\0" } }

  /// The language without its country: `de` for `de-AT` and `de_AT`. An empty language counts as `other`.
  fileprivate func firstPart(or other: String) -> String {
    let part = prefix { $0 != "-" && $0 != "_" }
    return part.isEmpty ? other : part.lowercased()
  }
}

extension Utterance {
  /// The text to send after SPEAK. A dot at the beginning of a line is doubled, because a line with only a dot ends the
  /// text.
  fileprivate var data: [UInt8] {
    guard case .text(let text) = self else { return [] }
    var line = text.unicodeScalars.map { $0.properties.generalCategory == .control ? " " : $0 }
    if line.first == "." { line.insert(".", at: 0) }
    var size = 0
    let kept = line.prefix { scalar in
      size += UTF8.width(scalar)
      return size <= SpeechDialogue.longestText
    }
    var clean = ""
    clean.unicodeScalars.append(contentsOf: kept)
    return Array("\(clean)\r\n.\r\n".utf8)
  }
}
