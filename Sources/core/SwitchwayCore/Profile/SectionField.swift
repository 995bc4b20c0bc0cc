import SwitchwayText
import SwitchwayTime

/// A key of a section of profiles: its possible values and its meaning.
///
/// The reader of profiles and its messages use these fields. A test compares switchway.yaml(5) with them.
public struct SectionField<Settings>: Sendable {
  /// One of the settings.
  public typealias Path<Value> = any WritableKeyPath<Settings, Value> & Sendable

  /// The possible values.
  public enum Value: Sendable {
    /// A duration in this range. If `orZero` is true, 0 is also allowed.
    case duration(Path<Microseconds>, ClosedRange<Microseconds>, orZero: Bool)
    /// A whole number from 0 to `most`.
    case count(Path<Int>, most: Int)
    /// `yes` or `no`.
    case flag(Path<Bool>)
    /// A value that only the section's own reader understands. `standard` is the default as written in a profile, if it
    /// is a word or two.
    case other(standard: String?)
    /// One of these words.
    case word(
      [String], get: @Sendable (Settings) -> String, set: @Sendable (_ word: String, inout Settings) -> Void)
  }

  public let name: String
  public let value: Value
  /// A sentence about the meaning of the key.
  public let help: String

  /// The setting that a duration changes, or `nil` for other values.
  public var duration: Path<Microseconds>? { if case .duration(let path, _, _) = value { path } else { nil } }

  /// The value of this key in `settings`, as it is written in a profile.
  public func written(_ settings: Settings) -> String {
    switch value {
    case .duration(let path, _, _): DurationText.written(settings[keyPath: path])
    case .count(let path, _): "\(settings[keyPath: path])"
    case .flag(let path): settings[keyPath: path] ? "yes" : "no"
    case .other(let standard): standard ?? ""
    case .word(_, let get, _): get(settings)
    }
  }

  /// Reads a whole number from 0 to `most` without sign or leading zero. Returns `nil` for any other text.
  public static func number(_ text: String, upTo most: Int) -> Int? {
    text == "0" || CommandShape.isCount(text, upTo: most) ? Int(text) : nil
  }

  /// - Parameter range: the allowed range, in ms.
  static func duration(
    _ name: String, _ path: Path<Microseconds>, _ range: ClosedRange<Int64>, orZero: Bool = false, _ help: String
  ) -> SectionField {
    let range = Microseconds.milliseconds(range.lowerBound) ... .milliseconds(range.upperBound)
    return SectionField(name: name, value: .duration(path, range, orZero: orZero), help: help)
  }

  static func count(_ name: String, _ path: Path<Int>, most: Int, _ help: String) -> SectionField {
    SectionField(name: name, value: .count(path, most: most), help: help)
  }

  static func flag(_ name: String, _ path: Path<Bool>, _ help: String) -> SectionField {
    SectionField(name: name, value: .flag(path), help: help)
  }

  static func other(_ name: String, standard: String? = nil, _ help: String) -> SectionField {
    SectionField(name: name, value: .other(standard: standard), help: help)
  }

  /// Makes a field whose words are the raw values of `Word`.
  static func word<Word: CaseIterable & RawRepresentable<String> & Sendable>(
    _ name: String, _ path: Path<Word>, _ help: String
  ) -> SectionField {
    let value = Value.word(
      Word.allCases.map(\.rawValue), get: { $0[keyPath: path].rawValue },
      set: { word, settings in Word(rawValue: word).map { settings[keyPath: path] = $0 } })
    return SectionField(name: name, value: value, help: help)
  }
}
