import Glibc
import ProgramFixtures
import Switchway
import SwitchwayProtocol
import Testing

/// Claims that the library for Swift gives up, with a real daemon.
@Suite("A claim that is given up", .blocking) struct ReleaseTests {
  private func take(_ events: inout Switchway.Client.Iterator, until isLast: (Event) -> Bool) async -> Event? {
    while let event = await events.next() {
      if isLast(event) { return event }
    }
    return nil
  }

  private func consumers(of event: Event?) -> JSONValue? {
    if case .connected(_, let state)? = event { state["consumers"] } else { nil }
  }

  @Test("by a request that waits for nothing: it is not made again with a new connection")
  func submitted() async throws {
    let scene = try Scene()
    let daemon = try scene.daemon()
    let client = Switchway.Client(name: "board", claiming: .commands(["select"]), path: scene.socket)
    var events = client.makeAsyncIterator()
    let first = await take(&events) { consumers(of: $0) != nil }
    #expect(consumers(of: first)?[0]?["client"] == .string("board"))
    let release = client.submit("release")
    #expect(await take(&events) { $0 == .answer(release, .success(.null)) } != nil)
    daemon.signal(SIGTERM)
    #expect(try daemon.end() == 0)
    let second = try scene.daemon()
    let again = await take(&events) { consumers(of: $0) != nil }
    #expect(consumers(of: again) == .array([]))
    client.close()
    _ = second
  }
}
