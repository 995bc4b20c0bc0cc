import SwitchwayScanning
import Testing

@Suite struct RecordedTextTests {
  private static let head = "switchway-tree 2\n"

  @Test("a node a line, indented by two spaces for each level; what is empty is left out")
  func form() {
    var tree = Sketch.window([
      Sketch(
        .link, "two \"lines\"", at: rect(10, -20, 60, 30), states: [.showing, .focusable], has: [.action, .collection],
        actions: ["jump", "show menu"], lines: [rect(1, 2, 3, 4), rect(5, 6, 7, 8)]),
      Sketch(.unknown, at: .zero, states: []),
    ])
    tree.toolkit = "gtk"
    tree.nodes[0].states = []
    tree.nodes[2].indexInParent = 733
    let recorded = RecordedTree(tree: tree, window: rect(100, 50, 800, 600), screen: rect(0, 0, 1280, 800))
    #expect(
      recorded.text(withNames: true) == """
        switchway-tree 2 toolkit=gtk window=100,50,800,600 screen=0,0,1280,800
        frame name=Window at=0,0,800,600
          link name="two \\"lines\\"" at=10,-20,60,30 states=focusable,showing interfaces=Action,Collection \
        action=jump action="show menu" line=1,2,3,4 line=5,6,7,8
          unknown index=733

        """)
  }

  @Test("without names only the length of each word is told; the toolkit and actions stay")
  func hiddenNames() {
    let texts = ["Anna's letter.odt", "日本 語", "tab\tline\n", ""]
    let tree = Sketch.window(texts.map { .button($0, at: rect(0, 0, 40, 20)) })
    let lines = RecordedTree(tree: tree).text(withNames: false).split(separator: "\n").dropFirst(2)
    let hidden = lines.map { String($0.split(separator: " at=")[0]) }
    let names = [" name=\"xxxxxx xxxxxxxxxx\"", " name=\"xx x\"", " name=\"xxx xxxx \"", ""]
    #expect(hidden == names.map { "  push-button" + $0 })
  }

  @Test("the text of a label is written and read, and hidden like a name")
  func labels() throws {
    var tree = Sketch.window([.button("", at: rect(0, 0, 40, 20))])
    tree.nodes[1].label = "Save as"
    let recorded = RecordedTree(tree: tree)
    #expect(try RecordedTree(recorded.text(withNames: true)).tree.nodes[1].label == "Save as")
    #expect(try RecordedTree(recorded.text(withNames: false)).tree.nodes[1].label == "xxxx xx")
  }

  @Test("what is written is read again, for random trees", arguments: RandomTree.seeds)
  func roundTrip(seed: UInt64) throws {
    var random = RandomTree(seed: seed)
    let tree = random.tree(count: 1 + random.next(300))
    let recorded = RecordedTree(tree: tree, window: rect(1, 2, 3, 4), screen: nil)
    let text = recorded.text(withNames: true)
    let again = try RecordedTree(text)
    #expect(again.text(withNames: true) == text)
    #expect(again.window == recorded.window && again.screen == nil && again.tree.toolkit == tree.toolkit)
    // The order of the lines is that of the tree, not that of the nodes: compare by what each node says.
    func words(_ tree: Tree) -> [String] {
      tree.nodes.map { node in
        let parent = node.parent.map { tree.nodes[$0].name } ?? "none"
        return "\(parent) \(node.role) \(node.name) \(node.states) \(node.extents) \(node.interfaces) \(node.actions)"
          + " \(node.lines) \(node.indexInParent ?? -1)"
      }.sorted()
    }
    #expect(words(again.tree) == words(tree))
  }

  @Test("a broken tree is written without what is broken, and read again", arguments: RandomTree.seeds)
  func brokenTrees(seed: UInt64) throws {
    var random = RandomTree(seed: seed)
    let tree = random.brokenTree(count: 1 + random.next(1_300))
    let again = try RecordedTree(RecordedTree(tree: tree).text(withNames: true))
    #expect(again.tree.nodes.count <= Tree.limit)
  }

  /// What follows the first line, or the whole text where it begins with "!"; the position and the problem; the help.
  static let problems: [(String, String, String)] = [
    ("!", "1:1: error: this is not a recorded tree", "make one with 'switchway-scan --dump'"),
    ("!hello", "1:1: error: this is not a recorded tree", "make one with 'switchway-scan --dump'"),
    ("!switchway-tree 1", "1:16: error: unknown version", "this switchway-scan reads version 2"),
    (
      "!switchway-tree 2 window=big", "1:18: error: 'window' is not understood",
      "write toolkit=NAME, window=X,Y,WIDTH,HEIGHT or screen=X,Y,WIDTH,HEIGHT"
    ),
    ("", "1:1: error: there is no node", "record a window with 'switchway-scan --dump'"),
    ("knob name=a", "2:1: error: no role is called 'knob'", "use AT-SPI's names, such as push-button"),
    ("frame name=\"a", "2:14: error: the text is not closed", "end it with '\"'"),
    ("frame name=\"\\a\"", "2:14: error: unknown escape", "write \\\", \\\\ or \\u{HEX}"),
    ("frame at=here", "2:7: error: 'at' is not understood", "write at= and a rectangle such as 10,20,60,30"),
    ("frame at=1,2,3", "2:7: error: 'at' is not understood", "write at= and a rectangle such as 10,20,60,30"),
    ("frame index=-1", "2:7: error: 'index' is not understood", "write index= and a number from 0"),
    (
      "frame states=shown", "2:7: error: 'states' is not understood",
      "write states= and AT-SPI's names, such as focusable,showing"
    ),
    (
      "frame colour=red", "2:7: error: unknown part 'colour'",
      "the parts are name, label, at, index, states, interfaces, action, line"
    ),
    (
      "frame name=a\n    panel name=b", "3:5: error: the line is indented by 4 spaces",
      "indent by two spaces more than the node that it is in"
    ),
    (
      "frame name=a\nframe name=b", "3:1: error: a second window", "indent the parts of the window above by two spaces"
    ),
  ]

  @Test("an error has line and column and tells how to mend it", arguments: problems)
  func errors(text: String, problem: String, help: String) {
    let whole = text.hasPrefix("!") ? String(text.dropFirst()) : Self.head + text
    let error = #expect(throws: RecordedTreeProblem.self) { try RecordedTree(whole) }
    #expect(error?.description == "\(problem)\n  help: \(help)")
  }

  @Test("more than 1,000 nodes are refused, and so is a text over 4 MiB")
  func limits() {
    let nodes = (0..<Tree.limit).map { _ in "  panel at=0,0,1,1\n" }.joined()
    #expect(throws: RecordedTreeProblem.self) { try RecordedTree(Self.head + "frame at=0,0,1,1\n" + nodes) }
    let long = Self.head + String(repeating: "#", count: RecordedTree.longestText)
    #expect(throws: RecordedTreeProblem.self) { try RecordedTree(long) }
  }

  @Test("empty lines and lines that begin with # are passed; numbers that are too large are cut")
  func comments() throws {
    let text = Self.head + "# a note\n\nframe name=a at=99999999999999999999,-99999999999999999999,1,4294967296\n"
    let node = try #require(try RecordedTree(text).tree.nodes.first)
    #expect(node.extents == rect(Rect.limit, -Rect.limit, 1, Rect.limit))
  }

  @Test("a spoilt text ends in a tree or an error, never in a crash", arguments: RandomTree.seeds)
  func spoilt(seed: UInt64) {
    var random = RandomTree(seed: seed)
    var text = Array(RecordedTree(tree: random.tree(count: 20), window: rect(0, 0, 1, 1)).text(withNames: true).utf8)
    let bits: [UInt8] = Array("\"=\" \\;:,x-0\n{}u#".utf8) + [0, 0xFF, 0xCC]
    for _ in 0...random.next(6) {
      let index = random.next(text.count)
      switch random.next(3) {
      case 0: text[index] = bits[random.next(bits.count)]
      case 1: text.remove(at: index)
      default: text.insert(bits[random.next(bits.count)], at: index)
      }
    }
    guard let recorded = try? RecordedTree(String(decoding: text, as: UTF8.self)) else { return }
    #expect(recorded.tree.nodes.count <= Tree.limit)
    _ = PageList.text(of: recorded)
  }
}
