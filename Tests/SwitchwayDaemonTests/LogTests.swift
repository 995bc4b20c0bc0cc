import CLinuxInput
import Glibc
import ProgramFixtures
import SwitchwayCore
import SwitchwayDaemon
import SwitchwayTime
import Testing

@Suite("The log", .blocking) struct LogTests {
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

  @Test("an error with its help is one line")
  func severalLines() throws {
    let lines = try written { $0.write(.error, "what is wrong\nhelp: what to do\n", now: Instant(0)) }
    #expect(lines == ["switchwayd: what is wrong; help: what to do"])
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

  @Test("what nobody takes is counted, and told once there is room again")
  func full() throws {
    var ends: [Int32] = [0, 0]
    try #require(unsafe sw_pair(1, &ends) == 0)
    defer { for end in ends { close(end) } }
    #expect(sw_never_wait(ends[1]) == 0)
    var log = Log(descriptor: ends[1], forJournal: false)
    let long = String(repeating: "x", count: 60_000)
    for number in 0..<12 { log.write(.info, long, now: Instant(Int64(number) * 10_000_000)) }
    var taken = 0
    var record = [UInt8](repeating: 0, count: 65_536)
    func next() -> String? {
      let count = unsafe recv(ends[0], &record, record.count, Int32(MSG_DONTWAIT))
      return count < 0 ? nil : String(decoding: record[..<count], as: UTF8.self)
    }
    while let text = next() {
      #expect(text == "switchwayd: \(long)\n")
      taken += 1
    }
    #expect((1..<12).contains(taken), "\(taken) lines of 60 kB were taken")
    log.write(.info, "room", now: Instant(200_000_000))
    #expect(next() == "switchwayd: lines left out count=\(12 - taken)\n")
    #expect(next() == "switchwayd: room\n")
  }
}
