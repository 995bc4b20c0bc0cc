import SwitchwayConfig
import SwitchwayCore
import SwitchwayDevices
import SwitchwayProtocol

/// Plays recordings without a clock, as fast as possible, and writes the lines that the socket would carry.
///
/// These are the lines that a client of `switchwayd --play` receives, except what depends on the clock (the member
/// `sent`), on clients (the member `for`, and the lines `hello`, `state` and `bye`) and on changes of files (the line
/// `config`).
public final class Replay {
  /// It is called when a switch has requested a profile that cannot be used. The present profile stays active.
  public var onRefusal: ((RequestError) -> Void)?

  private let performer: Performer
  private let player: RecordingPlayer
  private let store: ProfileStore
  private let environment: [String: String]
  private var isFinished = false

  /// Makes a replay that is at the start of the recordings. `sink` and `keys` must outlive it.
  ///
  /// - Parameters:
  ///   - store: the profiles for `profile(NAME)` of a switch.
  ///   - environment: the environment of the process, which may name the keyboard's layout.
  ///   - items: the number of items on each page that the client of the replay shows. It shows the first page when the
  ///     first device is attached, and another page after each choice. `nil` if it shows no pages.
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

  /// Plays the next item or, after the last item, the end of the recordings. Returns false after the end.
  public func step() -> Bool {
    if !player.isAtEnd {
      player.step()
    } else if !isFinished {
      isFinished = true
      player.finish()
    }
    return !isFinished
  }

  /// Makes the profile active that a switch has requested, as the daemon does.
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
