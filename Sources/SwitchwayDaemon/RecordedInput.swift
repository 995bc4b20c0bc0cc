import SwitchwayCore
import SwitchwayDevices

/// Recordings in place of the machine's devices, in real time or faster: `switchwayd --play`.
///
/// Time is the recordings' own. Before every item its deadlines are handled by the engine, so a late wake-up changes
/// nothing but `sent`.
final class RecordedInput: InputSource {
  var onActivity: (() -> Void)? {
    get { player.onActivity }
    set { player.onActivity = newValue }
  }
  var onEnd: (() -> Void)?

  private let engine: Engine
  private let player: RecordingPlayer
  private let speed: Double
  private let startsAtOnce: Bool
  private var timer: TimerSource?
  /// When the first item was played, on the machine's clock; nil before that.
  private var began: Instant?
  private var hasEnded = false

  init(
    _ recordings: [Recording], speed: Double, startsAtOnce: Bool, engine: Engine, reactor: Reactor
  ) throws(Reactor.Failure) {
    self.engine = engine
    self.speed = speed
    self.startsAtOnce = startsAtOnce
    player = RecordingPlayer(recordings, engine: engine)
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
    play(to: now)
  }

  private func play(to time: Instant) {
    while let next = player.nextTime, next <= time { player.step() }
  }

  private func wake() {
    guard !hasEnded else { return }
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
    guard let began, !hasEnded, let item = player.nextTime else {
      if hasEnded { timer?.set(to: nil) }
      return
    }
    let next = engine.nextDeadline.map { min($0, item) } ?? item
    let wait = Double((next - player.start).value) / speed
    // Rounded up: a wake-up must not come before its time.
    timer?.set(to: began + Microseconds(Int64(wait.rounded(.up))))
  }

  func profileChanged(at time: Instant) { player.reattach(at: time) }

  func finish() {
    guard !hasEnded else { return }
    hasEnded = true
    engine.finish(at: now)
    timer?.set(to: nil)
  }
}
