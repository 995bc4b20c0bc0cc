import CLinuxInput
import CScanDisplay
import Glibc
import SwitchwayProtocol
import SwitchwayScanning

final class SwaySource: WindowSource {
  /// Sway reports a new window before it has laid the window out, and nothing afterwards. So sway is asked again after
  /// each of these pauses. Source: seen with sway 1.7, which waits at most 200 ms for a program to draw its window, and
  /// on a busy machine for a second.
  private static let settlingMilliseconds: [Int32] = [300, 1_500]

  private let socket: Int32
  private var watch = scan_watch(descriptor: -1, timer: -1, connection: -1)
  private var messages = SwayMessages()
  /// Whether the tree was requested, and the answer has not arrived yet.
  private var isAsked = false
  /// Whether something has changed since the tree was requested.
  private var isStale = true
  /// How often the tree was requested so far.
  private var questions = 0
  private var unsent: [UInt8]
  /// The remaining pauses after the last event.
  private var pauses: ArraySlice<Int32> = []

  init(path: String) throws(DesktopFailure) {
    let result = unsafe sw_connect_to(path, 1)
    guard result >= 0 else { throw DesktopFailure(.none, "sway's socket does not answer (errno \(-result))") }
    socket = result
    unsent =
      SwayMessages.message(SwayMessages.Kind.getVersion)
      + SwayMessages.message(SwayMessages.Kind.subscribe, "[\"window\",\"workspace\"]")
    guard unsafe scan_watch_make(&watch, socket) == 0 else { throw DesktopFailure(.none, "no descriptor is left") }
    try send()
  }

  deinit {
    unsafe scan_watch_end(&watch)
    close(socket)
  }

  var descriptor: Int32 { watch.descriptor }

  let tellsFocus = false
  let tellsLock = true
  private(set) var missesLocks = false

  func ask() -> Int {
    // The answer to an earlier question may be older than this call, so it does not count.
    let question = questions + 1
    isStale = true
    // An error here also makes `update` fail, because the descriptor is readable then.
    try? send()
    return question
  }

  /// Requests the tree, which also has all windows.
  func askWindows() { _ = ask() }

  func raise(_ window: Int64) {
    unsent += SwayMessages.message(SwayMessages.Kind.runCommand, "[con_id=\(window)] focus")
    try? send()
  }

  func update() throws(DesktopFailure) -> WindowAnswer {
    try receive()
    if unsafe scan_watch_timer_elapsed(&watch) {
      isStale = true
      waitForLayout()
    }
    var answer = WindowAnswer()
    while let message = try messages.next() {
      if message.kind & SwayMessages.Kind.isEvent != 0 {
        isStale = true
        pauses = Self.settlingMilliseconds[...]
        waitForLayout()
      } else if message.kind == SwayMessages.Kind.getVersion {
        let version = try? JSONValue.parse(message.payload, depth: 2)
        missesLocks = Self.missesLocks(
          major: version?["major"]?.integerValue ?? 0, minor: version?["minor"]?.integerValue ?? 0)
      } else if message.kind == SwayMessages.Kind.getTree {
        isAsked = false
        do {
          let tree = try JSONValue.parse(message.payload, depth: SwayTree.depth)
          answer = WindowAnswer(question: questions, front: SwayTree.front(tree), windows: SwayTree.windows(tree))
        } catch {
          throw DesktopFailure(.gone, "sway's list of windows cannot be read: \(error.message)")
        }
      }
    }
    try send()
    return answer
  }

  /// Whether this version of sway does not report a screen lock over an empty workspace. With such a lock, no node of
  /// the tree has the focus until 1.7; from 1.8 on, the workspace keeps it. From 1.10 on, sway reports that the bar
  /// leaves its output. Seen with 1.7 and 1.10.1. Source for 1.8 and 1.9: sway's code, in which a surface leaves its
  /// output only when it is moved.
  static func missesLocks(major: Int64, minor: Int64) -> Bool { major == 1 && (8...9).contains(minor) }

  private func waitForLayout() {
    if let pause = pauses.popFirst() { unsafe scan_watch_set_timer(&watch, pause) }
  }

  /// Reads the data that has arrived, at most 1 MiB at a time.
  private func receive() throws(DesktopFailure) {
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    for _ in 0..<16 {
      let count = unsafe recv(socket, &chunk, chunk.count, Int32(MSG_DONTWAIT))
      if count > 0 {
        messages.append(chunk.prefix(count))
      } else if count < 0, errno == EAGAIN || errno == EINTR {
        return
      } else {
        throw DesktopFailure(.gone, "sway has ended the connection")
      }
    }
  }

  /// Sends the next question if it is due, and all unsent data. There is only one question at a time, and a window is
  /// activated only by a person's choice, so there is never much unsent data.
  private func send() throws(DesktopFailure) {
    if isStale && !isAsked {
      unsent += SwayMessages.message(SwayMessages.Kind.getTree)
      (isStale, isAsked, questions) = (false, true, questions + 1)
    }
    guard !unsent.isEmpty else { return }
    let count = unsafe sw_send(socket, unsent, unsent.count)
    guard count >= 0 || count == -Int(EAGAIN) else { throw DesktopFailure(.gone, "sway has ended the connection") }
    unsent.removeFirst(max(count, 0))
  }
}
