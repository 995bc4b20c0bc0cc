import SwitchwayLines
import SwitchwayProtocol
import SwitchwayTime
import Testing

@testable import SwitchwayCore
@testable import SwitchwayServer

/// One client at a time learns, and no longer than it is there.
@Suite("Learning") struct LearnTests {
  /// An edge of a device, as the daemon tells it.
  private func edge(_ rig: ServerRig, padding: Int = 0) {
    var line = LineBuffer()
    let box = DeviceDescription(
      name: "Box", vendor: 0x1209, product: 1, phys: "usb-1/input0", kind: .switchInterface)
    line.writeLearn(
      InputListener.Edge(input: .key(0x100), down: true, time: Instant(rig.delegate.time)),
      input: EscapedText("btn_0" + String(repeating: "x", count: padding)), of: box)
    rig.server.gather(LineHead(.learn), line)
    rig.server.sendGathered()
  }

  private static let line =
    #"{"type":"learn","device":{"name":"Box","id":"1209:0001","kind":"switch-interface","phys":"usb-1/input0","#
    + #""uniq":""},"input":"btn_0","down":true,"time":1000}"#

  @Test("edges go to the client that learns, and to nobody else")
  func tells() throws {
    let rig = try ServerRig()
    let (client, other) = (try rig.connect(), try rig.connect())
    edge(rig)
    #expect(rig.ask(client, #"{"type":"learn","on":true,"id":1}"#) == [#"{"type":"ok","id":1}"#])
    #expect(rig.ask(client, #"{"type":"learn","on":true,"id":2}"#) == [#"{"type":"ok","id":2}"#])
    edge(rig)
    rig.settle(client, other)
    #expect(client.take() == [Self.line])
    #expect(other.take() == [])
    #expect(rig.ask(client, #"{"type":"observe","types":["press"]}"#) == [#"{"type":"ok"}"#])
    edge(rig)
    rig.settle(client)
    #expect(client.take() == [])
    #expect(rig.ask(client, #"{"type":"learn","on":false}"#) == [#"{"type":"ok"}"#])
    #expect(rig.delegate.done == ["learn true", "learn false"])
  }

  @Test("what is no press goes only to a client that asks for it", arguments: [false, true])
  func sights(asks: Bool) throws {
    let rig = try ServerRig()
    let client = try rig.connect()
    _ = rig.ask(client, asks ? #"{"type":"learn","on":true,"seen":true}"# : #"{"type":"learn","on":true}"#)
    var line = LineBuffer()
    line.writeLearn(
      InputListener.Sight.movement, of: DeviceDescription(name: "Ball", kind: .pointer), at: Instant(1_000))
    var head = LineHead(.learn)
    head.isSight = true
    rig.server.gather(head, line)
    rig.server.sendGathered()
    edge(rig)
    rig.settle(client)
    let lines = client.take()
    #expect(lines.last == Self.line)
    #expect(lines.dropLast().map { $0.contains(#""seen":"movement""#) } == (asks ? [true] : []))
  }

  @Test("where a device is plugged in is told: by its link, else by its path in sysfs")
  func place() {
    func text(_ links: [String]) -> String {
      var line = LineBuffer()
      line.writeLearn(
        InputListener.Sight.movement, of: DeviceDescription(name: "Ball", kind: .pointer, links: links),
        at: Instant(1_000))
      return line.text
    }
    let (link, path) = ("/dev/input/by-path/a-event", "/devices/a/input/input5")
    #expect(!text(["/dev/input/by-id/a"]).contains("path"))
    #expect(text(["/dev/input/by-id/a", link, path]).contains(#","path":"\#(link)""#))
    #expect(text([path]).contains(#","path":"\#(path)""#))
  }

  @Test("one that asks for events gets events")
  func events() throws {
    let rig = try ServerRig()
    let client = try rig.connect()
    #expect(
      rig.ask(client, #"{"type":"learn","on":true,"events":1}"#) == [
        #"{"type":"error","code":"bad-argument","message":"learn: events: expected true or false, found a number","#
          + #""reason":"bad-member"}"#
      ])
    #expect(rig.ask(client, #"{"type":"learn","on":true,"events":true}"#) == [#"{"type":"ok"}"#])
    #expect(rig.delegate.done == ["learn true events"])
  }

  @Test("a second one is refused, and may when the first is gone")
  func oneAtATime() throws {
    let rig = try ServerRig()
    let (client, other) = (try rig.connect(), try rig.connect())
    _ = rig.ask(client, #"{"type":"learn","on":true}"#)
    #expect(
      rig.ask(other, #"{"type":"learn","on":true,"id":"x"}"#) == [
        #"{"type":"error","id":"x","code":"refused","#
          + #""message":"learn: 'client-1' is learning, and only one client can at a time","reason":"other-learner"}"#
      ])
    // What is not one's own cannot be ended.
    #expect(rig.ask(other, #"{"type":"learn","on":false}"#) == [#"{"type":"ok"}"#])
    #expect(rig.delegate.done == ["learn true"])
    client.close()
    rig.settle()
    #expect(rig.delegate.done == ["learn true", "learn false"])
    #expect(rig.ask(other, #"{"type":"learn","on":true}"#) == [#"{"type":"ok"}"#])
    #expect(rig.delegate.done == ["learn true", "learn false", "learn true"])
  }

  @Test(
    "on is true or false", arguments: [(#""on":1"#, "a number"), (#""x":1"#, "nothing"), (#""on":"once""#, "a string")])
  func malformed(members: String, found: String) throws {
    let rig = try ServerRig()
    let client = try rig.connect()
    #expect(
      rig.ask(client, #"{"type":"learn",\#(members)}"#) == [
        #"{"type":"error","code":"bad-argument","message":"learn: on: expected true or false, found \#(found)","#
          + #""reason":"bad-member"}"#
      ])
    #expect(rig.delegate.done == [])
  }

  @Test(
    "one that does not read what it is told learns no more, and everybody is told",
    arguments: [nil, "[]"])
  func frozen(types: String?) throws {
    let rig = try ServerRig()
    let (client, other) = (try rig.connect(), try rig.connect())
    _ = rig.ask(client, #"{"type":"learn","on":true}"#)
    if let types { _ = rig.ask(client, #"{"type":"observe","types":\#(types)}"#) }
    rig.wait(999_999)
    edge(rig)
    #expect(rig.loop.nextTimer == nil)
    rig.wait(1)
    edge(rig)
    rig.wait(999_999)
    #expect(rig.delegate.done == ["learn true"])
    rig.wait(1)
    #expect(rig.delegate.done == ["learn true", "learn false"])
    #expect(rig.loop.nextTimer == nil)
    rig.settle(other)
    #expect(
      other.take() == [
        #"{"type":"warning","code":"consumer-lost","client":"client-1","#
          + #""message":"'client-1' does not answer: it no longer learns","time":2001000}"#
      ])
  }

  @Test("a press that is held back without a learn line asks the client, too")
  func unreported() throws {
    let rig = try ServerRig()
    let client = try rig.connect()
    _ = rig.ask(client, #"{"type":"learn","on":true}"#)
    rig.wait(1_000_000)
    rig.server.noteHeldBack()
    rig.server.sendGathered()
    rig.settle(client)
    #expect(client.take() == [#"{"type":"ping","n":1}"#])
  }

  @Test("one that answers pings learns for as long as it likes, without another word of its own")
  func silent() throws {
    let rig = try ServerRig()
    let client = try rig.connect()
    _ = rig.ask(client, #"{"type":"learn","on":true}"#)
    var edges = 0
    for _ in 0..<100 {
      edge(rig)
      rig.settle(client)
      for line in client.take() {
        if ServerRig.type(line) == "learn" { edges += 1 } else { answer(client, line) }
      }
      rig.wait(1_000_000)
    }
    #expect(rig.delegate.done == ["learn true"])
    #expect(edges == 100)
  }

  private func answer(_ client: TestClient, _ ping: String) {
    #expect(ServerRig.type(ping) == "ping")
    client.send(ping.replacing("ping", with: "pong"))
  }
}
