import SwitchwayScanning
import Testing

@testable import SwitchwayDisplay

@Suite struct RingShapeTests {
  @Test("a")
  func a() {}
}
