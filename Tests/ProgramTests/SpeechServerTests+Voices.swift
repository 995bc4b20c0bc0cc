import SwitchwayDesktopSettings
import SwitchwayScanning
import Testing

@testable import switchway_scan

// The voices that the panel offers.
extension SpeechServerTests {
  @Test("each choice takes the next voice of the person's language; one that is refused leaves the former one")
  func voices() throws {
    let played = try PlayedSpeechServer(reactor, path: path)
    played.voices = ["English\ten\tnone", "Anna\tde\tnone", "Bert\tde-AT\tnone", "Carl\tde\tnone"]
    played.takenVoices = ["Anna", "Carl"]
    var settings = SpeechSettings()
    settings.voice = "Anna"
    let server = try server(settings)
    var (ended, areSeveral, answers): ([Int], [Bool], [String]) = ([], [], [])
    server.onEnd = { ended.append($0) }
    server.onVoices = { areSeveral.append($0) }
    server.onVoice = { answers.append($1 ? $0 : "no \($0)") }
    server.takeNextVoice()
    server.say(.text("one"), number: 1)
    try run(until: "the voices") { areSeveral == [true] }
    for count in 1...3 {
      server.takeNextVoice()
      try run(until: "the answer") { answers.count == count }
    }
    #expect(answers == ["no Bert", "Carl", "Anna"])
    server.takeNextVoice()
    try run(until: "the refusal") { answers.count == 4 }
    server.say(.text("two"), number: 2)
    try run(until: "the words") { ended == [1, 2] }
    #expect(played.lines.count { $0 == "LIST SYNTHESIS_VOICES" } == 1)
    // The next connection begins with the voice that was taken last, and the list is asked for again.
    played.drop()
    try run(until: "the end") { ended == [1, 2, 2] && !played.isConnected }
    played.lines = []
    server.say(.text("three"), number: 3)
    try run(until: "the voices again") { areSeveral == [true, true] }
    #expect(played.lines.filter { $0.hasPrefix("SET SELF SYNTHESIS_VOICE") } == ["SET SELF SYNTHESIS_VOICE Anna"])
  }

  @Test("of a list of 10,000 voices some are offered, and the words go on; with one voice there is no choice")
  func manyVoices() throws {
    let played = try PlayedSpeechServer(reactor, path: path)
    played.voices = (1...10_000).map { "Voice \($0)\tde\tnone" }
    let server = try server()
    var (ended, areSeveral): ([Int], [Bool]) = ([], [])
    server.onEnd = { ended.append($0) }
    server.onVoices = { areSeveral.append($0) }
    server.say(.text("one"), number: 1)
    try run(until: "the words") { ended == [1] }
    server.say(.text("two"), number: 2)
    try run(until: "the next words") {
      played.sendMore()
      return ended == [1, 2]
    }
    #expect(areSeveral == [true])
    played.voices = ["Anna\tde\tnone", "English\ten\tnone"]
    played.drop()
    try run(until: "the end") { ended == [1, 2, 2] && !played.isConnected }
    server.say(.text("three"), number: 3)
    try run(until: "the one voice") { areSeveral == [true, false] }
    played.lines = []
    server.takeNextVoice()
    server.say(.text("four"), number: 4)
    try run(until: "the last words") { ended.last == 4 }
    #expect(!played.lines.contains { $0.contains("VOICE") })
  }

  @Test(
    "a server that hangs, ends or talks nonsense when asked for its voices offers none",
    arguments: [PlayedSpeechServer.Manner.hangs, .dies, .talksNonsense])
  private func noVoices(_ manner: PlayedSpeechServer.Manner) throws {
    let played = try PlayedSpeechServer(reactor, path: path)
    let server = try server()
    var (ended, offers): ([Int], Int) = ([], 0)
    server.onEnd = {
      ended.append($0)
      played.manner = manner
    }
    server.onVoices = { _ in offers += 1 }
    server.say(.text("one"), number: 1)
    try run(until: "the words") { ended == [1] }
    server.takeNextVoice()
    server.say(.text("two"), number: 2)
    if manner == .hangs {
      try run(until: "the list") { played.lines.last == "LIST SYNTHESIS_VOICES" }
    } else {
      try run(until: "the end of the words") { ended == [1, 2] }
      played.manner = .speaks
      server.onEnd = { ended.append($0) }
      server.say(.text("three"), number: 3)
      try run(until: "the next words") { ended == [1, 2, 3] }
    }
    #expect(offers == 0 && played.lines.count { $0 == "LIST SYNTHESIS_VOICES" } == 1)
  }
}
