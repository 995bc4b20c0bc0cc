import SwitchwayConfig
import SwitchwayCore
import SwitchwayDevices
import SwitchwayProtocol

/// Plays recordings without a clock, as fast as possible, and writes the lines that the socket would carry.
///
/// The lines are those that a client of `switchwayd --play` receives, except values that depend on the clock (`sent`),
/// on clients (`for`, `hello`, `state`, `bye`) and on files that change (`config`).
public final class Replay {
  /// It is called when a switch asked for a profile that cannot be used. The present profile stays active.
  public var onRefusal: ((RequestError) -> Void)?

  private let performer: Performer
  private let player: RecordingPlayer
  private let store: ProfileStore
  private let environment: [String: String]
  private var isFinished = false

  /// A replay at the start of the recordings. `sink` and `keys` must outlive it.
  ///
  /// - Parameters:
  ///   - store: the profiles for `profile(NAME)` of a switch.
  ///   - environment: the environment of the process, which may name the keyboard's layout.
  ///   - items: `nil` if the claimant shows no page. Otherwise it shows one with this many items when the first device
  ///     has come, and another one after each choice.
  public init(
    _ recordings: [Recording], profile: Profile, store: ProfileStore, environment: [String: String],
    claims: ReplayClaims, items: Int? = nil, sink: any LineSink, keys: (any KeySink)? = nil
  ) {
    self.store = store
    self.environment = environment
    let layout = ProfileLayout.of(profile, environment: environment)
    performer = Performer(
      profile: profile, layout: layout, audience: .replay(claims), sink: sink, pageItems: items)
    performer.keys = keys
    player = RecordingPlayer(recordings, performer: performer)
    player.onRequest = { [unowned self] in settle() }
  }

  /// Plays the next item, or the end after the last one. Returns false after the end.
  public func step() -> Bool {
    if !player.isAtEnd {
      player.step()
    } else if !isFinished {
      isFinished = true
      player.finish()
    }
    return !isFinished
  }

  /// Performs the requests of a switch, as the daemon does.
  private func settle() {
    guard let request = performer.takeProfileRequest() else { return }
    do throws(RequestError) {
      let chosen = try ProfileChoice.choose(request.name, after: performer.profile.name, in: store)
      guard chosen.profile != performer.profile else { return }
      let layout = ProfileLayout.of(chosen.profile, environment: environment)
      performer.handle(.profile(chosen.profile, layout: layout, at: request.time))
      player.reattach(at: request.time)
    } catch {
      onRefusal?(error)
    }
  }
}
