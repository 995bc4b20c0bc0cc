import Glibc
import SwitchwayBus
import SwitchwayScanning

/// Keeps the reports that a source receives from a message bus, until `WindowWatch` takes them.
final class WindowMailbox {
  /// The descriptor is readable when `take` has a result.
  var descriptor: Int32 { pipe.reading }
  /// The active window according to the latest report.
  private(set) var front = Front.unknown

  private let pipe: (reading: Int32, writing: Int32)
  private var answer = WindowAnswer()
  private var failure: DesktopFailure?
  private var windows: [(id: String, title: String)] = []
  /// The numbers of windows by the desktop's ids. No number is used twice.
  private var numbers: [String: Int64] = [:]
  private var lastNumber: Int64 = 0
  private var questions = 0
  /// The questions that wait until the desktop can be asked. `nil` if questions need not wait.
  private var held: [() -> Void]? = []

  init() throws(DesktopFailure) {
    var ends: [Int32] = [-1, -1]
    guard unsafe Glibc.pipe(&ends) == 0 else { throw DesktopFailure(.none, "no descriptor is left") }
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    pipe = (ends[0], ends[1])
  }

  deinit {
    close(pipe.reading)
    close(pipe.writing)
  }

  /// Connects to the session's bus. When the connection ends, `take` throws. `bus`: the address of the bus; `nil` means
  /// the address in the environment.
  func connection(to bus: String?, event: OpaquePointer) throws(DesktopFailure) -> BusConnection {
    do throws(BusFailure) {
      let connection = try unsafe BusConnection(to: bus.map { .bus($0) } ?? .session, event: event)
      connection.onLost = { [unowned self] in fail(DesktopFailure(.gone, "the session's bus has gone")) }
      return connection
    } catch {
      throw DesktopFailure(.none, error.message)
    }
  }

  /// Returns the reports since the last call.
  func take() throws(DesktopFailure) -> WindowAnswer {
    var bytes = [UInt8](repeating: 0, count: 64)
    while unsafe read(pipe.reading, &bytes, bytes.count) == bytes.count {}
    if let failure { throw failure }
    defer { answer = WindowAnswer(question: answer.question) }
    return answer
  }

  /// Asks a question now, or when `release` is called. Returns its number.
  func ask(_ send: @escaping (_ question: Int) -> Void) -> Int {
    questions += 1
    let question = questions
    if held == nil { send(question) } else { held?.append { send(question) } }
    return question
  }

  /// From now on questions wait for `release`.
  func hold() { held = held ?? [] }

  /// Asks the questions that wait.
  func release() {
    let due = held ?? []
    held = nil
    for ask in due { ask() }
  }

  /// A question was answered: the active window is the last reported one, or it is unknown.
  func answered(_ question: Int, isKnown: Bool) {
    answer.question = max(answer.question, question)
    // What was reported last may count again for the next question.
    answer.front = isKnown ? front : .unknown
    wake()
  }

  func report(_ front: Front) {
    self.front = front
    answer.front = front
    wake()
  }

  func report(windows: [(id: String, title: String)]) {
    self.windows = windows
    reportWindows()
  }

  /// Reports all windows again.
  func reportWindows() {
    let known = Set(windows.map(\.id))
    numbers = numbers.filter { known.contains($0.key) }
    answer.windows = windows.map { window in
      let number = numbers[window.id] ?? lastNumber + 1
      if numbers.updateValue(number, forKey: window.id) == nil { lastNumber = number }
      return OpenWindow(id: number, title: window.title)
    }
    wake()
  }

  /// The desktop's id of a window that was reported. `nil` if there is none with this number.
  func id(of window: Int64) -> String? { numbers.first { $0.value == window }?.key }

  func fail(_ failure: DesktopFailure) {
    self.failure = failure
    wake()
  }

  private func wake() {
    // If the pipe is full, it is readable already, so an error does not matter.
    unsafe _ = Glibc.write(pipe.writing, [UInt8(0)], 1)
  }
}
