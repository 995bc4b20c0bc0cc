import Testing

@testable import switchway

@Suite("switchway setup with sudo") struct SetupWithSudoTests {
  @Test("it says that Switchway runs for the person, or for whom to start it")
  func words() {
    #expect(SetupCommand.needsNoRoot("anna").words.contains("Switchway runs for anna"))
    #expect(SetupCommand.needsNoRoot("anna").help?.hasSuffix(": switchway setup") == true)
    #expect(SetupCommand.absence(for: "anna").help?.hasPrefix("sudo switchway install-service anna\n") == true)
  }

  @Test("other commands say so, too")
  func others() {
    let failure = CommandFailure.needsNoRoot("anna")
    #expect(failure.words == "no daemon is running for root; Switchway runs for anna")
    #expect(failure.help == "run this command without sudo" && failure.isAbsence)
  }
}
