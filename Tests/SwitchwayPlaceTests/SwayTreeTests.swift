import SwitchwayProtocol
import SwitchwayScanning
import Testing

@testable import SwitchwayScreen

/// What sway 1.7 says of two screens with two windows in tabs, a third, and one that floats and has the keyboard.
/// Members that are not read are left out.
private let recorded = #"""
  {"id": 1, "type": "root", "name": "root", "focused": false, "percent": null,
   "layout": "splith", "border": "none", "rect": {"x": 0, "y": 0, "width": 2560, "height": 800},
   "window_rect": {"x": 0, "y": 0, "width": 0, "height": 0},
      "deco_rect": {"x": 0, "y": 0, "width": 0, "height": 0},
   "nodes": [
    {"id": 2147483647, "type": "output", "name": "__i3", "focused": false, "percent": null,
     "layout": "output", "border": "none", "rect": {"x": 0, "y": 0, "width": 2560, "height": 800},
     "window_rect": {"x": 0, "y": 0, "width": 0, "height": 0},
      "deco_rect": {"x": 0, "y": 0, "width": 0, "height": 0},
     "nodes": [
      {"id": 2147483646, "type": "workspace", "name": "__i3_scratch", "focused": false, "percent": null,
       "layout": "splith", "border": "none", "rect": {"x": 0, "y": 0, "width": 2560, "height": 800},
       "window_rect": {"x": 0, "y": 0, "width": 0, "height": 0},
      "deco_rect": {"x": 0, "y": 0, "width": 0, "height": 0},
       "nodes": [],
       "floating_nodes": []}
     ],
     "floating_nodes": []},
    {"id": 3, "type": "output", "name": "HEADLESS-1", "focused": false, "percent": 0.5,
     "layout": "output", "border": "none", "rect": {"x": 0, "y": 0, "width": 1280, "height": 800},
     "window_rect": {"x": 0, "y": 0, "width": 0, "height": 0},
      "deco_rect": {"x": 0, "y": 0, "width": 0, "height": 0},
     "nodes": [
      {"id": 4, "type": "workspace", "name": "1", "focused": false, "percent": null,
       "layout": "splith", "border": "none", "rect": {"x": 0, "y": 0, "width": 1280, "height": 800},
       "window_rect": {"x": 0, "y": 0, "width": 0, "height": 0},
      "deco_rect": {"x": 0, "y": 0, "width": 0, "height": 0},
       "nodes": [
        {"id": 9, "type": "con", "name": null, "focused": false, "percent": 1.0,
         "layout": "tabbed", "border": "none", "rect": {"x": 0, "y": 0, "width": 1280, "height": 800},
         "window_rect": {"x": 0, "y": 0, "width": 0, "height": 0},
      "deco_rect": {"x": 0, "y": 0, "width": 0, "height": 0},
         "nodes": [
          {"id": 7, "type": "con", "name": "First", "focused": false, "percent": 1.0,
           "layout": "none", "border": "normal", "rect": {"x": 0, "y": 25, "width": 1280, "height": 775},
           "window_rect": {"x": 3, "y": 0, "width": 1274, "height": 772},
      "deco_rect": {"x": 0, "y": 0, "width": 640, "height": 25},
           "pid": 17339, "app_id": "win.py", "shell": "xdg_shell", "visible": false,
           "nodes": [],
           "floating_nodes": []},
          {"id": 8, "type": "con", "name": "Second", "focused": false, "percent": 1.0,
           "layout": "none", "border": "normal", "rect": {"x": 0, "y": 25, "width": 1280, "height": 775},
           "window_rect": {"x": 3, "y": 0, "width": 1274, "height": 772},
      "deco_rect": {"x": 640, "y": 0, "width": 640, "height": 25},
           "pid": 17351, "app_id": "win.py", "shell": "xdg_shell", "visible": true,
           "nodes": [],
           "floating_nodes": []}
         ],
         "floating_nodes": []}
       ],
       "floating_nodes": []}
     ],
     "floating_nodes": []},
    {"id": 5, "type": "output", "name": "HEADLESS-2", "focused": false, "percent": 0.45,
     "layout": "output", "border": "none", "rect": {"x": 1280, "y": 0, "width": 1280, "height": 720},
     "window_rect": {"x": 0, "y": 0, "width": 0, "height": 0},
      "deco_rect": {"x": 0, "y": 0, "width": 0, "height": 0},
     "nodes": [
      {"id": 6, "type": "workspace", "name": "2", "focused": false, "percent": null,
       "layout": "splith", "border": "none", "rect": {"x": 1280, "y": 0, "width": 1280, "height": 720},
       "window_rect": {"x": 0, "y": 0, "width": 0, "height": 0},
      "deco_rect": {"x": 0, "y": 0, "width": 0, "height": 0},
       "nodes": [
        {"id": 10, "type": "con", "name": "Third", "focused": false, "percent": 1.0,
         "layout": "none", "border": "normal", "rect": {"x": 1280, "y": 25, "width": 1280, "height": 695},
         "window_rect": {"x": 3, "y": 0, "width": 1274, "height": 692},
      "deco_rect": {"x": 0, "y": 0, "width": 1280, "height": 25},
         "pid": 17361, "app_id": "win.py", "shell": "xdg_shell", "visible": true,
         "nodes": [],
         "floating_nodes": []}
       ],
       "floating_nodes": [
        {"id": 11, "type": "floating_con", "name": "Float", "focused": true, "percent": 0.217,
         "layout": "none", "border": "normal", "rect": {"x": 1670, "y": 175, "width": 500, "height": 375},
         "window_rect": {"x": 5, "y": 0, "width": 490, "height": 370},
      "deco_rect": {"x": 390, "y": 150, "width": 500, "height": 25},
         "pid": 17374, "app_id": "win.py", "shell": "xdg_shell", "visible": true,
         "nodes": [],
         "floating_nodes": []}
       ]}
     ],
     "floating_nodes": []}
   ],
   "floating_nodes": []}
  """#

@Suite struct SwayTreeTests {
  private func front(_ text: String) throws -> Front {
    SwayTree.front(try JSONValue.parse(Array(text.utf8), depth: SwayTree.depth))
  }

  @Test("the window with the keyboard is found, without its borders and its title bar")
  func floating() throws {
    let place = Rect(x: 1_675, y: 175, width: 490, height: 370)
    #expect(try front(recorded) == .window(WindowPlace(pid: 17_374, title: "Float", layout: place)))
  }

  @Test("all windows are found, those in tabs and floating ones too, and 256 at most")
  func all() throws {
    func windows(_ text: String) throws -> [OpenWindow] {
      SwayTree.windows(try JSONValue.parse(Array(text.utf8), depth: SwayTree.depth))
    }
    #expect(
      try windows(recorded) == [
        OpenWindow(id: 7, title: "First"), OpenWindow(id: 8, title: "Second"), OpenWindow(id: 10, title: "Third"),
        OpenWindow(id: 11, title: "Float"),
      ])
    let many = Array(repeating: #"{"id": 1, "pid": 2}"#, count: 1_000).joined(separator: ",")
    #expect(try windows(#"{"nodes": [\#(many)]}"#).count == 256)
    for text in ["null", "[]", #"{"pid": 1}"#, #"{"pid": "a", "id": 1}"#, #"{"nodes": [null, 7]}"#] {
      #expect(try windows(text).isEmpty)
    }
  }

  @Test("a window in tabs is found too")
  func tabs() throws {
    let other = recorded.replacing("\"Float\", \"focused\": true", with: "\"Float\", \"focused\": false")
      .replacing("\"Second\", \"focused\": false", with: "\"Second\", \"focused\": true")
    let place = Rect(x: 3, y: 25, width: 1_274, height: 772)
    #expect(try front(other) == .window(WindowPlace(pid: 17_351, title: "Second", layout: place)))
  }

  @Test("a workspace that has the keyboard is no window; where nothing of the tree has it, the screen is locked")
  func nothing() throws {
    let empty = recorded.replacing("\"focused\": true", with: "\"focused\": false")
    #expect(try front(empty) == .locked)
    let workspace = empty.replacing("\"name\": \"2\", \"focused\": false", with: "\"name\": \"2\", \"focused\": true")
    #expect(workspace != empty)
    #expect(try front(workspace) == .nothing)
  }

  @Test(
    "what is no tree of windows has none",
    arguments: [
      "null", "[]", "7", "{}", #"{"focused": true}"#, #"{"focused": true, "pid": 1}"#,
      #"{"focused": true, "pid": "one", "rect": {"x": 0, "y": 0, "width": 1, "height": 1}}"#,
      #"{"focused": true, "pid": 1, "rect": {"x": 0, "y": 0.5, "width": 1, "height": 1}}"#,
      #"{"nodes": {"focused": true}}"#, #"{"nodes": [null, 1, [], "x"], "floating_nodes": true}"#,
    ])
  func strange(_ text: String) throws {
    // Nobody knows what has the keyboard: that is taken for a lock.
    #expect(try front(text) == (text.hasPrefix(#"{"focused": true"#) ? .nothing : .locked))
  }

  @Test("numbers of a compositor that lies are cut")
  func numbers() throws {
    let text = #"""
      {"focused": true, "pid": 99999999999, "name": "\u001b[2J\n\#(String(repeating: "ü", count: 300))", "rect":
       {"x": -9223372036854775808, "y": 9223372036854775807, "width": 9223372036854775807, "height": -1}}
      """#
    guard case .window(let window) = try front(text) else {
      Issue.record("no window")
      return
    }
    #expect(window.pid == nil)
    #expect(window.title == String(repeating: "ü", count: 100))
    #expect(window.content.rounded == Rect(x: -Rect.limit, y: Rect.limit, width: Rect.limit, height: 0))
  }

  @Test("a tree may nest deeper than the protocol's lines, and not without end")
  func depth() throws {
    func nested(_ levels: Int) -> String {
      String(repeating: #"{"nodes": ["#, count: levels) + "1" + String(repeating: "]}", count: levels)
    }
    #expect(try front(nested(32)) == .locked)
    #expect(throws: JSONError.self) { try front(nested(33)) }
  }
}
