import EngineFixtures
import SwitchwayCore
import SwitchwayEngine
import SwitchwayFiles
import SwitchwayText
import Testing

@testable import SwitchwayConfig
@testable import SwitchwayDaemon

/// What the daemon and its file helper say to each other.
@Suite("Messages of the file helper") struct FileMessagesTests {
  private static let samples: [FileRequest] = [
    .profile("default", after: nil, needsLayout: false), .profile("next", after: "mine", needsLayout: true),
    .bridge("table", layout: nil), .bridge("table", layout: "de(nodeadkeys)"), .readStatistics,
    .writeStatistics(Array("{}".utf8)), .writeStatistics([]), .watch([]), .watch(["/a/b.yaml", "/ä/c.yaml"]),
    .readLastGood, .keepLastGood(LastGoodProfile("a", config: "/a.yaml", from: FileSnapshot())),
    .desktop(SessionDesktop(name: "", type: "wayland")), .desktop(SessionDesktop(name: "ubuntu:GNOME", type: "")),
  ]

  @Test("a request comes as it was sent, however it is cut", arguments: samples)
  func request(_ request: FileRequest) throws {
    let bytes = request.frame() + FileRequest.readStatistics.frame()
    var buffer: [UInt8] = []
    var read: [FileRequest] = []
    for byte in bytes {
      buffer.append(byte)
      while let frame = try FrameReader(from: &buffer) { read.append(try FileRequest(frame)) }
    }
    #expect(read == [request, .readStatistics])
    #expect(buffer.isEmpty)
  }

  @Test("what was read comes as it was sent")
  func files() throws {
    var snapshot = FileSnapshot()
    snapshot.reads = [
      "/a.yaml": .bytes([0, 1, 255]), "/b.yaml": .missing,
      "/c.yaml": .refused(message: "no permission", help: "chmod", errno: 13),
      "/d.yaml": .refused(message: "a rule", help: "", errno: nil),
    ]
    snapshot.identities["/a.yaml"] = .init(device: .max, inode: 1)
    snapshot.identities["/b.yaml"] = .some(nil)
    snapshot.listings = ["/": ["a", "b"], "/none": []]
    let layout = LayoutTable(name: "de", keys: .us, fault: "words")
    let answer = FileAnswer.files(FilesRead(snapshot: snapshot, names: ["a"], layout: layout))
    var bytes = answer.frame()
    let frame = try #require(try FrameReader(from: &bytes))
    guard case .files(let read) = try FileAnswer(frame) else {
      Issue.record("another answer")
      return
    }
    #expect(read.names == ["a"] && read.layout == layout)
    #expect(read.snapshot.listings == snapshot.listings && read.snapshot.identities == snapshot.identities)
    #expect(read.snapshot.reads.mapValues { "\($0)" } == snapshot.reads.mapValues { "\($0)" })
  }

  @Test("layouts of the desktop come as they were sent", arguments: [[], ["fr"], ["fr(oss)", "us"]])
  func desktop(_ names: [String]) throws {
    let layouts = names.map { NamedLayout(name: $0, keys: .us) }
    var bytes = FileAnswer.desktop(layouts).frame()
    let frame = try #require(try FrameReader(from: &bytes))
    guard case .desktop(let read) = try FileAnswer(frame) else {
      Issue.record("another answer")
      return
    }
    #expect(read == layouts)
  }

  @Test("what is cut or made up is an error, and never more memory than came")
  func hostile() {
    var random = SystemRandomNumberGenerator()
    let whole = FileAnswer.files(
      FilesRead(snapshot: FileSnapshot(), names: ["one", "two"], layout: LayoutTable(name: nil, keys: .us, fault: nil))
    ).frame()
    for round in 0..<2_000 {
      var bytes = whole
      for _ in 0...(round % 4) { bytes[Int.random(in: 5..<bytes.count, using: &random)] = .random(in: 0...255) }
      bytes[4] = .random(in: 0...8)
      // Any result but a trap is right.
      do throws(FrameError) {
        if let frame = try FrameReader(from: &bytes) { _ = try FileAnswer(frame) }
      } catch {}
    }
    var huge: [UInt8] = [255, 255, 255, 127, 1]
    #expect(throws: FrameError.self) { _ = try FrameReader(from: &huge) }
  }
}
