import Glibc

/// Makes the sounds of the cues, as WAV files with one channel. This type is pure.
enum CueSound {
  static let rate = 48_000

  /// A sine tone. `frequency` is in hertz, and 0 means silence. `length` is in milliseconds.
  private typealias Tone = (frequency: Double, length: Int)

  /// A click is short and high, a rejection is two low tones, and the alarm alternates. Length, number and
  /// pitch differ, so that a weak loudspeaker or ear can still tell them apart.
  private static func tones(of cue: Cue) -> [Tone] {
    switch cue {
    case .accepted: [(1_400, 40)]
    case .rejected: [(440, 90), (0, 40), (330, 120)]
    case .attention: Array(repeating: [(880, 250), (660, 250)] as [Tone], count: 4).joined() + [(0, 500)]
    }
  }

  /// Returns the length of the sound of a cue, in microseconds.
  static func length(of cue: Cue) -> Int64 { tones(of: cue).reduce(0) { $0 + Int64($1.length) } * 1_000 }

  /// - Parameter volume: the volume in percent of the loudest sound, 1 to 100.
  static func wave(of cue: Cue, volume: Int) -> [UInt8] {
    let samples = tones(of: cue).flatMap { sine($0, loudness: 32_767 * Double(volume) / 100) }
    let size = 2 * samples.count
    var bytes: [UInt8] = []
    func putName(_ name: String) { bytes += Array(name.utf8) }
    func putNumber(_ number: Int, bytes count: Int) {
      bytes += (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }
    putName("RIFF")
    putNumber(36 + size, bytes: 4)
    putName("WAVEfmt ")
    // These are the size of this part, the format (integers), the number of channels, samples per second, bytes per
    // second, bytes per sample and bits per sample.
    for (number, count) in [(16, 4), (1, 2), (1, 2), (rate, 4), (2 * rate, 4), (2, 2), (16, 2)] {
      putNumber(number, bytes: count)
    }
    putName("data")
    putNumber(size, bytes: 4)
    for sample in samples { putNumber(Int(sample), bytes: 2) }
    return bytes
  }

  private static func sine(_ tone: Tone, loudness: Double) -> [Int16] {
    let count = tone.length * rate / 1_000
    // The tone fades in and out for 5 ms, because a tone that begins or ends abruptly makes a click.
    let edge = 0.005 * Double(rate)
    return (0..<count).map { index in
      let envelope = min(1, Double(index) / edge, Double(count - index) / edge)
      return Int16(loudness * envelope * sin(2 * .pi * tone.frequency * Double(index) / Double(rate)))
    }
  }
}
