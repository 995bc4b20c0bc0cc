import Glibc
import SwitchwayCore
import SwitchwayDevices
import SwitchwayEngine
import SwitchwayReactor
import SwitchwayTime

/// Plays recordings instead of the computer's devices, in real time or faster, for `switchwayd --play`.
///
/// Times are those of the recordings. The interpreter handles its deadlines before every item, so a late wake-up
/// changes only `sent` and, after a second, which commands are `stale`. The time that playing itself takes does not
/// count as lateness: a computer that is too slow for `speed` plays more slowly.
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
  /// The beginning of the recordings on the computer's clock, plus the delays of playing. `nil`
  /// before that.
  private var began: Instant?
  /// Whether a part may already have been played.
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

  /// Begins with the next turn of the loop, so that a client receives its first lines before that.
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

  /// The processor time of this thread. Waiting and being stopped do not count.
  private static func timeOnProcessor() -> Microseconds {
    var time = timespec()
    unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Microseconds(Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1_000)
  }

  /// Playing took `duration`. If the next item is already due, playing made it late, and all later items are delayed.
  private func delay(by duration: Microseconds) {
    guard let began, let next = player.nextTime, let due = machineTime(of: next) else { return }
    self.began = began + min(duration, max(Reactor.now - due, .zero))
  }

  private func wake() {
    guard !hasEnded else { return }
    // The time that the machine took to start does not count as lateness either.
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

  /// Converts a time of the recordings to the machine's clock. Returns `nil` if nothing has begun.
  private func machineTime(of time: Instant) -> Instant? {
    // Rounded up, because a wake-up must not come too early. At a very low speed it never comes.
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
