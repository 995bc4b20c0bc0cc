import SwitchwayConfig
import SwitchwayCore
import SwitchwayLayout

/// Checks that the layout of a profile has the letters and signs of the profile's chords. `SwitchwayConfig` cannot
/// check this, because it does not know layouts.
public enum LayoutAudit {
  /// Adds warnings to `result` if the file names a layout: for an unknown layout, for each chord with a letter or a
  /// sign that the layout lacks, and for each chord with the same keys as another one.
  ///
  /// Without a named layout nothing is checked, because the file may be for a machine with another layout.
  public static func audit(_ result: inout LoadResult, environment: [String: String]) {
    guard let profile = result.profile, let keyboard = profile.keyboard, let name = keyboard.layout else { return }
    let reading = LayoutReader.read(name, environment: environment)
    if let failure = reading.failure {
      guard let place = result.places.keyboardValue("layout") else { return }
      result.warn(at: place, failure.message, help: "write an installed layout, for example us")
      return
    }
    for (chord, place) in chords(of: profile, result.places) {
      let missing = reading.keys.missing(from: chord)
      guard !missing.isEmpty, let place else { continue }
      let signs = missing.map { "'\($0)'" }.joined(separator: " and ")
      result.warn(
        at: place, "'\(chord.text)' cannot be pressed: \(signs) is on no key of the layout '\(reading.name)'",
        help: "write a sign that it has, or a key by its place, such as key_z")
    }
    auditSame(&result, keyboard, reading)
  }

  /// Warns about two chords in one mapping that are the same keys on this layout. The first chord is used, as when a
  /// person presses the keys.
  private static func auditSame(_ result: inout LoadResult, _ keyboard: KeyboardSettings, _ reading: LayoutReading) {
    let keys = SameKeys(modifier: keyboard.modifier, layout: reading.keys)
    for mapping in Bindings.KeyMapping.allCases {
      let chords = mapping.entries(of: keyboard).map(\.chord)
      for (chord, holder) in zip(chords, keys.holders(of: chords)) {
        guard let holder = holder.map({ chords[$0].text }),
          let idle = result.places.keyChord(chord.text, in: mapping.rawValue).first,
          let other = result.places.keyChord(holder, in: mapping.rawValue).first
        else { continue }
        // In a file that the profile extends, the person could not fix the problem. So the warning is at the profile's
        // own chord.
        let isOwn = idle.file == other.file
        result.warn(
          at: isOwn ? idle : other,
          "'\(chord.text)' and '\(holder)' are the same key on the layout '\(reading.name)': '\(holder)' counts",
          help: isOwn ? "remove one of them" : "write '\(chord.text)' here instead: that replaces the inherited chord")
      }
    }
  }

  /// All chords of keys, with their positions.
  private static func chords(
    of profile: Profile, _ places: ProfilePlaces
  ) -> [(chord: KeyChord, place: ProfilePlaces.Place?)] {
    guard let keyboard = profile.keyboard else { return [] }
    var found: [(KeyChord, ProfilePlaces.Place?)] = []
    for mapping in Bindings.KeyMapping.allCases {
      for chord in mapping.entries(of: keyboard).map(\.chord) {
        found.append((chord, places.keyChord(chord.text, in: mapping.rawValue).first))
      }
    }
    for one in profile.policy.alone {
      if let chord = one.chord { found.append((chord, places.alone(one.command))) }
    }
    for one in profile.switches {
      for gesture in Gesture.allCases {
        guard let command = one.gestures.command(of: gesture), command.group == .key, gesture != .repeated,
          let chord = command.arguments.first.flatMap({ profile.typedChords[$0] })
        else { continue }
        found.append((chord, places.field(gesture.rawValue, ofSwitch: one.name).first))
      }
    }
    return found
  }
}
