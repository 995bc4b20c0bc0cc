import SwitchwayProtocol
import Testing

@testable import Switchway

@Suite("Commands of the Swift client") struct ClientCommandTests {
  private func command(_ more: String) throws -> Command? {
    let line =
      #"{"type":"command","seq":1,"command":"select","args":[],"phase":"do","count":1,"pressed":1,"accepted":2,"#
      + #""source":{"clock":"auto"},"for":"board"\#(more)}"#
    return Message(try JSONValue.parse(Array(line.utf8))).flatMap { Command($0, name: "board") }
  }

  @Test("a command about an item of a page has both, and another has neither")
  func item() throws {
    let select = try #require(try command(#","page":-12,"item":3"#))
    #expect(select.page == -12 && select.item == 3 && select.isMine)
    let other = try #require(try command(""))
    #expect(other.page == nil && other.item == nil)
  }
}
