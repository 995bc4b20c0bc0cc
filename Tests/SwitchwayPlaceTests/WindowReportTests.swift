import SwitchwayScanning
import Testing

@testable import SwitchwayScreen

/// Reports as the script makes them: these were recorded from KWin 6.3, but for their titles.
@Suite struct WindowReportTests {
  private static let report = """
    {"window":{"pid":41,"title":"Notes","frame":[176.33,20,800.67,628],"content":[176.33,48,800.67,600],\
    "buffer":[176.33,48,800.67,600],"popups":[{"frame":[200,60,79,114],"buffer":[197,57,85,120]}]}}
    """

  @Test("a window has its areas in fractions, and its popups")
  func window() throws {
    guard case .window(let place)? = WindowReport.front(Self.report) else {
      Issue.record("no window")
      return
    }
    #expect(place.pid == 41)
    #expect(place.title == "Notes")
    #expect(place.frame == Area(x: 176.33, y: 20, width: 800.67, height: 628))
    #expect(place.content == Area(x: 176.33, y: 48, width: 800.67, height: 600))
    #expect(place.popups?.map(\.buffer) == [Area(x: 197, y: 57, width: 85, height: 120)])
  }

  @Test("KWin 5.27 reports no content: the frame counts as it, and the buffer as well")
  func old() throws {
    let text = #"{"window":{"pid":0,"title":"","frame":[1,2,30,40],"content":null,"buffer":[1,12,30,30],"popups":[]}}"#
    guard case .window(let place)? = WindowReport.front(text) else {
      Issue.record("no window")
      return
    }
    #expect(place.pid == nil)
    #expect(place.content == place.frame)
    #expect(place.part(for: Rect(x: 0, y: 0, width: 30, height: 30)).area == place.buffer)
  }

  @Test("no window is in front") func nothing() { #expect(WindowReport.front(#"{"window":null}"#) == .nothing) }

  @Test(
    "what is no report is none",
    arguments: [
      "", "{", "[]", "{}", #"{"window":1}"#, #"{"window":{"frame":[1,2,3]}}"#, #"{"window":{"frame":["a",2,3,4]}}"#,
      #"{"window":{"frame":[[[[[[[1]]]]]]]}}"#,
    ])
  func malformed(text: String) {
    #expect(WindowReport.front(text) == nil)
    #expect(WindowReport.windows(text) == nil)
  }

  @Test("the windows, at most 256 of them")
  func windows() throws {
    let one = #"{"id":"{5c9d-7a8e}","title":"Notes"}"#
    let list = Array(repeating: one, count: 500).joined(separator: ",")
    let windows = try #require(WindowReport.windows("{\"windows\":[\(list)]}"))
    #expect(windows.count == 256)
    #expect(windows.first?.id == "{5c9d-7a8e}")
    #expect(windows.first?.title == "Notes")
  }

  @Test("only an id of KWin's gets into a script")
  func ids() {
    #expect(KWinScript.raising("{5c9d7a8e-0000-4aBc-8def-0123456789ab}") != nil)
    for bad in ["\"; workspace.quit(); \"", "{}\\", "{x}", String(repeating: "a", count: 65), "{\n}"] {
      #expect(KWinScript.raising(bad) == nil)
    }
  }
}
