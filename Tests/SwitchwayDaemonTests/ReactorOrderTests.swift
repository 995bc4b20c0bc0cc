import Glibc
import SwitchwayReactor
import Testing

/// What is ready at once is served in the order of its priority, whichever was watched first.
@Suite struct ReactorOrderTests {
  @Test("devices are served before deadlines, and deadlines before clients")
  func order() throws {
    let reactor = try Reactor()
    var served: [Reactor.Priority] = []
    var kept: [AnyObject] = []
    var ends: [Int32] = []
    defer { for end in ends { close(end) } }
    for priority in [Reactor.Priority.clients, .deadlines, .session, .control, .devices] {
      var pair: [Int32] = [0, 0]
      try #require(unsafe pipe(&pair) == 0)
      ends += pair
      let end = pair[0]
      try #require(unsafe write(pair[1], "x", 1) == 1)
      let source = try reactor.watch(end, for: Reactor.Ready.readable, priority: priority) { [unowned reactor] _ in
        var byte: UInt8 = 0
        unsafe _ = read(end, &byte, 1)
        served.append(priority)
        if served.count == 5 { reactor.exit(code: 0) }
      }
      kept.append(source)
    }
    #expect(try reactor.run() == 0)
    #expect(served == [.session, .devices, .deadlines, .control, .clients])
    _ = kept
  }
}
