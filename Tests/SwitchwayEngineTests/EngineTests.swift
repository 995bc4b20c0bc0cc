import EngineFixtures
import ProgramFixtures
import SwitchwayCore
import SwitchwayEngine
import SwitchwayProtocol
import SwitchwayLines
import SwitchwayTime
import Testing

@Suite("The engine") struct EngineTests {
  let sink = Collector()
  let node = NodeID(rawValue: 1)

  private func engine(_ text: String, claims: ReplayClaims = .none) throws -> Performer {
    let engine = Performer(profile: try profile(text), audience: .replay(claims), sink: sink)
    engine.handle(.attached(node, box, entry: engine.profile.entry(for: box), down: KeySet(), at: Instant(0)))
    _ = sink.take()
    return engine
  }

  private func tap(_ engine: Performer, _ button: UInt16, at milliseconds: Int64) {
    engine.handle(.frame(frame(milliseconds, button, 1), from: node))
    engine.handle(.frame(frame(milliseconds + 50, button, 0), from: node))
  }

  @Test("commands are counted from 1, without holes, those of clients too")
  func sequence() throws {
    let engine = try engine(Scene.profile())
    tap(engine, 0, at: 100)
    let request = Input.Request.send(try CommandVocabulary.parse("move(left)"))
    engine.handle(.request(request, from: ClientName(EscapedText("board")), number: 1, at: Instant(200_000)))
    #expect(engine.takeReplies().map(\.reply) == [.done(at: Instant(200_000))])
    tap(engine, 1, at: 300)
    let commands = sink.take().filter { $0.type == "command" }
    #expect(commands.map { $0.message["seq"]?.integerValue } == [1, 2, 3])
    #expect(
      commands[1]
        == #"{"type":"command","seq":2,"command":"move","args":["left"],"phase":"do","count":1,"#
        + #""source":{"client":"board"},"pressed":200000,"accepted":200000,"for":null}"#)
  }

  @Test("clients are told when a command was sent, a replay is not")
  func sent() throws {
    let engine = Performer(
      profile: try profile(Scene.profile()), audience: .clients(clock: { Instant(123_456) }), sink: sink)
    engine.handle(.attached(node, box, entry: 0, down: KeySet(), at: Instant(0)))
    tap(engine, 0, at: 100)
    let command = sink.take().first { $0.type == "command" }?.message
    #expect(command?["sent"] == .integer(123_456))
    #expect(command?["for"] == .null)
  }

  @Test("a press that asks for a profile makes no command, and is taken once")
  func profileRequest() throws {
    let engine = try engine(Scene.profile(left: "profile(next)"))
    tap(engine, 0, at: 100)
    #expect(sink.take().allSatisfy { $0.type != "command" })
    let request = engine.takeProfileRequest()
    #expect(request?.name == "next")
    #expect(request?.time == Instant(100_000))
    #expect(engine.takeProfileRequest() == nil)
  }

  @Test("a press that lets keys pass makes no command, and asks for no profile")
  func passThrough() throws {
    let engine = try engine(Scene.profile(left: "pass-through(on)"))
    tap(engine, 0, at: 100)
    #expect(engine.takeProfileRequest() == nil)
    let lines = sink.take()
    #expect(lines.map(\.type) == ["press", "mode", "press"])
    #expect(lines[1] == #"{"type":"mode","mode":"pass-through","on":true,"time":100000}"#)
  }

  @Test("a destructive command is asked about, and carries its own press when it is confirmed")
  func question() throws {
    let text = Scene.profile(left: "restart", right: "confirm").replacing(
      "tap: confirm", with: "tap: confirm, hold: {after: 500ms, do: select}")
    let engine = try engine(text, claims: .all)
    tap(engine, 0, at: 100)
    #expect(sink.take().contains(#"{"type":"question","id":1,"command":"restart","args":[],"pressed":100000}"#))
    #expect(engine.stateNow.question?.id == 1)
    tap(engine, 1, at: 5_000)
    #expect(
      sink.take().filter { $0.type == "question" || $0.type == "command" } == [
        #"{"type":"question","id":1,"answer":"confirm","time":5050000}"#,
        #"{"type":"command","seq":1,"command":"restart","args":[],"phase":"do","count":1,"source":{"switch":"left","#
          + #""device":"box","gesture":"tap"},"pressed":100000,"released":150000,"accepted":5050000,"for":"replay"}"#,
      ])
    tap(engine, 1, at: 6_000)
    #expect(
      sink.take().filter { $0.type == "rejected" } == [
        #"{"type":"rejected","switch":"right","pressed":6000000,"time":6050000,"reason":"question"}"#
      ])
  }

  @Test("at rest presses are still told, and do nothing but end it; attention always comes")
  func rest() throws {
    let text = Scene.profile(left: "rest").replacing(
      "tap: select", with: "tap: select, hold: {after: 500ms, do: attention}")
    let engine = try engine(text)
    tap(engine, 0, at: 100)
    #expect(sink.take()[1] == #"{"type":"mode","mode":"rest","on":true,"time":100000}"#)
    #expect(engine.interpreter.isResting)
    tap(engine, 1, at: 200)
    #expect(
      sink.take().filter { $0.type == "rejected" } == [
        #"{"type":"rejected","switch":"right","pressed":200000,"time":250000,"reason":"rest"}"#
      ])
    engine.handle(.frame(frame(1_000, 1, 1), from: node))
    engine.handle(.time(Instant(1_500_000)))
    #expect(
      sink.take().last
        == #"{"type":"attention","source":{"switch":"right","device":"box","gesture":"hold"},"pressed":1000000}"#)
    engine.handle(.frame(frame(1_600, 1, 0), from: node))
    tap(engine, 0, at: 2_000)
    tap(engine, 1, at: 3_000)
    #expect(sink.take().filter { $0.type == "command" }.count == 1)
  }

  @Test("another profile drops an open question")
  func questionDropped() throws {
    let engine = try engine(Scene.profile(left: "delete"))
    tap(engine, 0, at: 100)
    _ = sink.take()
    engine.handle(.profile(try profile(Scene.profile(label: "Other")), at: Instant(900_000)))
    #expect(sink.take().first == #"{"type":"question","id":1,"answer":"dropped","time":900000}"#)
    let answer = Input.Request.answer(1, confirm: true)
    engine.handle(.request(answer, from: ClientName(EscapedText("board")), number: 1, at: Instant(950_000)))
    #expect(engine.takeReplies().map(\.reply) == [.notNow])
  }

  @Test("a node that goes is told after what it held, and once")
  func detach() throws {
    let engine = try engine(Scene.profile().replacing("tap: next", with: "press: gesture(touch)"))
    engine.handle(.frame(frame(100, 0, 1), from: node))
    engine.handle(.detached([node], at: Instant(200_000)))
    engine.handle(.detached([node], at: Instant(300_000)))
    let lines = sink.take()
    #expect(lines.map(\.type).last == "device")
    #expect(lines.last?.message["change"] == .string("removed"))
    #expect(lines.filter { $0.type == "command" }.map { $0.message["phase"]?.stringValue } == ["begin", "end"])
    #expect(lines.count { $0.type == "device" } == 1)
    #expect(!engine.interpreter.knows(node))
  }

  @Test("another profile: what is under way ends by the old one, then the new one is told")
  func use() throws {
    let engine = try engine(Scene.profile().replacing("tap: next", with: "press: gesture(touch)"))
    engine.handle(.frame(frame(100, 0, 1), from: node))
    engine.handle(.profile(try profile(Scene.profile(label: "Other"), name: "other"), at: Instant(150_000)))
    let lines = sink.take()
    #expect(lines.last == #"{"type":"profile","name":"other","label":"Other","time":150000}"#)
    #expect(lines.filter { $0.type == "command" }.last?.message["phase"] == .string("end"))
    #expect(engine.profile.name == "other")
    #expect(engine.stateNow.devices.isEmpty)
    #expect(!engine.interpreter.knows(node))
  }

  @Test("the same name again is no new profile to tell")
  func sameName() throws {
    let engine = try engine(Scene.profile())
    engine.handle(.profile(try profile(Scene.profile(right: "activate")), at: Instant(1)))
    #expect(sink.take().allSatisfy { $0.type != "profile" })
  }

  @Test("a device is named by its entry, and null where no entry takes it")
  func unmatched() throws {
    let engine = try engine(Scene.profile())
    var other = box
    other.name = "Other\u{1B}[2J"
    engine.handle(.attached(NodeID(rawValue: 2), other, entry: nil, down: KeySet(), at: Instant(5)))
    #expect(
      sink.take() == [
        #"{"type":"device","change":"added","device":null,"name":"Other?[2J","id":"1209:0001","#
          + #""kind":"switch-interface","time":5}"#
      ])
    #expect(engine.stateNow.devices.count == 1)
    engine.handle(.frame(frame(100, 0, 1), from: NodeID(rawValue: 2)))
    #expect(sink.take().isEmpty)
  }

  @Test("state says which switches are down")
  func state() throws {
    let engine = try engine(Scene.profile())
    #expect(engine.stateNow.switches.map(\.isDown) == [false, false])
    engine.handle(.frame(frame(100, 1, 1), from: node))
    #expect(engine.stateNow.switches.map(\.isDown) == [false, true])
  }
}
