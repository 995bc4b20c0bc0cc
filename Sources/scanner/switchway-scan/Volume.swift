/// Changes the volume of the person's desktop, with a program of the sound server or of ALSA.
struct Volume {
  /// The programs that can change the volume, in the order in which they are tried. Source: wpctl(1) of WirePlumber,
  /// pactl(1) of PulseAudio, amixer(1).
  private static let programs = [
    (name: "wpctl", words: ["set-volume", "--limit", "1.0", "@DEFAULT_AUDIO_SINK@"], up: "5%+", down: "5%-"),
    (name: "pactl", words: ["set-sink-volume", "@DEFAULT_SINK@"], up: "+5%", down: "-5%"),
    (name: "amixer", words: ["--quiet", "set", "Master"], up: "5%+", down: "5%-"),
  ]

  /// The commands that make the sound 5 % louder and quieter: a file and its arguments.
  let louder: [String], quieter: [String]

  /// `nil` if none of the programs is in the folders of `path`, which has the form of PATH.
  init?(path: String) {
    for (name, words, up, down) in Self.programs {
      guard let file = ProgramStart.find(name, path: path) else { continue }
      (louder, quieter) = ([file] + words + [up], [file] + words + [down])
      return
    }
    return nil
  }
}
