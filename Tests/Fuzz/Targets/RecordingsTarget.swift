import SwitchwayCore
import SwitchwayDevices
import SwitchwayEngine
import SwitchwayProtocol
import SwitchwayTime

/// Recordings: read, and what could be read played through the engine, switches and keyboards.
final class RecordingsTarget: FuzzTarget {
  /// Longer ones repeat and repeat: two minutes, by the first and the last time.
  private static let longest = Microseconds.seconds(120)

  init() { _ = FuzzProfiles.all }

  func run(_ bytes: [UInt8]) {
    let recording: Recording
    do throws(RecordingError) {
      recording = try Recording(bytes, file: "fuzz")
    } catch {
      if error.message.isEmpty { found("an error without a word") }
      return
    }
    let times = recording.items.flatMap { [$0.time, $0.end] } + (recording.start.map { [$0] } ?? [])
    guard let first = times.min(), let last = times.max(), last - first <= RecordingsTarget.longest else { return }
    let profiles = FuzzProfiles.all
    let profile = profiles[bytes.count % profiles.count]
    let claims: ReplayClaims = [.all, .none, .names(["next", "gesture", "find"])][bytes.count % 3]
    RecordingsTarget.play([recording], profile, claims)
    // Two equal devices, and a profile for which all is a switch.
    RecordingsTarget.play([recording, recording], profiles[0], claims)
  }

  /// Plays recordings to their end, and holds what comes of them to what is true of any.
  static func play(_ recordings: [Recording], _ profile: Profile, _ claims: ReplayClaims) {
    let sink = CheckedSink()
    let engine = Performer(profile: profile, audience: .replay(claims), sink: sink)
    engine.keys = sink
    let player = RecordingPlayer(recordings, performer: engine)
    while player.nextTime != nil {
      player.step()
      sink.settle()
    }
    player.finish()
    sink.end()
    sink.onLine = { _, line in found("after the end: \(line.text)") }
    for _ in 0..<100 { if let due = engine.nextDeadline { engine.handle(.time(due)) } }
    sink.end()
  }
}
