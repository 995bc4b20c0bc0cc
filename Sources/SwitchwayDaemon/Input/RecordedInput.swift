import Glibc
import SwitchwayCore
import SwitchwayDevices
import SwitchwayReport

/// Recordings in place of the machine's devices, in real time or faster: `switchwayd --play`.
///
/// Time is the recordings' own. Before every item the interpreter handles its deadlines, so a late wake-up changes
/// nothing but `sent`, and after a second what is `stale`. What playing itself costs is no lateness: a machine that is
/// too slow for `speed` plays more slowly.
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
  /// When the recordings' time began, on the machine's clock; later by whatever playing has taken too long. nil before.
  private var began: Instant?
  /// Something has been played, or may have been.
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

  /// Begins with the next turn of the loop, so that a client has its first lines.
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

  /// How long this thread has computed: neither waiting nor being stopped counts.
  private static func timeOnProcessor() -> Microseconds {
    var time = timespec()
    unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Microseconds(Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1_000)
  }

  /// Playing took so long. Where the next item is due already, it was the playing that made it late.
  private func delay(by duration: Microseconds) {
    guard let began, let next = player.nextTime, let due = machineTime(of: next) else { return }
    self.began = began + min(duration, max(Reactor.now - due, .zero))
  }

  private func wake() {
    guard !hasEnded else { return }
    // What the machine took to start is no lateness either.
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

  /// When a time of the recordings comes, on the machine's clock; nil where nothing has begun.
  private func machineTime(of time: Instant) -> Instant? {
    // Rounded up: a wake-up must not come before its time.
    began.map { $0 + Microseconds(Int64((Double((time - player.start).value) / speed).rounded(.up))) }
  }

  func profileChanged(at time: Instant) { player.reattach(at: time) }

  func finish() {
    guard !hasEnded else { return }
    hasEnded = true
    performer.interpreter.finish(at: now)
    timer?.set(to: nil)
  }
}
