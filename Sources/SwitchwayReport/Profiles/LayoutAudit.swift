import SwitchwayConfig
import SwitchwayCore
import SwitchwayLayout

/// Whether the layout that a key-remap file names has what the file's chords need. Config knows no layouts.
public enum LayoutAudit {
  /// Adds warnings to `result` where the file names a layout: that there is none of its name, or each chord with a
  /// letter or a sign that is on none of its keys, and each that is the same key as another. Another machine's own
  /// layout is not known, so nothing is said without one.
  public static func audit(_ result: inout LoadResult, environment: [String: String]) {
    guard let profile = result.profile, let keyboard = profile.keyboard, let name = keyboard.layout else { return }
    let reading = LayoutReader.read(name, environment: environment)
    if let failure = reading.failure {
      guard let place = result.places.keyboardValue("layout") else { return }
      result.warn(at: place, failure.message, help: "write a layout that is there, for example us")
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

  /// Two spellings of one key in one mapping: the first holds, as keyboards look for them.
  private static func auditSame(_ result: inout LoadResult, _ keyboard: KeyboardSettings, _ reading: LayoutReading) {
    let keys = SameKeys(modifier: keyboard.modifier, layout: reading.keys)
    let mappings: [(String, [KeyChord])] = [
      ("bindings", keyboard.bindings.map(\.chord)), ("hold-bindings", keyboard.holdBindings.map(\.chord)),
      ("gesture-bindings", keyboard.gestureBindings.map(\.chord)),
    ]
    for (mapping, chords) in mappings {
      for (chord, holder) in zip(chords, keys.holders(of: chords)) {
        guard let holder = holder.map({ chords[$0].text }),
          let idle = result.places.keyChord(chord.text, in: mapping).first,
          let other = result.places.keyChord(holder, in: mapping).first
        else { continue }
        // What a file extends is not to be mended there.
        let isOwn = idle.file == other.file
        result.warn(
          at: isOwn ? idle : other,
          "'\(chord.text)' and '\(holder)' are the same key on the layout '\(reading.name)': '\(holder)' holds",
          help: isOwn ? "take one of them out" : "write it as '\(chord.text)', which replaces that one")
      }
    }
  }

  /// Every chord of keys, with where it is written.
  private static func chords(
    of profile: Profile, _ places: ProfilePlaces
  ) -> [(chord: KeyChord, place: ProfilePlaces.Place?)] {
    guard let keyboard = profile.keyboard else { return [] }
    var found: [(KeyChord, ProfilePlaces.Place?)] = []
    for binding in keyboard.bindings {
      found.append((binding.chord, places.keyChord(binding.chord.text, in: "bindings").first))
    }
    for binding in keyboard.holdBindings {
      found.append((binding.chord, places.keyChord(binding.chord.text, in: "hold-bindings").first))
    }
    for binding in keyboard.gestureBindings {
      found.append((binding.chord, places.keyChord(binding.chord.text, in: "gesture-bindings").first))
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
