import CLinuxInput
import Glibc
import SwitchwayProtocol
import SwitchwayCore
import SwitchwayDevices
import SwitchwayReactor
import SwitchwayText
import SwitchwayTime

/// The reason why the file helper gave no answer.
enum FileFailure: Error, Equatable {
  /// There was no answer within `FileDesk.patience`.
  case late
  /// The helper ended twice during the request.
  case ended

  var words: String {
    switch self {
    case .late: "no answer from the disk within \(FileDesk.patience.value / 1_000_000) s"
    case .ended: "the process that reads files has ended twice"
    }
  }
}

/// The daemon's side of the file helper. It sends the helper one request after another, and never waits for it.
///
/// A request fails if it is not answered within `patience`, counted from the time when it becomes the first in the
/// queue. The helper is then killed and another one is started. A killed process that waits for a frozen file system
/// ends only when the file system responds again, so killed helpers can accumulate. While `mostStuck` of them exist, no
/// new helper is started, and requests fail after `patience`. A helper that ends by itself is restarted, after a pause
/// if it lived for less than `longestPause`, and its request is sent once more.
final class FileDesk {
  /// The longest time that one request may take. A disk that starts needs much less, and a person hardly waits longer.
  static let patience = Microseconds.seconds(5)
  /// The largest number of killed helpers that may still exist. Each needs a few megabytes and one task of the service.
  static let mostStuck = 3
  /// A helper that ends later than this after SIGKILL was blocked in the kernel. Arbitrary.
  private static let deaf = Microseconds.seconds(1)
  /// The shortest and the longest pause between the end of a helper and the start of the next one. Arbitrary.
  static let shortestPause = Microseconds.milliseconds(100)
  static let longestPause = Microseconds.seconds(10)

  private struct Job {
    /// Makes the request at the moment of sending, so that it depends on the state at that moment.
    let request: () -> FileRequest
    /// Converts the answer. It runs in another thread if the answer has files of profiles.
    let prepare: @Sendable (FileRequest, FileAnswer) -> (any Sendable)?
    let completion: (Result<(any Sendable)?, FileFailure>) -> Void
    var sent: FileRequest?
    var tries = 0
    var isSent = false
  }

  /// It is called with the present names of all profiles.
  var onNames: (([String]) -> Void)?
  /// It is called when a watched file may have changed.
  var onChange: (() -> Void)?
  /// It is called with the keyboard layouts of the desktop, one of which is in use now. The list is empty if they are
  /// unknown.
  var onDesktop: (([NamedLayout]) -> Void)?
  /// It is called when another helper was started. The new helper does not watch any files yet.
  var onRestart: (() -> Void)?
  /// It is called when a helper has ended later than `deaf` after it was killed: its file system responds again.
  var onThaw: (() -> Void)?
  var log: ((Log.Level, String) -> Void)?

  private let setting: FileHelper.Setting
  private let reactor: Reactor
  private var jobs: [Job] = []
  private var link: FileLink?
  /// The process descriptors of killed helpers that have not ended yet, with the event source that waits for the end.
  private var stuck: [Int32: DescriptorSource?] = [:]
  private var desktop: SessionDesktop?
  private var pause = FileDesk.shortestPause
  private var began = Instant(0)
  private var deadline: TimerSource?
  private var restart: TimerSource?
  /// Whether `waitForAll` waits for answers, without the event loop.
  private var isPumping = false
  private let side: SideThread

  init(_ setting: FileHelper.Setting, reactor: Reactor) throws(DaemonFailure) {
    self.setting = setting
    self.reactor = reactor
    do throws(Reactor.Failure) {
      side = try SideThread(reactor)
      deadline = try reactor.timer(priority: .control) { [unowned self] in expire() }
      restart = try reactor.timer(priority: .control) { [unowned self] in start() }
    } catch {
      throw DaemonFailure(.failed, "\(error)")
    }
    let failure = open()
    if failure < 0 {
      let words = unsafe String(cString: strerror(-failure))
      throw DaemonFailure(.failed, "could not start the helper for files: \(words)")
    }
  }

  deinit {
    finish()
    for (child, source) in stuck {
      source?.cancel()
      close(child)
    }
  }

  /// Lets the helper end and waits at most a tenth of a second for this. After that, the helper may continue without
  /// the daemon for two seconds.
  ///
  /// Do not call this while devices are open, because it waits.
  func finish() {
    guard let link else { return }
    self.link = nil
    link.close()
    // While a request is unanswered, the helper may be blocked, so its end is not awaited.
    if jobs.isEmpty { _ = Readiness.isReadable(link.child, until: Reactor.now.microseconds + 100_000) }
    _ = sw_reap_child(link.child)
    close(link.child)
  }

  /// Queues a request. `prepare` converts the answer, in another thread if it has files, because the largest files take
  /// time. It returns `nil` if the answer does not fit the request; then the request fails. `completion` is called in
  /// the event loop's thread, after this function has returned.
  func ask<Prepared: Sendable>(
    _ request: @escaping () -> FileRequest,
    prepare: @escaping @Sendable (FileRequest, FileAnswer) -> Prepared?,
    _ completion: @escaping (Result<Prepared, FileFailure>) -> Void
  ) {
    let job = Job(request: request, prepare: prepare) { result in
      completion(
        result.flatMap { value in (value as? Prepared).map { .success($0) } ?? .failure(.ended) })
    }
    jobs.append(job)
    if jobs.count == 1 { begin() }
  }

  /// Sets the files that the helper watches. If no helper runs now, call this function again at `onRestart`.
  func watch(_ files: [String]) { link?.send(FileRequest.watch(files).frame()) }

  /// Calls `onDesktop` with the keyboard layouts of this desktop, soon and whenever they change.
  func follow(_ desktop: SessionDesktop) {
    self.desktop = desktop
    askDesktop()
  }

  /// Asks the helper for the desktop's layouts, unless a killed helper has not ended yet: that helper may be blocked by
  /// the desktop's files, which would also block the new one.
  private func askDesktop() {
    guard let desktop, stuck.isEmpty else { return }
    link?.send(FileRequest.desktop(desktop).frame())
  }

  /// Waits until all requests are answered, at most `patience` for each. It is used before the event loop runs.
  func waitForAll() {
    isPumping = true
    defer { isPumping = false }
    while !jobs.isEmpty {
      let end = Reactor.now + FileDesk.patience
      let count = jobs.count
      while jobs.count == count, let link, Reactor.now < end {
        link.wait(until: end)
        serve(link)
      }
      if jobs.count == count { expire() }
    }
  }

  // MARK: Requests

  private func begin() {
    guard !jobs.isEmpty else {
      deadline?.set(to: nil)
      return
    }
    deadline?.set(to: Reactor.now + FileDesk.patience)
    send()
  }

  private func send() {
    guard let link, !jobs.isEmpty, !jobs[0].isSent else { return }
    jobs[0].isSent = true
    jobs[0].tries += 1
    let request = jobs[0].request()
    jobs[0].sent = request
    link.send(request.frame())
  }

  private func finish(_ result: Result<(any Sendable)?, FileFailure>) {
    guard !jobs.isEmpty else { return }
    // The completion runs before the next request is made, because the request may depend on what the completion
    // changes.
    let job = jobs.removeFirst()
    job.completion(result)
    begin()
  }

  private func expire() {
    guard let job = jobs.first else { return }
    if job.isSent { giveUp() }
    finish(.failure(.late))
  }

  private func take(_ answer: FileAnswer) {
    switch answer {
    case .names(let names): onNames?(names)
    case .changed: onChange?()
    case .desktop(let layouts): onDesktop?(layouts)
    case .files, .statistics, .written, .lastGood:
      guard let job = jobs.first, job.isSent, let request = job.sent, !side.isBusy else { return }
      pause = FileDesk.shortestPause
      deadline?.set(to: nil)
      let prepare = job.prepare
      guard answer.hasFiles, !isPumping else { return finish(.success(prepare(request, answer))) }
      side.run({ prepare(request, answer) }, { [unowned self] in finish(.success($0)) })
    }
  }

  // MARK: The helper

  /// Starts a helper. Returns a negative errno on failure.
  private func open() -> Int32 { SpareDescriptors.shared.lend(3) { startHelper() } }

  private func startHelper() -> Int32 {
    var ends: [Int32] = [-1, -1]
    let failure = unsafe sw_pair(0, &ends)
    guard failure == 0 else { return failure }
    let child = unsafe sw_fork_helper("switchwayd-file", ends[0], -1)
    if child == 0 { FileHelper.serve(ends[0], setting) }
    close(ends[0])
    guard child >= 0 else {
      close(ends[1])
      return child
    }
    began = Reactor.now
    let link = FileLink(socket: ends[1], child: child)
    self.link = link
    link.watch(by: reactor) { [unowned self, unowned link] in serve(link) }
    askDesktop()
    return 0
  }

  private func start() {
    guard link == nil, stuck.count < FileDesk.mostStuck else { return }
    // A process must not fork while another of its threads may hold locks.
    guard !side.isBusy else { return startLater() }
    let failure = open()
    guard failure == 0 else {
      log?(.error, unsafe "file helper cannot be started: \(String(cString: strerror(-failure)))")
      return startLater()
    }
    if !isPumping { onRestart?() }
    send()
  }

  private func startLater() {
    restart?.set(to: Reactor.now + pause)
    pause = min(pause + pause, FileDesk.longestPause)
  }

  /// Handles the helper's answers, and sends as much as its socket accepts. Restarts the helper if it has ended.
  private func serve(_ link: FileLink) {
    let answers = link.serve()
    for answer in answers where self.link === link { take(answer) }
    guard self.link === link, link.hasEnded else { return }
    log?(.warning, "file helper has ended; starting it again")
    bury(link)
    if !jobs.isEmpty, jobs[0].isSent, !side.isBusy {
      jobs[0].isSent = false
      if jobs[0].tries >= 2 { finish(.failure(.ended)) }
    }
    if isPumping || Reactor.now - began >= FileDesk.longestPause { start() } else { startLater() }
  }

  /// Kills a helper that does not answer.
  private func giveUp() {
    guard let link else { return }
    log?(.error, "file helper does not respond; starting another")
    bury(link)
    restart?.set(to: Reactor.now)
    if isPumping { start() }
  }

  /// Kills a helper and waits for its end in the event loop.
  private func bury(_ link: FileLink) {
    self.link = nil
    link.close()
    let (child, killed) = (link.child, Reactor.now)
    sw_kill_child(child)
    let source = try? reactor.watch(child, for: Reactor.Ready.readable, priority: .control) { [unowned self] _ in
      guard sw_reap_child(child) == 1 else { return }
      let wasFull = stuck.count >= FileDesk.mostStuck
      stuck.removeValue(forKey: child)??.cancel()
      close(child)
      askDesktop()
      if wasFull, self.link == nil { restart?.set(to: Reactor.now) }
      if Reactor.now - killed >= FileDesk.deaf { onThaw?() }
    }
    stuck.updateValue(source, forKey: child)
  }
}
