import SwitchwayScanning
import SwitchwayText
import Testing

@testable import SwitchwaySpeech

/// A conversation with a server, whose lines the test writes.
private struct Talk {
  var dialogue: SpeechDialogue
  var events: [SpeechDialogue.Event] = []

  init(style: SpeechStyle = SpeechStyle()) { dialogue = SpeechDialogue(user: "anna", style: style) }

  /// With a server that has taken the settings.
  static func ready() -> Talk {
    var talk = Talk()
    for _ in 0..<4 { _ = talk.answer("200 OK") }
    return talk
  }

  /// The lines that it sends now.
  mutating func sent() -> [String] {
    String(decoding: dialogue.takeUnsent(), as: UTF8.self).split(separator: "\r\n").map(String.init)
  }

  /// The server sends these lines; returns what is sent then.
  mutating func answer(_ lines: String...) -> [String] {
    _ = sent()
    events += dialogue.receive(lines.flatMap { Array("\($0)\r\n".utf8) })
    return sent()
  }

  mutating func say(_ text: String?, _ number: Int) -> [String] {
    dialogue.say(text.map { .text($0) }, number: number)
    return sent()
  }
}

@Suite struct SpeechDialogueTests {
  @Test("one request at a time: the settings, then the words")
  func order() {
    var talk = Talk(style: SpeechStyle(voice: "German+Annie", rate: -20, language: "de"))
    #expect(talk.sent() == ["SET SELF CLIENT_NAME anna:switchway:scan"])
    #expect(talk.say("Save", 1).isEmpty)
    #expect(talk.answer("208 OK CLIENT NAME SET") == ["SET SELF PRIORITY message"])
    #expect(talk.answer("202 OK PRIORITY SET") == ["SET SELF NOTIFICATION END on"])
    #expect(talk.answer("220 OK NOTIFICATION SET") == ["SET SELF NOTIFICATION CANCEL on"])
    #expect(talk.answer("220 OK NOTIFICATION SET") == ["SET SELF LANGUAGE de"])
    #expect(talk.answer("201 OK LANGUAGE SET") == ["SET SELF SYNTHESIS_VOICE German+Annie"])
    #expect(talk.answer("209 OK VOICE SET") == ["SET SELF RATE -20"])
    #expect(!talk.dialogue.isReady)
    #expect(talk.answer("203 OK RATE SET") == ["SPEAK"])
    #expect(talk.dialogue.isReady)
    #expect(talk.answer("230 OK RECEIVING DATA") == ["Save", "."])
    #expect(talk.answer("225-17", "225 OK MESSAGE QUEUED").isEmpty)
    #expect(talk.answer("701-17", "701-3", "701 BEGIN").isEmpty && talk.events.isEmpty)
    #expect(talk.answer("702-17", "702-3", "702 END").isEmpty)
    #expect(talk.events == [.ended(number: 1)])
  }

  @Test("new words cut off those before them; of several, only the latest are said")
  func replaces() {
    var talk = Talk.ready()
    #expect(talk.say("one", 1) == ["SPEAK"])
    #expect(talk.say("two", 2).isEmpty)
    #expect(talk.answer("230 OK RECEIVING DATA") == ["one", "."])
    #expect(talk.say("three", 3).isEmpty)
    #expect(talk.answer("225-1", "225 OK MESSAGE QUEUED") == ["CANCEL SELF"])
    #expect(talk.say("four", 4).isEmpty)
    #expect(talk.answer("703-1", "703-3", "703 CANCELED").isEmpty)
    #expect(talk.answer("210 OK CANCELED") == ["SPEAK"])
    #expect(talk.answer("230 OK RECEIVING DATA") == ["four", "."])
    #expect(talk.answer("225-2", "225 OK MESSAGE QUEUED").isEmpty)
    #expect(talk.say(nil, 0) == ["CANCEL SELF"])
    #expect(talk.answer("210 OK CANCELED").isEmpty)
    // Nothing is said, so there is nothing to cut off.
    #expect(talk.say(nil, 0).isEmpty)
    #expect(talk.events == [.ended(number: 1)])
  }

  @Test("a message that ends before its request is answered has ended")
  func early() {
    var talk = Talk.ready()
    _ = talk.say("a", 5)
    _ = talk.answer("230 OK RECEIVING DATA")
    _ = talk.answer("702-9", "702-3", "702 END", "225-9", "225 OK MESSAGE QUEUED")
    #expect(talk.events == [.ended(number: 5)])
    #expect(talk.say("b", 6) == ["SPEAK"])
  }

  @Test("a server that hangs gets nothing more, whatever is to be said")
  func hangs() {
    var talk = Talk.ready()
    #expect(talk.say("word", 1) == ["SPEAK"])
    for number in 2..<1_000 { #expect(talk.say("word \(number)", number).isEmpty) }
    #expect(talk.answer("230 OK RECEIVING DATA") == ["word", "."])
    #expect(talk.answer("225-1", "225 OK MESSAGE QUEUED") == ["CANCEL SELF"])
    #expect(talk.answer("210 OK CANCELED") == ["SPEAK"])
    #expect(talk.answer("230 OK RECEIVING DATA") == ["word 999", "."])
  }

  @Test("a character is named; a dot at the beginning, line feeds and a text without an end do not end the request")
  func data() {
    var talk = Talk.ready()
    talk.dialogue.say(.character("."), number: 1)
    #expect(talk.sent() == ["CHAR ."])
    _ = talk.answer("225-1", "225 OK MESSAGE QUEUED", "702-1", "702-3", "702 END")
    for (text, line) in [
      (".", ".."), ("..x", "...x"), ("a\r\n.\r\nSTOP", "a  .  STOP"), ("a\n.\nb", "a . b"),
      ("Größe 😀 שלום", "Größe 😀 שלום"),
      ("", ""),
    ] {
      #expect(talk.say(text, 2) == ["SPEAK"])
      #expect(talk.answer("230 OK RECEIVING DATA") == [line, "."].filter { !$0.isEmpty })
      _ = talk.answer("225-2", "225 OK MESSAGE QUEUED", "702-2", "702-3", "702 END")
    }
    _ = talk.say(String(repeating: "ä", count: 600_000), 3)
    let bytes = talk.answer("230 OK RECEIVING DATA")[0].utf8.count
    #expect(bytes == SpeechDialogue.longestText)
  }

  @Test("what is refused is reported, and the next words are said all the same")
  func refused() {
    var talk = Talk(style: SpeechStyle(voice: "x\r\nQUIT", rate: 10))
    for _ in 0..<4 { _ = talk.answer("200 OK") }
    _ = talk.answer("409 ERR NO SUCH VOICE")
    #expect(talk.events == [.refused(request: "SET SELF SYNTHESIS_VOICE xQUIT", answer: "ERR NO SUCH VOICE")])
    #expect(talk.answer("203 OK").isEmpty)
    #expect(talk.say("a", 1) == ["SPEAK"])
    #expect(talk.answer("304 ERR INTERNAL").isEmpty)
    #expect(talk.events.suffix(2) == [.refused(request: "SPEAK", answer: "ERR INTERNAL"), .ended(number: 1)])
    #expect(talk.say("b", 2) == ["SPEAK"])
    #expect(talk.answer("230 OK RECEIVING DATA") == ["b", "."])
  }

  @Test("the rate is set between two words")
  func rate() {
    var talk = Talk.ready()
    _ = talk.say("a", 1)
    talk.dialogue.setRate(10)
    talk.dialogue.setRate(20)
    _ = talk.answer("230 OK RECEIVING DATA")
    #expect(talk.answer("225-1", "225 OK MESSAGE QUEUED") == ["SET SELF RATE 20"])
  }

  @Test("the voices of the person's language are asked for when there is nothing to say")
  func voices() {
    var talk = Talk(style: SpeechStyle(language: "de"))
    for _ in 0..<5 { _ = talk.answer("200 OK") }
    _ = talk.say("a", 1)
    talk.dialogue.askForVoices()
    #expect(talk.answer("230 OK RECEIVING DATA") == ["a", "."])
    #expect(talk.answer("225-1", "225 OK MESSAGE QUEUED") == ["LIST SYNTHESIS_VOICES"])
    #expect(talk.say("b", 2).isEmpty)
    _ = talk.answer("702-1", "702-1", "702 END", "249-English\ten\tnone", "249-German\tde\tnone")
    _ = talk.answer("249-German+Alex\tde\tAlex", "249-Austrian\tDE-at\tnone", "249-Swiss\tde_CH", "249-Dene\tden")
    #expect(talk.answer("249 OK VOICE LIST SENT") == ["SPEAK"])
    #expect(talk.events == [.ended(number: 1), .voices(["German", "German+Alex", "Austrian", "Swiss"])])
  }

  @Test("without a language the voices are the English ones")
  func englishVoices() {
    var talk = Talk.ready()
    talk.dialogue.askForVoices()
    _ = talk.answer("249-German\tde\tnone", "249-English\tEN-gb\tnone", "249 OK VOICE LIST SENT")
    #expect(talk.events == [.voices(["English"])])
  }

  @Test(
    "lines that name no voice are not in the list",
    arguments: [
      "", "en", "\ten\tnone", "x", "x y en", "a\u{1}b\ten\tnone", "x\t\ten", "\t\t\t", "English\ten\tnone",
      String(repeating: "x", count: SpeechName.maxLength + 1) + "\ten\tnone",
    ])
  func noVoice(_ line: String) {
    var talk = Talk.ready()
    talk.dialogue.askForVoices()
    _ = talk.answer("249-English\ten\tnone", "249-\(line)", "250-x\ten", "249 OK VOICE LIST SENT")
    #expect(talk.events == [.voices(["English"])] && talk.say("a", 1) == ["SPEAK"])
  }

  @Test("a list of 10,000 voices is cut")
  func manyVoices() {
    var talk = Talk.ready()
    talk.dialogue.askForVoices()
    for number in 1...10_000 { talk.events += talk.dialogue.receive(Array("249-v\(number)\ten\tnone\r\n".utf8)) }
    _ = talk.answer("249 OK VOICE LIST SENT")
    #expect(talk.events == [.voices((1...SpeechDialogue.mostVoices).map { "v\($0)" })])
  }

  @Test("a list that is refused, or hangs, changes nothing else")
  func noVoices() {
    var talk = Talk.ready()
    talk.dialogue.askForVoices()
    _ = talk.say("a", 1)
    #expect(talk.answer("304 CANT LIST VOICES") == ["SPEAK"])
    #expect(talk.events == [.refused(request: "LIST SYNTHESIS_VOICES", answer: "CANT LIST VOICES")])
    talk = .ready()
    talk.dialogue.askForVoices()
    _ = talk.answer("249-English\ten\tnone")
    for number in 1...1_000 { #expect(talk.say("word", number).isEmpty) }
  }

  @Test("a voice is set before the next words, the last one chosen; the answer is reported")
  func voice() {
    var talk = Talk.ready()
    _ = talk.say("a", 1)
    for name in ["Anna", "Bert\r\nQUIT"] { talk.dialogue.setVoice(name) }
    _ = talk.say("b", 2)
    _ = talk.answer("230 OK RECEIVING DATA")
    #expect(talk.answer("225-1", "225 OK MESSAGE QUEUED") == ["SET SELF SYNTHESIS_VOICE BertQUIT"])
    talk.dialogue.setVoice("Carl")
    #expect(talk.answer("209 OK VOICE SET") == ["SET SELF SYNTHESIS_VOICE Carl"])
    #expect(talk.answer("409 ERR NO SUCH VOICE") == ["CANCEL SELF"])
    #expect(
      talk.events == [
        .voice("Bert\r\nQUIT", isTaken: true),
        .refused(request: "SET SELF SYNTHESIS_VOICE Carl", answer: "ERR NO SUCH VOICE"),
        .voice("Carl", isTaken: false),
      ])
  }

  @Test(
    "what is not SSIP breaks the conversation, and nothing else",
    arguments: ["hello", "", "22", "225", "22x OK", "225_1", "２２５ OK", "\u{0}\u{0}\u{0}\u{0}"])
  func broken(_ line: String) {
    var talk = Talk.ready()
    _ = talk.say("a", 1)
    _ = talk.answer(line)
    #expect(talk.events == [.broken])
  }

  @Test("a line without an end breaks it, answers and events to nothing do not")
  func strange() {
    var talk = Talk.ready()
    _ = talk.answer("225-1", "225 OK", "702-8", "702-1", "702 END", "703 CANCELED", "799 WHAT", "210 OK CANCELED")
    #expect(talk.events.isEmpty && talk.say("a", 1) == ["SPEAK"])
    #expect(talk.dialogue.receive([UInt8](repeating: 0x32, count: SpeechDialogue.longestLine)).isEmpty)
    #expect(talk.dialogue.receive([0x32]) == [.broken])
  }

  @Test("bytes may come one at a time")
  func split() {
    var talk = Talk.ready()
    _ = talk.say("a", 1)
    _ = talk.answer("230 OK RECEIVING DATA")
    for byte in "225-4\r\n225 OK MESSAGE QUEUED\r\n702-4\r\n702-1\r\n702 END\r\n".utf8 {
      talk.events += talk.dialogue.receive([byte])
    }
    #expect(talk.events == [.ended(number: 1)])
  }
}
