import Glibc
import SwitchwayCore
import SwitchwayDevices
import SwitchwayEngine
import SwitchwayReactor
import SwitchwayTime

/// Plays recordings instead of the computer's devices, in real time or faster, for `switchwayd --play`.
///
/// All times are times of the recordings. The interpreter handles its due deadlines before each item of a recording, so
/// a late wake-up changes only the member `sent` of commands and, if it is more than a second late, which commands are
/// `stale`. The time that playing itself takes does not count as lateness: a computer that is too slow for `speed`
/// plays more slowly.
final class RecordedInput: InputSource {
  var onActivity: (() -> Void)? {
    get { player.onActivity }
    set { player.onActivity = newValue }
  }
  var onEnd: (() -> Void)?

  private let performer: Performer
  private let player: RecordingPlayer
  private let speed: Double
  private let startsAtOnce: Bool
  private var timer: TimerSource?
  /// The beginning of the recordings on the computer's clock, plus the delays of playing. `nil` before the beginning.
  private var began: Instant?
  /// Whether playing has begun: a part of the recordings may have been played.
  private var isPlaying = false
  private var hasEnded = false

  init(
    _ recordings: [Recording], speed: Double, startsAtOnce: Bool, performer: Performer, reactor: Reactor
  ) throws(Reactor.Failure) {
    self.performer = performer
    self.speed = speed
    self.startsAtOnce = startsAtOnce
    player = RecordingPlayer(recordings, performer: performer)
    timer = try reactor.timer(priority: .devices) { [unowned self] in wake() }
  }

  var now: Instant {
    guard let began else { return player.start }
    return player.start + Microseconds(Int64(Double((Reactor.now - began).value) * speed))
  }

  func start() {
    if startsAtOnce { begin() }
  }

  func clientConnected() { begin() }

  /// Begins to play in the next turn of the loop, so that a client that has just connected receives its first lines
  /// before.
  private func begin() {
    guard began == nil else { return }
    began = Reactor.now
    timer?.set(to: Reactor.now)
  }

  func catchUp() {
    guard began != nil, !hasEnded else { return }
    isPlaying = true
    play(to: now)
  }

  private func play(to time: Instant) {
    let before = Self.timeOnProcessor()
    while let next = player.nextTime, next <= time { player.step() }
    delay(by: Self.timeOnProcessor() - before)
  }

  /// Returns the processor time of this thread, which does not count the time that the thread waits or is stopped.
  private static func timeOnProcessor() -> Microseconds {
    var time = timespec()
    unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Microseconds(Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1_000)
  }

  /// Delays all later items if the next item is already due because playing took `duration`.
  private func delay(by duration: Microseconds) {
    guard let began, let next = player.nextTime, let due = machineTime(of: next) else { return }
    self.began = began + min(duration, max(Reactor.now - due, .zero))
  }

  private func wake() {
    guard !hasEnded else { return }
    // Playing begins at the first wake-up, so the time until then does not count as lateness.
    if !isPlaying { began = Reactor.now }
    isPlaying = true
    let now = now
    play(to: now)
    if player.nextTime == nil {
      hasEnded = true
      player.finish()
      onEnd?()
    } else {
      player.advance(to: now)
    }
    rearm()
  }

  func rearm() {
    guard began != nil, !hasEnded, let item = player.nextTime else {
      if hasEnded { timer?.set(to: nil) }
      return
    }
    timer?.set(to: machineTime(of: performer.nextDeadline.map { min($0, item) } ?? item))
  }

  /// Converts a time of the recordings to the computer's clock. Returns `nil` if playing has not begun.
  private func machineTime(of time: Instant) -> Instant? {
    // The time is rounded up, because a wake-up must not come too early. It is limited, because a very low speed would
    // give a time that does not fit into an integer.
    began.map { $0 + Microseconds(Int64(min((Double((time - player.start).value) / speed).rounded(.up), 1e18))) }
  }

  func profileChanged(at time: Instant) { player.reattach(at: time) }

  func finish() {
    guard !hasEnded else { return }
    hasEnded = true
    performer.handle(.finished(at: now))
    timer?.set(to: nil)
  }
}
