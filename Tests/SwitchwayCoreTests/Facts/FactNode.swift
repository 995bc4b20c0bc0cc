import DeviceFacts
import SwitchwayCore

extension DeviceFact {
  private static func mask(_ codes: [UInt16]) -> UInt64 { codes.reduce(0) { $0 | 1 << UInt64($1) } }

  var capabilities: DeviceCapabilities {
    DeviceCapabilities(
      keys: KeySet(keys), relative: DeviceFact.mask(relative), absolute: DeviceFact.mask(axes.map(\.code)),
      switches: DeviceFact.mask(switches), properties: DeviceFact.mask(properties))
  }

  /// The kind that the classifier finds.
  var classified: DeviceKind {
    DeviceClassifier.kind(name: name, bus: bus, vendor: vendor, product: product, capabilities: capabilities)
  }

  /// The node's description with its true kind.
  var node: DeviceDescription {
    DeviceDescription(
      name: name, bus: bus, vendor: vendor, product: product, version: version, phys: phys, uniq: uniq,
      kind: DeviceKind(rawValue: kind) ?? .other, links: ["/dev/input/by-path/fact-\(phys)"], keys: KeySet(keys),
      axes: axes.map { AxisDescription(code: $0.code, minimum: $0.minimum, maximum: $0.maximum) })
  }

  /// Whether it matches only by id, path or exact name.
  var isGuarded: Bool { kind == "system" || kind == "pointer" }

  static func of(kind: String) -> [DeviceFact] { all.filter { $0.kind == kind } }
}
