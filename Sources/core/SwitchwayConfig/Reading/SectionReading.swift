import SwitchwayCore
import SwitchwayYAML

extension Findings {
  /// Reads a key of a section into `settings`. Returns whether its value is valid; otherwise the setting does not
  /// change. Does not read a key whose value only the section's own reader understands.
  @discardableResult
  func read<Settings>(
    _ pair: YAMLNode.Pair, of fields: [SectionField<Settings>], into settings: inout Settings
  ) -> Bool {
    guard let field = fields.first(where: { $0.name == pair.name }) else { return false }
    switch field.value {
    case .duration(let path, let range, let orZero):
      return duration(pair, in: range, orZero: orZero).map { settings[keyPath: path] = $0 } != nil
    case .count(let path, let most):
      return count(pair, upTo: most, example: settings[keyPath: path]).map { settings[keyPath: path] = $0 } != nil
    case .flag(let path):
      let word = word(pair.value, for: pair.name, among: ["yes", "no"])
      return word.map { settings[keyPath: path] = $0 == "yes" } != nil
    case .other: return false
    case .word(let words, _, let set):
      return word(pair.value, for: pair.name, among: words).map { set($0, &settings) } != nil
    }
  }

  private func count(_ pair: YAMLNode.Pair, upTo most: Int, example: Int) -> Int? {
    if let count = pair.value.text.flatMap({ SectionField<Int>.number($0, upTo: most) }) { return count }
    error(
      pair.value, "expected a whole number from 0 to \(most) for '\(pair.name)', found \(pair.value.words)",
      help: "write for example \(pair.name): \(example); with 0 it never stops")
    return nil
  }
}
