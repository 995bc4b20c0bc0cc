import ProtocolSchema
import SwitchwayProtocol
import SwitchwayCore
import SwitchwayLines
import SwitchwayTime
import Testing

@testable import SwitchwayServer

/// Answers that would be longer than a line.
@Suite("Answers in pages") struct PagedAnswerTests {
  private func lists(_ entries: [Int], _ more: [Int] = [], padding: Int = 1_000) -> PagedValue {
    func list(_ numbers: [Int]) -> JSONValue {
      .array(
        numbers.map { number -> JSONValue in
          [
            "n": .integer(Int64(number)), "inner": [.integer(1), .integer(2)],
            "text": .string("]\"," + String(repeating: "x", count: padding)),
          ]
        })
    }
    let value: JSONValue = [
      "name": "a", "one": list(entries), "deep": ["two": list(more), "words": [], "last": true],
    ]
    return PagedValue(value)
  }

  private func numbers(_ value: JSONValue?) -> [Int64] {
    (value?.arrayValue ?? []).compactMap { $0["n"]?.integerValue }
  }

  @Test("what fits stays as it is, to the byte")
  func short() {
    let (line, page) = lists([0, 1], [2], padding: 0).page(from: 0)
    #expect(page == AnswerPage())
    #expect(
      line.text
        == #"{"name":"a","one":[{"n":0,"inner":[1,2],"text":"]\","},{"n":1,"inner":[1,2],"text":"]\","}],"#
        + #""deep":{"two":[{"n":2,"inner":[1,2],"text":"]\","}],"words":[],"last":true}}"#)
  }

  @Test("entries are numbered through, each is in one page, and the rest is in all")
  func pages() throws {
    let whole = lists(Array(0..<80), Array(80..<200))
    var (one, two): ([Int64], [Int64]) = ([], [])
    var next: Int? = 0
    var count = 0
    while let from = next {
      let (line, page) = whole.page(from: from)
      #expect(line.count <= LineBuffer.mostOfValue)
      let value = try JSONValue.parse(line.bytes)
      #expect(value["name"] == .string("a") && value["deep"]?["last"] == .bool(true))
      #expect(value["deep"]?["words"] == .array([]))
      one += numbers(value["one"])
      two += numbers(value["deep"]?["two"])
      #expect(page.omitted == 0)
      #expect(page.next.map { $0 > from } ?? true)
      next = page.next
      count += 1
    }
    #expect(one == Array(0..<80) && two == Array(80..<200))
    #expect(count == 4)
  }

  /// What a thousand switches do, as `get` `bindings` answers.
  private func bindings(label: String) -> JSONValue {
    .array(
      (0..<1_000).map { number in
        [
          "switch": .string("switch-\(number)"), "label": .string(label), "gesture": "tap", "command": "next",
          "args": [.string("\(number)")],
        ]
      })
  }

  @Test("a list as a whole answer")
  func list() throws {
    let value = PagedValue(bindings(label: String(repeating: "l", count: 64)))
    let (first, page) = value.page(from: 0)
    let shown = try JSONValue.parse(first.bytes).arrayValue?.count ?? 0
    #expect(page == AnswerPage(next: shown))
    #expect(shown > 300)
    let (last, end) = value.page(from: 999)
    #expect(end == AnswerPage())
    #expect(try JSONValue.parse(last.bytes)[0]?["switch"] == .string("switch-999"))
    let (beyond, nothing) = value.page(from: 1_000)
    #expect(nothing == AnswerPage())
    #expect(beyond.text == "[]")
  }

  @Test("an entry that is longer than a line is counted, and the next ones come")
  func huge() throws {
    let (line, page) = lists([0, 1], [2], padding: 70_000).page(from: 0)
    #expect(page == AnswerPage(next: nil, omitted: 3))
    #expect(try JSONValue.parse(line.bytes)["one"] == .array([]))
  }

  @Test("an entry with just enough room, and one byte less")
  func boundary() {
    let rest = lists([]).page(from: 0).text.count
    for (excess, isKept) in [(0, true), (1, false)] {
      let entry = LineBuffer.mostOfValue - rest - 1 + excess
      let padding = entry - lists([0], padding: 0).page(from: 0).text.count + rest
      let page = lists([0], [1], padding: padding).page(from: 0).page
      #expect(page == (isKept ? AnswerPage(next: 1) : AnswerPage(omitted: 2)))
    }
  }

  @Test("a client is told where to go on, and asks")
  func asked() throws {
    let rig = try ServerRig()
    let client = try rig.connect()
    rig.delegate.bindings = bindings(label: "")
    let id = String(repeating: "i", count: 1_022)
    var names: [String] = []
    var from: Int64? = 0
    while let first = from {
      let line = try #require(rig.ask(client, #"{"type":"get","what":"bindings","id":"\#(id)","from":\#(first)}"#).last)
      #expect(line.utf8.count < 65_536)
      ProtocolSchema.expect(line)
      let answer = try JSONValue.parse(Array(line.utf8))
      names += (answer["result"]?.arrayValue ?? []).compactMap { $0["switch"]?.stringValue }
      from = answer["next"]?.integerValue
    }
    #expect(names == (0..<1_000).map { "switch-\($0)" })
    for request in [#""what":"state","from":0"#, #""what":"config","from":-1"#, #""what":"config","from":"a""#] {
      #expect(rig.ask(client, #"{"type":"get",\#(request)}"#).last?.contains(#""bad-argument""#) == true)
    }
  }

  @Test("a state fits into a line: what has no room is counted, and each list keeps its part")
  func state() throws {
    let devices = (0..<300).map { number in
      StateMessage.Device(
        entry: "device-\(number)",
        DeviceDescription(name: String(repeating: "n", count: 64), vendor: 0x1209, product: 1), isGrabbed: false)
    }
    let switches = (0..<1_000).map { number in
      StateMessage.Switch(
        name: "switch-\(number)-" + String(repeating: "s", count: 52),
        label: String(repeating: "l", count: 256), isDown: false)
    }
    let state = StateMessage(
      profileName: "large", profileLabel: "Large", profiles: (0..<2_000).map { "profile-\($0)" }, devices: devices,
      switches: switches, time: Instant(1))
    var line = LineBuffer()
    line.writeState(state)
    #expect(line.count < 65_536)
    ProtocolSchema.expect(String(line.text.dropLast()))
    let value = try JSONValue.parse(Array(line.bytes.dropLast()))
    for (list, all) in [("profiles", 2_000), ("devices", 300), ("switches", 1_000)] {
      let shown = value[list]?.arrayValue?.count ?? 0
      #expect(shown + Int(value["omitted"]?[list]?.integerValue ?? 0) == all)
      #expect(shown > 40, "\(list)")
    }
    #expect(line.count > 58_000, "there is room for more")
  }

  @Test("a state that fits has no 'omitted'")
  func shortState() {
    var line = LineBuffer()
    line.putState(
      StateMessage(
        profileName: "a", profileLabel: "", profiles: ["a"], devices: [], switches: [], time: Instant(1)))
    #expect(!line.text.contains("omitted"))
  }

  @Test("a 'config' line and an error say how many diagnostics had no room")
  func diagnostics() throws {
    let all = (1...1_000).map {
      DiagnosticMessage(
        file: "/etc/a.yaml", line: $0, column: 1, severity: "error", message: "m",
        help: String(repeating: "h", count: 400))
    }
    var lines = [LineBuffer(), LineBuffer()]
    lines[0].writeConfig(loaded: false, diagnostics: all)
    // With the longest reason.
    lines[1].writeError(
      RequestError(.configInvalid, .tooManyRequests, "m", diagnostics: all),
      id: .text(String(repeating: "i", count: 1_000)))
    for line in lines {
      #expect(line.count < 65_536)
      ProtocolSchema.expect(String(line.text.dropLast()))
      let value = try JSONValue.parse(Array(line.bytes.dropLast()))
      #expect((value["diagnostics"]?.arrayValue?.count ?? 0) + Int(value["omitted"]?.integerValue ?? 0) == 1_000)
    }
  }
}
