import CLinuxInput
import Glibc
import ProgramFixtures
import class ProgramFixtures.Client
import Switchway
import SwitchwayProtocol
import Testing

/// The library for front ends in Swift, with a real daemon.
@Suite("The Swift client", .blocking) struct SwiftClientTests {
  /// Events up to and with the first that `isLast`; stops at the end, too.
  private func events(
    _ events: inout Switchway.Client.Iterator, until isLast: (Event) -> Bool
  ) async -> [Event] {
    var all: [Event] = []
    while let event = await events.next() {
      all.append(event)
      if isLast(event) { break }
    }
    return all
  }

  private func isConnected(_ event: Event) -> Bool {
    if case .connected = event { true } else { false }
  }

  /// Whether it is a command, or tells that there were some that this client has not read in time.
  private func isCommandOrMissed(_ event: Event) -> Bool {
    if case .message(let message) = event { message.type == "missed" } else { command(event) != nil }
  }

  private func command(_ event: Event) -> Command? {
    if case .command(let command) = event { command } else { nil }
  }

  /// A client that has sent commands until the claim of another was lost, because nobody takes its events.
  private func witnessOfLoss(in scene: Scene) throws -> Client {
    let witness = try Client(scene.socket)
    try witness.lines(until: "state")
    var next = microseconds()
    try eventually("the loss of the claim") {
      guard microseconds() >= next else { return false }
      next += 100_000
      try witness.send(#"{"type":"send","command":"select"}"# + "\n")
      return try witness.answer().contains { $0.message["code"] == .string("consumer-lost") }
    }
    return witness
  }

  @Test("a client claims and sends, and knows which commands are its own")
  func claims() async throws {
    let scene = try Scene()
    let daemon = try scene.daemon()
    let other = try Client(scene.socket)
    try other.lines(until: "state")
    _ = try other.ask(#"{"type":"hello","name":"board"}"#)
    _ = try other.ask(#"{"type":"claim","commands":["back"]}"#)
    let client = Switchway.Client(name: "board", claiming: .commands(["select"], items: 3), path: scene.socket)
    var taken = client.makeAsyncIterator()
    let first = await events(&taken, until: isConnected)
    guard case .connected(let hello, let state)? = first.last else {
      Issue.record("\(first)")
      return
    }
    #expect(hello["protocol"] == .integer(1))
    #expect(state["consumers"]?[0]?["client"] == .string("board-2"))
    try await client.send("select")
    try await client.send("back")
    var commands: [Command] = []
    // The recording's own press may come before.
    while commands.count < 2 {
      commands += await events(&taken) { command($0) != nil }.compactMap(command).filter { $0.name != "next" }
    }
    #expect(commands.map(\.name) == ["select", "back"])
    #expect(commands.map(\.isMine) == [true, false])
    // The other answers no ping, and may have lost its claim by now.
    #expect(commands[0].owner == "board-2")
    #expect(commands[1].owner == "board" || commands[1].owner == nil)
    #expect(commands.map(\.sequence) == [commands[0].sequence, commands[0].sequence + 1])
    try await client.claim(.all())
    try await client.send("move", ["left"])
    let move = await events(&taken) { command($0)?.name == "move" }.last.flatMap(command)
    #expect(move?.arguments == ["left"])
    #expect(move?.isMine == true)
    try await client.release()
    let left = try await client.get("state")["consumers"]?.arrayValue?.map { $0["client"]?.stringValue }
    #expect(left?.contains("board-2") == false)
    _ = daemon
  }

  @Test("a refusal of the daemon is thrown and changes nothing")
  func refused() async throws {
    let scene = try Scene()
    let daemon = try scene.daemon()
    let client = Switchway.Client(name: "board", path: scene.socket)
    var taken = client.makeAsyncIterator()
    _ = await events(&taken, until: isConnected)
    try await client.claim(.commands(["select"]))
    do {
      try await client.claim(.commands(["selct"]))
      Issue.record("a wrong claim was made")
    } catch {
      guard case .refused(let code, let message, let reason) = error else { throw error }
      #expect(code == "bad-argument" && reason == "unknown-command")
      #expect(message.contains("did you mean 'select'?"))
    }
    #expect(try await client.get("state")["consumers"]?[0]?["commands"] == .array([.string("select")]))
    // The profile does not allow typing.
    let noTyping = ClientError.refused(
      code: "refused",
      message: "type: the profile does not let programs type: write 'policy: {typing: yes}' into the profile",
      reason: "policy")
    await #expect(throws: noTyping) { try await client.type(text: "a") }
    await #expect(throws: noTyping) { try await client.type(keys: "ctrl+c") }
    let noPointing = ClientError.refused(
      code: "refused",
      message: "point: the profile does not let programs point: write 'policy: {pointing: yes}' into the profile",
      reason: "policy")
    await #expect(throws: noPointing) { try await client.point("double", x: 0.5, y: 1) }
    await #expect(throws: noPointing) { try await client.drag(fromX: 0, y: 0, toX: 1, y: 1) }
    await #expect(throws: noPointing) { try await client.scroll("down", x: 0, y: 0) }
    await #expect(throws: ClientError.self) { try await client.request("nonsense") }
    // It has not claimed `next` and `previous`.
    await #expect(throws: ClientError.self) { try await client.scan(items: 8, page: 2, item: 3, hold: true) }
    client.close()
    await #expect(throws: ClientError.closed) { try await client.request("ping") }
    _ = daemon
  }

  @Test("a claim that is refused with the connection is told, with the next one again")
  func refusedAtOnce() async throws {
    let scene = try Scene()
    let client = Switchway.Client(name: "board", claiming: .commands(["selct"]), observing: [], path: scene.socket)
    var taken = client.makeAsyncIterator()
    func isRefusal(_ event: Event?) -> Bool {
      guard case .message(let message) = event, message.type == "error" else { return false }
      #expect(message["id"] == .string("claim") && message["code"] == .string("bad-argument"))
      return message["message"]?.stringValue?.hasSuffix("did you mean 'select'?") == true
    }
    for _ in 1...2 {
      let daemon = try scene.daemon()
      #expect(await events(&taken, until: isRefusal).last.map(isRefusal) == true)
      #expect(client.name == nil)
      daemon.signal(SIGTERM)
      #expect(try daemon.end() == 0)
    }
    client.close()
  }

  @Test("it scans with one switch: what is chosen was lit when the person pressed")
  func scans() async throws {
    let scene = try Scene()
    let person = try OneSwitch(scene)
    let client = Switchway.Client(
      name: "board", claiming: .commands(["next", "previous", "select"]), path: scene.socket)
    let (shown, continuation) = AsyncStream.makeStream(of: String.self)
    let board = Task(executorPreference: TestThreads.frontEnds) {
      for await event in client {
        if isConnected(event) { _ = try? await client.scan(items: 8, page: 1) }
        guard let command = command(event), command.isMine, let item = command.item else { continue }
        continuation.yield("\(command.name) \(item)")
        if command.name == "select" { _ = try? await client.scan(items: 8, page: 1) }
      }
      continuation.finish()
    }
    let expected = try person.commands(for: "board", choices: 3)
    var got: [String] = []
    for await command in shown {
      got.append(command)
      if got.suffix(expected.count) == expected[...] { break }
    }
    client.close()
    await board.value
  }

  @Test("when the daemon goes it says so, and comes back with its claims when there is one again")
  func reconnects() async throws {
    let scene = try Scene()
    let client = Switchway.Client(name: "board", claiming: .commands(["select"]), path: scene.socket)
    var taken = client.makeAsyncIterator()
    var boots: Set<String> = []
    for _ in 1...2 {
      let daemon = try scene.daemon()
      guard case .connected(let hello, let state)? = await events(&taken, until: isConnected).last else {
        Issue.record("no connection")
        return
      }
      boots.insert(hello["boot"]?.stringValue ?? "")
      #expect(state["consumers"]?[0]?["client"] == .string("board"))
      daemon.signal(SIGTERM)
      let last = await events(&taken) { if case .disconnected = $0 { true } else { false } }
      #expect(last.last == .disconnected("terminated"))
      #expect(try daemon.end() == 0)
      await #expect(throws: ClientError.disconnected("there is none yet")) { try await client.request("ping") }
    }
    #expect(boots.count == 2)
  }

  @Test("it answers pings while its events are taken, and keeps its claim")
  func heartbeat() async throws {
    let scene = try Scene()
    let daemon = try scene.daemon()
    let client = Switchway.Client(name: "board", claiming: .commands(["select"]), path: scene.socket)
    var taken = client.makeAsyncIterator()
    _ = await events(&taken, until: isConnected)
    let witness = try Client(scene.socket)
    try witness.lines(until: "state")
    // Over a second of silence between two commands, twice: each second one brings a ping.
    let giveUp = microseconds() + patience
    var began = microseconds()
    while microseconds() < began + 3_500_000 {
      try witness.send(#"{"type":"send","command":"select"}"# + "\n")
      let owner = try witness.answer().last { $0.type == "command" }?.message["for"]
      // A busy machine may stop all of them for longer than the daemon waits for an answer: it begins again then.
      if owner != .string("board") { began = microseconds() }
      try #require(began < giveUp, "a client that answers no ping loses its claim again and again")
      _ = await events(&taken, until: isCommandOrMissed)
      _ = poll(nil, 0, 350)
    }
    _ = daemon
  }

  @Test("a client whose events nobody takes loses its claim")
  func hangs() async throws {
    let scene = try Scene()
    let daemon = try scene.daemon()
    let client = Switchway.Client(name: "board", claiming: .all(), path: scene.socket)
    var taken = client.makeAsyncIterator()
    _ = await events(&taken, until: isConnected)
    _ = try witnessOfLoss(in: scene)
    client.close()
    _ = daemon
  }

  @Test("a client that takes events again claims again", arguments: [nil, ["command"]])
  func claimsAgain(observing: [String]?) async throws {
    let scene = try Scene()
    let daemon = try scene.daemon()
    let client = Switchway.Client(
      name: "board", claiming: .commands(["select"]), observing: observing, path: scene.socket)
    var taken = client.makeAsyncIterator()
    _ = await events(&taken, until: isConnected)
    let witness = try witnessOfLoss(in: scene)
    // What was sent before the loss is still its own; then there is one that is nobody's. If a busy machine has stopped
    // the client's thread, that one is among those that it has missed.
    let unclaimed = await events(&taken) { isCommandOrMissed($0) && command($0)?.isMine != true }
    #expect(unclaimed.last.flatMap(command)?.owner == nil)
    let mine = Task(executorPreference: TestThreads.frontEnds) {
      var again = client.makeAsyncIterator()
      while let event = await again.next() { if command(event)?.isMine == true { return true } }
      return false
    }
    try eventually("a command of its own") {
      try witness.send(#"{"type":"send","command":"select"}"# + "\n")
      return try witness.answer().last { $0.type == "command" }?.message["for"] == .string("board")
    }
    #expect(await mine.value)
    if observing != nil {
      let others = unclaimed.filter {
        if case .message(let message) = $0 { ["consumer", "state"].contains(message.type) } else { false }
      }
      #expect(others.isEmpty, "what it did not ask for is not handed on")
    }
    _ = daemon
  }

  @Test("an event loop can watch the client's descriptor")
  func descriptor() throws {
    let scene = try Scene()
    let daemon = try scene.daemon()
    let client = Switchway.Client(name: "poll", claiming: .commands(["select"]), path: scene.socket)
    var types: [String] = []
    func wait(until isLast: (Event) -> Bool) throws {
      let end = microseconds() + patience
      while true {
        while let event = client.take() {
          if isConnected(event) { types.append("connected") }
          if let command = command(event), command.isMine { types.append(command.name) }
          if case .disconnected = event { types.append("disconnected") }
          if isLast(event) { return }
        }
        var polled = pollfd(fd: client.fileDescriptor, events: Int16(POLLIN), revents: 0)
        guard unsafe poll(&polled, 1, Int32(patience / 1_000)) == 1, microseconds() < end else {
          throw ProgramError("nothing came after \(types)")
        }
      }
    }
    try wait(until: isConnected)
    let witness = try Client(scene.socket)
    try witness.lines(until: "state")
    _ = try witness.ask(#"{"type":"send","command":"select"}"#)
    try wait { command($0)?.isMine ?? false }
    // Requests that nothing waits for are answered among the events.
    let (claim, refused) = (client.submit("claim", ["commands": ["next", "select"]]), client.submit("nonsense"))
    try wait { $0 == .answer(claim, .success(.null)) }
    try wait { event in
      guard case .answer(refused, .failure(.refused("unknown-type", _, let reason))) = event else { return false }
      return reason == "unknown-type"
    }
    client.submit("send", ["command": "next"])
    try wait { command($0).map { $0.isMine && $0.name == "next" } ?? false }
    daemon.signal(SIGTERM)
    try wait { if case .disconnected = $0 { true } else { false } }
    #expect(types == ["connected", "select", "next", "disconnected"])
    let late = client.submit("ping")
    try wait { event in
      guard case .answer(late, .failure(.disconnected)) = event else { return false }
      return true
    }
    client.close()
    var polled = pollfd(fd: client.fileDescriptor, events: Int16(POLLIN), revents: 0)
    #expect(unsafe poll(&polled, 1, Int32(patience / 1_000)) == 1 && client.isClosed)
    #expect(try daemon.end() == 0)
  }

  @Test("a program with names of its own can name ours")
  func names() {
    struct Event {}
    struct Message {}
    let (mine, theirs): (Event, Switchway.Event) = (Event(), .disconnected("a"))
    #expect("\(type(of: mine))" == "Event" && theirs == .disconnected("a"))
  }

  /// Compiles the example of switchway-protocol(7).
  private func example() async {
    typealias Client = Switchway.Client
    // The example:
    let client = Client(
      name: "board", claiming: .commands(["next", "previous", "select"]))
    for await event in client {
      switch event {
      case .connected: _ = try? await client.scan(items: 4)
      case .command(let command) where command.isMine:
        print(command.name, command.item ?? 0)
      default: break
      }
    }
    // Its end.
  }

  @Test("the example of switchway-protocol(7) is one that compiles")
  func page() throws {
    let source = String(decoding: try Scene.bytes(of: #filePath), as: UTF8.self)
    let start = try #require(source.firstRange(of: "    // The example:\n")?.upperBound)
    let end = try #require(source.firstRange(of: "    // Its end.\n")?.lowerBound)
    let example = source[start..<end].split(separator: "\n").map { $0.dropFirst(4) + "\n" }.joined()
    let page = String(decoding: try Scene.bytes(of: "\(Scene.top)/man/switchway-protocol.7"), as: UTF8.self)
    #expect(page.contains("\nimport Switchway\n\n\(example).Ed\n"))
  }

  @Test("without a daemon, and without trying again, events end with the reason")
  func absent() async throws {
    let scene = try Scene()
    let client = Switchway.Client(path: scene.socket, reconnects: false)
    var taken = client.makeAsyncIterator()
    let all = await events(&taken) { _ in false }
    #expect(all == [.disconnected("no daemon is running: looked for \(scene.socket)")])
  }

  @Test("what the daemon said last is read also after a request that came too late")
  func lastWords() throws {
    let scene = try Scene()
    let listener = unsafe sw_listen_at(scene.socket, 1)
    try #require(listener >= 0)
    let link = try DaemonLink(to: scene.socket)
    let daemon = accept(listener, nil, nil)
    let said = #"{"type":"bye","reason":"end"}"#
    let sent = unsafe write(daemon, said + "\n", said.utf8.count + 1)
    #expect(sent == said.utf8.count + 1)
    close(daemon)
    close(listener)
    var request = Array("{}\n".utf8)[...]
    try link.send(&request)
    #expect(request.isEmpty)
    #expect(try link.next() == Array(said.utf8))
    #expect { try link.next() } throws: { if case .ended? = $0 as? DaemonLink.Failure { true } else { false } }
  }

  @Test("a task that is cancelled ends; another takes what comes after")
  func cancelled() async throws {
    let scene = try Scene()
    let daemon = try scene.daemon()
    let client = Switchway.Client(observing: ["command"], path: scene.socket)
    var taken = client.makeAsyncIterator()
    _ = await events(&taken, until: isConnected)
    let task = Task(executorPreference: TestThreads.frontEnds) {
      var mine = client.makeAsyncIterator()
      while await mine.next() != nil {}
    }
    task.cancel()
    await task.value
    try await client.send("select")
    #expect(await events(&taken) { command($0)?.name == "select" }.last.flatMap(command) != nil)
    _ = daemon
  }
}
