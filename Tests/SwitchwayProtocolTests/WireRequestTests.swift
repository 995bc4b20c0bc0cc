import SwitchwayProtocol
import Testing

/// The requests of clients as typed values: both ends use them.
@Suite struct WireRequestTests {
  private static func line(_ text: String) throws -> Wire.RequestLine {
    guard case .object(let members) = try JSONValue.parse(Array(text.utf8)) else {
      throw JSONError(message: "", offset: 0)
    }
    return Wire.RequestLine(members)
  }

  /// Each request with all its members, in the order in which they are written.
  static let rows: [String] = [
    #"{"type":"hello","name":"board","protocol":1}"#,
    #"{"type":"observe","types":["press","mode"]}"#,
    #"{"type":"claim","commands":["next","select"],"items":12,"when-locked":"scan"}"#,
    #"{"type":"claim","commands":"all"}"#,
    #"{"type":"release"}"#,
    #"{"type":"context","kind":"menu","items":5}"#,
    #"{"type":"type","text":"Ab1€"}"#,
    #"{"type":"type","keys":"ctrl+c"}"#,
    #"{"type":"point","action":"drag","x":0.5,"y":0.25,"to-x":1.5,"to-y":0.75}"#,
    #"{"type":"point","action":"scroll","x":0,"y":1,"direction":"up","notches":2}"#,
    #"{"type":"unhandled","seq":7}"#,
    #"{"type":"send","command":"scroll","args":["down","page"]}"#,
    #"{"type":"set","profile":"a"}"#,
    #"{"type":"set","mode":"rest","on":true,"for":60000000}"#,
    #"{"type":"set","mode":"pass-through","on":"once"}"#,
    #"{"type":"set","bridge":null}"#,
    #"{"type":"reload"}"#,
    #"{"type":"learn","on":true,"events":true,"seen":true}"#,
    #"{"type":"inhibit","reason":"asleep"}"#,
    #"{"type":"rearm","reason":"woken"}"#,
    #"{"type":"suspend","on":false}"#,
    #"{"type":"answer","question":3,"confirm":true}"#,
    #"{"type":"get","what":"bindings","from":40}"#,
    #"{"type":"ping"}"#,
    #"{"type":"pong","n":4}"#,
    #"{"type":"resume"}"#,
    #"{"type":"scan","items":9,"page":2,"item":4,"hold":true}"#,
  ]

  @Test("each request is written as it was read", arguments: rows)
  func written(row: String) throws {
    let request = try #require(try Self.line(row).request)
    #expect(String(decoding: request.line(), as: UTF8.self) == row + "\n")
  }

  @Test("there is a row for each type")
  func all() throws {
    let types = try Self.rows.map { try Self.line($0).request?.type }
    #expect(Set(types) == Set(RequestType.allCases))
  }

  @Test("the id is beside the request, and unknown members are ignored")
  func unknownMembers() throws {
    let line = try Self.line(#"{"colour":[{}],"type":"unhandled","id":"a","seq":7,"why":null}"#)
    #expect(line.id.value == .string("a") && line.type == "unhandled")
    guard case .unhandled(let wanted)? = line.request else { return #expect(Bool(false), "\(line)") }
    #expect(wanted.sequence.value == 7)
    #expect(line.request?.line(id: "b") == Array((#"{"type":"unhandled","id":"b","seq":7}"# + "\n").utf8))
  }

  @Test("a type of another version is known by its name, and a line without a type has none")
  func unknownType() throws {
    let line = try Self.line(#"{"type":"dance","id":4}"#)
    #expect(line.type == "dance" && line.request == nil && line.id.value == .integer(4))
    for text in ["{}", #"{"type":5}"#, #"{"type":null}"#] {
      let line = try Self.line(text)
      #expect(line.type == nil && line.request == nil)
    }
  }

  @Test("a member of another kind has no value, and is kept for the refusal; null is not the same as absent")
  func wrongKinds() throws {
    guard case .scan(let page)? = try Self.line(#"{"type":"scan","items":"9","page":1.5,"item":null}"#).request else {
      return #expect(Bool(false), "no page")
    }
    #expect(page.items.value == nil && page.items.found == .string("9"))
    #expect(page.page.value == nil && page.page.found == .real(1.5))
    #expect(page.item.value == nil && page.item.found == .null)
    #expect(page.hold.value == nil && page.hold.found == nil)
  }

  @Test("a number without a fraction is a place, too")
  func fractions() throws {
    guard case .point(let wanted)? = try Self.line(#"{"type":"point","x":1,"y":0.5}"#).request else {
      return #expect(Bool(false), "no place")
    }
    #expect(wanted.x.value == 1 && wanted.y.value == 0.5 && wanted.toX.value == nil)
  }

  @Test("members that this version does not know are kept where a request is made again")
  func again() {
    let members: JSONObject = ["what": "bindings", "colour": .integer(7)]
    #expect(
      Wire.Request.Get.next(of: members, from: 40) == ["what": "bindings", "colour": .integer(7), "from": .integer(40)])
    #expect(
      Wire.Request.Page.members(["items": .integer(9), "item": .integer(1), "colour": true], at: 3)
        == ["items": .integer(9), "item": .integer(3), "colour": true])
  }

  @Test("an older daemon does not say since when a page is scanned")
  func pageTime() throws {
    #expect(Wire.PageTime(JSONValue.null).time == nil)
    #expect(Wire.PageTime(try JSONValue.parse(Array(#"{"time":5,"moon":1}"#.utf8))).time == 5)
    #expect(PagedValue(Wire.PageTime(5)).page(from: 0).text.text == #"{"time":5}"#)
  }
}
