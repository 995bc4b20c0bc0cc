import SwitchwayText
import SwitchwayTime
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

  private var effects: [Effect] = []

  private mutating func type(_ text: String, in interpreter: inout Interpreter, at time: Int64) -> TypingRefusal? {
    let reply = interpreter.ask(
      .type(text, on: Self.keyboard), from: Self.name, at: Instant(time * 1_000), into: &effects)
    if case .typed(let refusal)? = reply { return refusal }
    return nil
  }

  @Test(
    "it is refused only while the desktop's layout is known to be another one",
    arguments: [
      ([], nil), ([us], nil), ([NamedLayout(name: "us(basic)", keys: .us)], nil), ([french, us], nil),
      ([french], "fr"), ([french, other], "fr or de"),
    ])
  mutating func known(_ layouts: [NamedLayout], _ expected: String?) {
    var interpreter = interpreter()
    interpreter.handle(.desktopLayouts(layouts, at: Instant(0)), into: &effects)
    #expect(type("a", in: &interpreter, at: 100) == expected.map { .obstacle(.layout(desktop: $0)) })
    interpreter.handle(.desktopLayouts([Self.us], at: Instant(200_000)), into: &effects)
    #expect(type("a", in: &interpreter, at: 300) == nil)
  }

  @Test("another profile brings another layout, which is compared anew")
  mutating func profile() {
    var interpreter = interpreter()
    interpreter.handle(.desktopLayouts([Self.french], at: Instant(0)), into: &effects)
    #expect(type("a", in: &interpreter, at: 100) == .obstacle(.layout(desktop: "fr")))
    interpreter.handle(.profile(interpreter.profile, layout: Self.french.keys, at: Instant(200_000)), into: &effects)
    #expect(type("a", in: &interpreter, at: 300) == nil)
    interpreter.handle(.profile(interpreter.profile, layout: .us, at: Instant(400_000)), into: &effects)
    #expect(type("a", in: &interpreter, at: 500) == .obstacle(.layout(desktop: "fr")))
  }

  @Test("a text at work ends between two characters when the desktop changes its layout, and is answered")
  mutating func during() {
    var interpreter = interpreter()
    #expect(type("aaaa", in: &interpreter, at: 0) == nil)
    interpreter.handle(.time(Instant(30_000)), into: &effects)
    interpreter.handle(.desktopLayouts([Self.french], at: Instant(30_000)), into: &effects)
    interpreter.handle(.time(Instant(500_000)), into: &effects)
    let typed = effects.compactMap { if case .reply(_, .typed(let refusal)) = $0 { refusal } else { nil } }
    #expect(typed == [.obstacle(.layout(desktop: "fr"))])
    #expect(!interpreter.isTyping(at: Instant(500_000)))
  }
}
