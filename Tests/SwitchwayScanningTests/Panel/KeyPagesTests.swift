import Testing

@testable import SwitchwayScanning

/// What the keyboard's pages hold, by layout and by order.
@Suite struct KeyPagesTests {
  private static func places(
    _ layout: KeyboardLayout, _ order: LetterOrder = .rows, _ shift: Key.Shift = .off, words: [String] = []
  ) -> [Place] {
    KeyPages(layout, order: order).places(shift, words: words).filter { $0 != KeyPages.noWords }
  }

  /// The labels of places, in one line each.
  private static func labels(_ places: [Place]) -> [String] {
    places.map { $0.label.split(separator: "\n").joined(separator: " ") }
  }

  /// The labels of the page that these indices lead to.
  private static func labels(_ places: [Place], at path: Int...) -> [String] {
    labels(
      path.reduce(places) { places, index in
        guard places.indices.contains(index), case .group(let group) = places[index] else { return [] }
        return group.places
      })
  }

  @Test("by rows, letters are where the layout has them, half a row a group")
  func rows() {
    let english = Self.places(.english)
    #expect(
      Self.labels(english)
        == ["space shift …", "q w e r t", "y u i o p", "a s d f", "g h j k l", "z x c v b n m", "out"])
    #expect(Self.labels(english, at: 1) == ["q", "w", "e", "r", "t", "out"])
    #expect(
      Self.labels(Self.places(.german)) == [
        "space shift …", "q w e r t z", "u i o p ü ß", "a s d f g", "h j k l ö ä", "y x c v b n m", "out",
      ])
    #expect(Self.labels(Self.places(.french))[1] == "a z e r t y u")
    #expect(Self.labels(Self.places(.french))[2] == "i o p é è ç à")
    #expect(Self.labels(Self.places(.russian))[1] == "й ц у к е н")
  }

  @Test("by frequency, the most frequent letters take the fewest steps")
  func frequency() {
    let german = Self.places(.german, .frequency(language: "de"))
    #expect(Self.labels(german, at: 1).first == "e" && Self.labels(german, at: 2).first == "i")
    #expect(Self.labels(Self.places(.english, .frequency(language: "en")), at: 1).prefix(2) == ["e", "t"])
    #expect(
      Self.labels(Self.places(.russian, .frequency(language: "ru")), at: 1).first == "й", "unknown letters: by rows")
  }

  @Test("completions stand between editing and letters")
  func words() {
    let places = Self.places(.english, words: ["tea", "team", "tear", "teach"])
    #expect(places[1].label == "tea team\ntear teach")
    #expect(Self.labels(places, at: 1) == ["tea", "team", "tear", "teach", "out"])
    #expect(places.count == 8)
  }

  @Test("shift shows and types what the layout has there")
  func shift() {
    #expect(Self.labels(Self.places(.german, .rows, .once), at: 2) == ["U", "I", "O", "P", "Ü", "ß", "out"])
    #expect(Self.labels(Self.places(.german, .rows, .locked), at: 0)[2] == "release shift")
  }

  @Test("editing, signs, digits and dead keys")
  func signs() {
    let german = Self.places(.german)
    #expect(
      Self.labels(german, at: 0)
        == ["space", "backspace", "shift", "signs", "enter", "delete word", "arrows", "out"])
    #expect(
      Self.labels(german, at: 0, 6) == ["left", "right", "up", "down", "home", "end", "undo", "out"])
    let signs = Self.labels(german, at: 0, 3)
    #expect(signs.prefix(3) == [". , ? ! - \"", "1 2 3 4 5", "6 7 8 9 0"])
    #expect(signs.suffix(2) == ["á é", "out"], "\(signs)")
    #expect(Self.labels(Self.places(.german, .rows, .once), at: 0, 3).contains("á É"))
  }

  @Test(
    "no page has more than eight places, each ends with out, and all that the layout can type is on one",
    arguments: [KeyboardLayout.english, .german, .french, .russian], [LetterOrder.rows, .frequency(language: "de")])
  func whole(_ layout: KeyboardLayout, _ order: LetterOrder) {
    var typed: Set<Character> = []
    func visit(_ places: [Place]) {
      #expect((2...Group.limit).contains(places.count) && places.last == .out, "\(Self.labels(places))")
      for case .key(.text(let text)) in places { typed.formUnion(text) }
      for case .group(let group) in places { visit(group.places) }
    }
    for shift in [Key.Shift.off, .once] { visit(Self.places(layout, order, shift, words: ["a", "b", "c", "d"])) }
    #expect(typed == layout.characters, "\(typed.symmetricDifference(layout.characters).sorted())")
  }

  @Test("a layout of one key, of none, or of 3,000 characters has pages, too")
  func strange() {
    var strokes: [KeyboardLayout.Stroke] = []
    for number in 0..<3_000 {
      guard let scalar = Unicode.Scalar(UInt32(0x4E00 + number)) else { continue }
      var stroke = KeyboardLayout.Stroke(
        Character(scalar), code: UInt16(number % 250), needsShift: number % 2 == 0, needsAltGr: false)
      stroke.needsAltGr = number % 3 == 0
      stroke.deadKey = number % 5 == 0 ? number % 40 : nil
      strokes.append(stroke)
    }
    for count in [0, 1, 8, 57, 3_000] {
      let layout = KeyboardLayout(Array(strokes.prefix(count)))
      whole(layout, .rows)
      whole(layout, .frequency(language: "en"))
    }
  }
}
