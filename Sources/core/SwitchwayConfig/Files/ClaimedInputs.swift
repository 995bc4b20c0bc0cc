import SwitchwayCore
import SwitchwayYAML

/// The inputs that are written at the switches of a file. They have priority over inherited alternatives: a switch that
/// a person wrote for a button gets this button, even if a switch of the extended profile lists it for devices of
/// another maker.
struct ClaimedInputs {
  /// The meaning of a text such as `pedals/KEY_A` or `pad/abs_x > 60%`: a key has one code but many spellings, and for
  /// an axis only the side matters, not the level.
  private struct Input: Hashable {
    let device: Substring
    let code: UInt16?
    let text: String
  }

  private var inputs: [Input: String] = [:]

  /// - Parameter switches: the entries of a file's `switches`.
  init(_ switches: [YAMLNode.Pair]) {
    for pair in switches {
      guard let input = pair.value.pair("input")?.value else { continue }
      for item in input.items ?? [input] { if let one = Self.input(item) { inputs[one] = pair.name } }
    }
  }

  /// Returns an inherited switch without the alternatives that another switch of the file uses. Its first input always
  /// stays, because it is the main one; if another switch uses it too, this is an error.
  func yielding(_ pair: YAMLNode.Pair) -> YAMLNode.Pair {
    guard !inputs.isEmpty, var fields = pair.value.pairs,
      let index = fields.firstIndex(where: { $0.name == "input" }), let items = fields[index].value.items
    else { return pair }
    let kept =
      items.prefix(1)
      + items.dropFirst().filter { item in
        guard let owner = Self.input(item).flatMap({ inputs[$0] }) else { return true }
        return owner == pair.name
      }
    guard kept.count < items.count else { return pair }
    fields[index].value.content = .sequence(Array(kept))
    var pair = pair
    pair.value.content = .mapping(fields)
    return pair
  }

  private static func input(_ node: YAMLNode) -> Input? {
    guard let text = node.text, text.utf8.count <= 128, let slash = text.firstIndex(of: "/") else { return nil }
    let input = text[text.index(after: slash)...]
    if let code = EventNames.key(String(input)) { return Input(device: text[..<slash], code: code, text: "") }
    let name = input.prefix { !" <>".contains($0) }
    let isNegative = input.contains("<") || input.contains("-")
    let side = name.lowercased().hasPrefix("abs_") ? (isNegative ? "-" : "+") : ""
    return Input(device: text[..<slash], code: nil, text: name.lowercased() + side)
  }
}
