import SwitchwayScanning
import Testing

@testable import SwitchwayScreen

/// What a source keeps of the desktop's reports.
@Suite struct WindowMailboxTests {
  @Test("a question that the desktop does not answer is unknown, and the next one has what was reported before")
  func unanswered() throws {
    let mailbox = try WindowMailbox()
    mailbox.release()
    mailbox.report(.nothing)
    for isKnown in [true, false, true] {
      let question = mailbox.ask { mailbox.answered($0, isKnown: isKnown) }
      let answer = try mailbox.take()
      #expect(answer.question == question)
      #expect(answer.front == (isKnown ? .nothing : .unknown))
    }
  }
}
