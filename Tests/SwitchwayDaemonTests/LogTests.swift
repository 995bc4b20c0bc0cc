import Glibc
import SwitchwayCore
import SwitchwayDaemon
import Testing

@Suite("The log") struct LogTests {
  /// What a log writes.
  private func written(forJournal: Bool = false, _ body: (inout Log) -> Void) throws -> [String] {
    var ends: [Int32] = [0, 0]
    try #require(unsafe socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
    let reader = LineReader(ends[0])
    var log = Log(descriptor: ends[1], forJournal: forJournal)
    body(&log)
    close(ends[1])
    return try reader.rest()
  }

  @Test("a line says whose it is; in the journal, how grave it is")
  func form() throws {
    #expect(try written { $0.write(.warning, "event key=value", now: Instant(0)) } == ["switchwayd: event key=value"])
    #expect(try written(forJournal: true) { $0.write(.error, "event", now: Instant(0)) } == ["<3>event"])
    #expect(try written(forJournal: true) { $0.write(.info, "event", now: Instant(0)) } == ["<6>event"])
  }

  @Test("twenty lines in ten seconds; the rest is counted, and told when there is room again")
  func limit() throws {
    let lines = try written { log in
      for number in 1...25 { log.write(.info, "event number=\(number)", now: Instant(Int64(number))) }
      log.write(.info, "room for one, and two are to be told", now: Instant(10_000_001))
      log.write(.info, "room again", now: Instant(10_000_002))
      log.write(.info, "too many again", now: Instant(10_000_002))
      log.write(.info, "and more", now: Instant(30_000_000))
    }
    #expect(lines.count == 24)
    #expect(lines[19] == "switchwayd: event number=20")
    #expect(
      lines.dropFirst(20) == [
        "switchwayd: lines left out count=6", "switchwayd: room again", "switchwayd: lines left out count=1",
        "switchwayd: and more",
      ])
  }
}
