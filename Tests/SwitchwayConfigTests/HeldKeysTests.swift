import SwitchwayConfig
import Testing

@Suite("Names of keys that are down")
struct HeldKeysTests {
  @Test("keys that type text are named only where that is wanted")
  func words() {
    #expect(HeldKeys.words([65], namesText: false) == "F7 is down")
    #expect(HeldKeys.words([65, 0x120], namesText: false) == "F7 and BTN_TRIGGER are down")
    #expect(HeldKeys.words([30], namesText: false) == "a key that types text is down")
    #expect(HeldKeys.words([30], namesText: true) == "A is down")
    #expect(HeldKeys.words([30, 48, 65], namesText: false) == "F7 and keys that type text are down")
    #expect(HeldKeys.words([30, 48, 65], namesText: true) == "A, B and F7 are down")
  }
}
