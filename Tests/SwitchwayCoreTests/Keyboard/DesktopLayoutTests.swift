import Testing

@testable import SwitchwayCore

/// What clients may type while the desktop has another layout.
@Suite struct DesktopLayoutTests {
  private static let name = ClientName(Array("board".utf8))
  private static let keyboard = KeySet((1...247).map { UInt16($0) })
  private static let us = NamedLayout(name: "us", keys: .us)
  /// `a` and `q` have changed places.
  private static let french = NamedLayout(
    name: "fr", keys: LayoutKeys(["q": .init(code: 30)], texts: ["q": [.init(code: 30)], "a": [.init(code: 16)]]))
  private static let other = NamedLayout(
    name: "de", keys: LayoutKeys(["z": .init(code: 21)], texts: ["z": [.init(code: 21)], "y": [.init(code: 44)]]))

  private func interpreter() -> Interpreter {
    var profile = Profile.empty
    profile.policy.allowsTyping = true
    return Interpreter(profile: profile, claims: ClaimTable(permanent: .all, name: Self.name))
  }

  private func type(_ text: String, in interpreter: inout Interpreter, at time: Int64) -> TypingRefusal? {
    let result = interpreter.type(
      text: text, on: Self.keyboard, for: Self.name, at: Instant(time * 1_000))
    if case .failure(let refusal) = result { return refusal }
    return nil
  }

  @Test(
    "it is refused only while the desktop's layout is known to be another one",
    arguments: [
      ([], nil), ([us], nil), ([NamedLayout(name: "us(basic)", keys: .us)], nil), ([french, us], nil),
      ([french], "fr"), ([french, other], "fr or de"),
    ])
  func known(_ layouts: [NamedLayout], _ expected: String?) {
    var interpreter = interpreter()
    interpreter.setDesktopLayouts(layouts, at: Instant(0))
    #expect(type("a", in: &interpreter, at: 100) == expected.map { .obstacle(.layout(desktop: $0)) })
    interpreter.setDesktopLayouts([Self.us], at: Instant(200_000))
    #expect(type("a", in: &interpreter, at: 300) == nil)
  }

  @Test("another profile brings another layout, which is compared anew")
  func profile() {
    var interpreter = interpreter()
    interpreter.setDesktopLayouts([Self.french], at: Instant(0))
    #expect(type("a", in: &interpreter, at: 100) == .obstacle(.layout(desktop: "fr")))
    interpreter.use(interpreter.profile, layout: Self.french.keys, at: Instant(200_000))
    #expect(type("a", in: &interpreter, at: 300) == nil)
    interpreter.use(interpreter.profile, layout: .us, at: Instant(400_000))
    #expect(type("a", in: &interpreter, at: 500) == .obstacle(.layout(desktop: "fr")))
  }

  @Test("a text at work ends between two characters when the desktop changes its layout, and is answered")
  func during() {
    var interpreter = interpreter()
    #expect(type("aaaa", in: &interpreter, at: 0) == nil)
    var effects: [Effect] = []
    interpreter.advance(to: Instant(30_000))
    interpreter.setDesktopLayouts([Self.french], at: Instant(30_000))
    interpreter.advance(to: Instant(500_000))
    interpreter.takeEffects(into: &effects)
    let typed = effects.compactMap { if case .typed(_, let refusal) = $0 { refusal } else { nil } }
    #expect(typed == [.obstacle(.layout(desktop: "fr"))])
    #expect(!interpreter.isTyping(at: Instant(500_000)))
  }
}
