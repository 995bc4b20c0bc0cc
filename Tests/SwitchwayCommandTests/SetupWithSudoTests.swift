import Testing

@testable import switchway

@Suite("switchway setup with sudo") struct SetupWithSudoTests {
  @Test("it says that Switchway runs for the person, or for whom to start it")
  func words() {
    #expect(
      SetupCommand.needsNoRoot("anna").words
        == "Switchway runs for anna, and this is setup for root: it would change none of anna's switches")
    #expect(SetupCommand.needsNoRoot("anna").help == "type it without sudo: switchway setup")
    #expect(SetupCommand.absence(for: "anna").help?.hasPrefix("sudo switchway install-service anna\n") == true)
  }
}
