import SwitchwayCore
import SwitchwayLayout
import SwitchwayText

/// A keyboard layout as it was read.
package struct LayoutTable: Equatable, Sendable {
  /// The name in the profile, or `nil` if there is none.
  package var name: String?
  package var keys: LayoutKeys
  /// The error, for people.
  package var fault: String?

  package init(name: String?, keys: LayoutKeys, fault: String?) {
    (self.name, self.keys, self.fault) = (name, keys, fault)
  }
}

/// Finds the keyboard layout for a profile.
public enum ProfileLayout {
  /// The layout that the profile names, otherwise the environment's, otherwise the system's.
  ///
  /// If the profile needs no layout, none is read, because that takes some milliseconds.
  static func of(_ profile: Profile, environment: [String: String]) -> LayoutKeys {
    isNeeded(for: profile) ? table(profile.keyboard?.layout, environment: environment).keys : .us
  }

  package static func isNeeded(for profile: Profile) -> Bool {
    profile.keyboard != nil || !profile.typedChords.isEmpty || profile.bridge != nil || profile.policy.allowsTyping
  }

  /// Reads the layout of this name; `nil` means the environment's or the system's.
  package static func table(_ name: String?, environment: [String: String]) -> LayoutTable {
    let reading = LayoutReader.read(name, environment: environment)
    return LayoutTable(name: name, keys: reading.keys, fault: reading.failure?.message)
  }

  /// Finds chords with the same keys, on the layout of this name, otherwise on the environment's or the system's.
  public static func sameKeys(modifier: ChordKey, layout: String?, environment: [String: String]) -> SameKeys {
    SameKeys(modifier: modifier, layout: LayoutReader.read(layout, environment: environment).keys)
  }
}
