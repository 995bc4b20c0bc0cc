import Testing

@testable import switchway

/// Who may have the event stream.
@Suite("Who may have the event stream") struct PeerOwnersTests {
  static let tables: [(name: String, table: String, owner: PeerOwners.Owner?)] = [
    ("IPv4", row("0100007F:D431", "0100007F:1F91", user: 1_000, inode: 7), .user(1_000)),
    (
      "an address of IPv4 in IPv6's table",
      row("0000000000000000FFFF00000100007F:D431", "0000000000000000FFFF00000100007F:1F91", user: 5, inode: 7), .user(5)
    ),
    ("the other end closed", row("0100007F:D431", "0100007F:1F91", user: 0, inode: 0), .gone),
    ("only our own end", row("0100007F:1F91", "0100007F:D431", user: 1_000, inode: 7), nil),
    ("another port", row("0100007F:D432", "0100007F:1F91", user: 1_000, inode: 7), nil),
    ("another address", row("0200007F:D431", "0100007F:1F91", user: 1_000, inode: 7), nil),
    ("a row that is cut", String(row("0100007F:D431", "0100007F:1F91", user: 7, inode: 7).prefix(60)), nil),
    (
      "no number",
      row("0100007F:D431", "0100007F:1F91", user: 7, inode: 7).replacing("     7  ", with: "     x  "), .unknown
    ),
    ("nothing", "", nil),
  ]

  private static func row(_ own: String, _ other: String, user: Int, inode: Int) -> String {
    "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode\n"
      + "   0: 0100007F:0016 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 1 1 0 100 0\n"
      + "   1: \(own) \(other) 01 00000000:00000000 00:00000000 00000000     \(user)        0 \(inode) 1 0 20 4\n"
  }

  @Test("whose the other end is, by the kernel's table", arguments: tables)
  func owners(name: String, table: String, owner: PeerOwners.Owner?) {
    let there = PeerOwners.Address(words: [UInt32(0x7F00_0001).bigEndian], port: 0xD431)
    let here = PeerOwners.Address(words: [UInt32(0x7F00_0001).bigEndian], port: 0x1F91)
    #expect(PeerOwners.owner(of: there, connectedTo: here, in: Array(table.utf8)) == owner)
  }

  static let origins = [
    ("https://Example.org:443", "https://example.org"), ("http://example.org:80", "http://example.org"),
    ("https://example.org:80", "https://example.org:80"), ("http://example.org:443", "http://example.org:443"),
    ("https://[::1]:443", "https://[::1]"), ("https://example.org:8443", "https://example.org:8443"),
    ("null", "null"),
  ]

  @Test("an origin is compared as a browser sends it", arguments: origins)
  func asSent(written: String, sent: String) { #expect(AstericsOptions.asSent(written) == sent) }
}
