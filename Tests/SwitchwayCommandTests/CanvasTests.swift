import Testing

@testable import switchway

@Suite("Screens without a terminal") struct CanvasTests {
  static let full = Appearance(isUTF8: true, hasBlocks: true, hasColour: true)

  static func canvas(_ columns: Int, _ rows: Int = 1, _ appearance: Appearance = full) -> Canvas {
    Canvas(columns: columns, rows: rows, appearance: appearance)
  }

  static let widths: [(String, Int)] = [
    ("abc", 3), ("日本", 4), ("e\u{301}", 1), ("\u{301}", 0), ("한글", 4), ("\u{1112}\u{1161}\u{11AB}", 2), ("ｱ", 1),
    ("Ａ", 2), ("😀", 2), ("ä", 1), ("│█⠿", 3), ("", 0),
  ]

  @Test("characters take their columns", arguments: widths)
  func width(text: String, columns: Int) {
    #expect(ColumnWidth.of(text) == columns)
  }

  static let texts: [(String, Int?, String)] = [
    ("left", nil, "left"), ("left and right", nil, "left and …"), ("left", 3, "le…"), ("日本語の名前", nil, "日本語の…"),
    ("a日本語の名前", nil, "a日本語の…"), ("日本", 3, "日…"), ("a\u{1B}[2Jb\u{7}", nil, "a?[2Jb?"), ("ab", 0, ""),
    ("e\u{301}é", nil, "e\u{301}é"), ("\u{202E}abc", nil, "?abc"),
  ]

  @Test("a text is cut at its room, and cannot move the cursor", arguments: texts)
  func put(text: String, width: Int?, expected: String) {
    var canvas = Self.canvas(10)
    canvas.putText(text, column: 0, row: 0, width: width)
    #expect(canvas.text(row: 0) == expected)
  }

  @Test("what is put outside is not there, and half a wide character is gone as a whole")
  func outside() {
    var canvas = Self.canvas(4, 2)
    for (column, row) in [(-1, 0), (4, 0), (0, -1), (0, 2)] { canvas.putText("x", column: column, row: row) }
    #expect(canvas.text == "")
    canvas.putText("日本", column: 0, row: 0)
    canvas.putText("x", column: 1, row: 0)
    canvas.putText("y", column: 2, row: 0)
    #expect(canvas.text == " xy\n")
    canvas.putText("12", endingAt: 4, row: 1)
    #expect(canvas.text == " xy\n  12\n")
    #expect(Self.canvas(-3, -1).cells.isEmpty)
  }

  @Test("without UTF-8 every character is one of ASCII")
  func ascii() {
    var canvas = Self.canvas(24, 4, .plain)
    canvas.putText("Tür 日本", column: 0, row: 0)
    canvas.bar(5.5, column: 0, row: 1)
    canvas.bar(3, column: 8, row: 1, filling: .light)
    canvas.mark(column: 3, row: 1)
    canvas.line(column: 0, row: 2, width: 4)
    canvas.column(1.6, column: 0, bottom: 3)
    #expect(canvas.text == "T?r ??\n###|##  ---\n#---\n#\n")
  }

  @Test("bars and columns")
  func charts() {
    var canvas = Self.canvas(12, 5)
    canvas.bar(3.5, column: 0, row: 0)
    canvas.bar(0.01, column: 8, row: 0)
    canvas.bar(2.4, column: 0, row: 1, filling: .light)
    canvas.bar(99, column: 10, row: 1)
    canvas.bar(.nan, column: 5, row: 1)
    canvas.bar(0, column: 5, row: 1)
    canvas.column(1.5, column: 0, bottom: 4, width: 2)
    canvas.column(1, column: 3, bottom: 4, filling: .light)
    #expect(canvas.text == "███▌    ▏\n░░        ██\n\n▄▄\n██ ░\n")
  }

  @Test("a light column upon a full one: whole rows in a terminal, the exact height in a picture")
  func stacked() {
    var canvas = Self.canvas(6, 4)
    for (column, height) in [(0, 0.4), (2, 1.4), (4, 0.1)] {
      canvas.column(1.5, column: column, bottom: 3)
      canvas.column(height, upon: 1.5, most: 4, column: column, bottom: 3)
    }
    #expect(canvas.text == "\n░ ░ ░\n▄ ▄ ▄\n█ █ █\n")
    let heights = canvas.picture.split(separator: "\n").filter { $0.contains("(#stripes)\"/>") }.map {
      $0.split(separator: "\"")[7]
    }
    // 0.4 rows are 3 eighths of 18 pixels. 1.4 rows begin in the row of the full column and end in the next one.
    #expect(heights == ["15.75", "6.75", "9.0", "2.25"])
    var plain = Self.canvas(3, 4, .plain)
    plain.column(0.1, column: 0, bottom: 3)
    plain.column(0.1, upon: 0.1, most: 4, column: 0, bottom: 3)
    plain.column(3.6, column: 2, bottom: 3)
    plain.column(0.4, upon: 3.6, most: 4, column: 2, bottom: 3)
    #expect(plain.text == "  -\n  #\n- #\n# #\n")
  }

  @Test("a paragraph is broken at blanks, and its last line shows that there is more")
  func paragraph() {
    var canvas = Self.canvas(12, 4)
    #expect(canvas.putParagraph("one two three four five", column: 1, row: 0, width: 9, most: 2) == 2)
    #expect(canvas.putParagraph("averyveryverylongword", column: 0, row: 2, width: 12) == 4)
    #expect(canvas.text == " one two\n three fo…\naveryveryver\nylongword\n")
    #expect(ColumnWidth.lines("", 10) == [""])
  }

  @Test("a terminal that is too small says so", arguments: [(20, 5), (5, 1), (1, 1), (0, 0)])
  func tooSmall(columns: Int, rows: Int) {
    var canvas = Self.canvas(columns, rows)
    canvas.putTooSmall(60, 16)
    if columns == 20 {
      #expect(canvas.text == "Too small: this\nscreen needs 60\ncolumns and 16\nlines.\n")
    }
  }

  static let appearances: [([String: String], Appearance)] = [
    (["LANG": "de_DE.UTF-8"], full), (["LANG": "C.utf8", "LC_ALL": ""], full),
    (["LANG": "C.UTF-8", "LC_ALL": "C"], Appearance(isUTF8: false, hasBlocks: false, hasColour: true)),
    (["LANG": "C", "LC_CTYPE": "en_GB.UTF-8"], full),
    (["LANG": "C.UTF-8", "TERM": "linux"], Appearance(isUTF8: true, hasBlocks: false, hasColour: true)),
    (["LANG": "C.UTF-8", "TERM": "dumb"], Appearance(isUTF8: true, hasBlocks: true, hasColour: false)),
    (["LANG": "C.UTF-8", "NO_COLOR": "1"], Appearance(isUTF8: true, hasBlocks: true, hasColour: false)),
    (["NO_COLOR": ""], .plain),
  ]

  @Test("what a terminal can show", arguments: appearances)
  func appearance(environment: [String: String], expected: Appearance) {
    #expect(Appearance(environment: environment) == expected)
  }

  @Test("a terminal without a name, or a dumb one, is no screen", arguments: ["", "dumb", "xterm"])
  func canMove(name: String) {
    #expect(Appearance.canMove(environment: ["TERM": name]) == (name == "xterm"))
    #expect(!Appearance.canMove(environment: [:]))
  }
}

@Suite("Pictures") struct PictureTests {
  @Test("a picture is XML, whatever its texts are")
  func svg() throws {
    var canvas = Canvas(columns: 20, rows: 9, appearance: CanvasTests.full)
    canvas.putText("<a &]]>\u{1B}\u{0} \u{202E}日本", column: 0, row: 0, style: .bold)
    canvas.putText("a b", column: 1, row: 1, style: .reverse)
    canvas.bar(1.5, column: 0, row: 2)
    canvas.bar(1, column: 4, row: 2, filling: .light)
    canvas.column(0.25, column: 6, bottom: 2, style: .red)
    let head = canvas.picture.split(separator: "\n").prefix { !$0.hasPrefix("<rect width=\"100%\"") }.count + 1
    #expect(
      canvas.picture.split(separator: "\n").dropFirst(head).map(String.init) == [
        ##"<text x="16" y="29" fill="#111111" font-weight="bold">&lt;a</text>"##,
        ##"<text x="40" y="29" fill="#111111" font-weight="bold">&amp;]]&gt;??</text>"##,
        ##"<text x="96" y="29" fill="#111111" font-weight="bold">?日本</text>"##,
        ##"<rect x="24" y="34" width="8" height="18"/>"##,
        ##"<text x="24" y="47" fill="#ffffff">a</text>"##,
        ##"<rect x="32" y="34" width="8" height="18"/>"##,
        ##"<text x="32" y="47" fill="#ffffff"> </text>"##,
        ##"<rect x="40" y="34" width="8" height="18"/>"##,
        ##"<text x="40" y="47" fill="#ffffff">b</text>"##,
        ##"<rect x="16" y="52.0" width="8" height="18.0" fill="#1f5fa8"/>"##,
        ##"<rect x="24" y="52.0" width="4" height="18.0" fill="#1f5fa8"/>"##,
        ##"<rect x="48" y="52.0" width="8" height="18.0" fill="url(#stripes)"/>"##,
        ##"<rect x="64" y="65.5" width="8" height="4.5" fill="#b3261e"/>"##,
        "</svg>",
      ])
  }
}

@Suite("What is sent to a terminal") struct CanvasEncoderTests {
  /// Random canvases, one after the other.
  private static func random(_ seed: UInt64, _ appearance: Appearance) -> [Canvas] {
    var state = seed
    func below(_ limit: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % limit
    }
    let pieces = ["left", " ", "日本", "e\u{301}x", "█▌", "⠿", "a longer text", "ä"]
    let styles: [Style] = [[], .bold, [.dim, .red], .reverse, .green]
    var canvas = CanvasTests.canvas(20, 4, appearance)
    return (0..<30).map { _ in
      if below(5) == 0 { canvas = CanvasTests.canvas(20, 4, appearance) }
      for _ in 0..<1 + below(4) {
        canvas.putText(pieces[below(8)], column: below(20), row: below(4), style: styles[below(5)])
      }
      return canvas
    }
  }

  @Test("the terminal shows each content after the one before it", arguments: 1...40 as ClosedRange<UInt64>)
  func differences(seed: UInt64) {
    for hasColour in [true, false] {
      var appearance = CanvasTests.full
      appearance.hasColour = hasColour
      var terminal = ScreenReader(columns: 20, rows: 4)
      var old: Canvas?
      for canvas in Self.random(seed, appearance) {
        terminal.feed(CanvasEncoder.bytes(from: old, to: canvas))
        let shown = terminal.cells.joined().map { Canvas.Cell(text: $0.text, style: Self.style($0.style)) }
        let expected = canvas.cells.map { cell in
          Canvas.Cell(text: cell.text, style: hasColour ? cell.style : cell.style.subtracting(.colours))
        }
        #expect(shown == expected, "seed \(seed)")
        #expect(terminal.faults.isEmpty, "seed \(seed): \(terminal.faults)")
        old = canvas
      }
    }
  }

  private static func style(_ parameters: String) -> Style {
    (0..<64).map { Style(rawValue: $0) }.first { $0.parameters == parameters } ?? .colours
  }

  @Test("only changed cells are sent to the terminal")
  func few() {
    var one = CanvasTests.canvas(80, 24)
    one.putText("left   pressed", column: 0, row: 3)
    #expect(CanvasEncoder.bytes(from: one, to: one).isEmpty)
    var other = one
    other.putText("right", column: 0, row: 5, style: .bold)
    #expect(
      String(decoding: CanvasEncoder.bytes(from: one, to: other), as: UTF8.self)
        == "\u{1B}[6;1H\u{1B}[0;1mright\u{1B}[0m")
    let empty = CanvasTests.canvas(80, 24)
    #expect(String(decoding: CanvasEncoder.bytes(from: one, to: empty), as: UTF8.self) == "\u{1B}[4;1H\u{1B}[K")
    #expect(String(decoding: CanvasEncoder.bytes(from: nil, to: empty), as: UTF8.self) == "\u{1B}[0m\u{1B}[2J")
  }
}

@Suite("Keys of a terminal") struct KeyDecoderTests {
  static let keys: [(String, [Key])] = [
    ("q", [.character("q")]), ("\r\n", [.enter, .enter]), (" \t", [.character(" ")]),
    ("\u{7F}\u{8}", []),
    ("\u{1B}[A\u{1B}[B\u{1B}OC\u{1B}[D", []), ("\u{1B}[1;5A", []),
    ("\u{1B}[3~x", [.character("x")]), ("ä日", [.character("ä"), .character("日")]), ("\u{1B}[200~q", [.character("q")]),
    ("\u{1B}[Iq\u{1B}[O", [.focus(true), .character("q"), .focus(false)]), ("\u{1B}OI\u{1B}[1I", []),
    ("\u{1B}xq", [.character("q")]), ("\u{1}\u{0}q", [.character("q")]),
  ]

  @Test("keys are found however their bytes arrive", arguments: keys)
  func decoded(text: String, expected: [Key]) {
    let bytes = Array(text.utf8)
    for cut in 0...bytes.count {
      var decoder = KeyDecoder()
      #expect(decoder.feed(bytes[..<cut]) + decoder.feed(bytes[cut...]) + decoder.finish() == expected, "cut at \(cut)")
    }
    var decoder = KeyDecoder()
    #expect(bytes.flatMap { decoder.feed([$0]) } == expected)
  }

  @Test("Escape is a key when nothing follows it")
  func escape() {
    var decoder = KeyDecoder()
    #expect(decoder.feed([0x1B]).isEmpty)
    #expect(decoder.isWaiting)
    #expect(decoder.finish() == [.escape])
    #expect(!decoder.isWaiting)
    #expect(decoder.feed([0x1B, 0x1B]) == [.escape])
    #expect(decoder.finish() == [.escape])
  }

  @Test("bytes that are no key are ignored")
  func strange() {
    for first in 0...255 as ClosedRange<UInt8> {
      for second in [0x00, 0x1B, 0x41, 0x5B, 0x80, 0xFF] as [UInt8] {
        var decoder = KeyDecoder()
        _ = decoder.feed([first, second] + Array(repeating: 0x3B, count: 40))
        #expect(decoder.feed(Array("\u{1B}[~q".utf8)).last == .character("q"), "\(first) \(second)")
      }
    }
  }
}
