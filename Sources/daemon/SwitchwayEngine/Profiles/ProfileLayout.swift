import SwitchwayCore
import SwitchwayLayout
import SwitchwayText

/// A keyboard layout that was read for a profile.
package struct LayoutTable: Equatable, Sendable {
  /// The layout's name in the profile. `nil` if the profile names none.
  package var name: String?
  package var keys: LayoutKeys
  /// A message that says what is wrong with the layout. `nil` if the layout is usable.
  package var fault: String?

  package init(name: String?, keys: LayoutKeys, fault: String?) {
    (self.name, self.keys, self.fault) = (name, keys, fault)
  }
}

/// Finds the keyboard layout for a profile.
public enum ProfileLayout {
  /// Reads the layout that the profile names. If it names none, reads the layout of the environment or else of the
  /// system.
  ///
  /// If the profile needs no layout, returns the US layout without reading anything, because reading takes some
  /// milliseconds.
  static func of(_ profile: Profile, environment: [String: String]) -> LayoutKeys {
    isNeeded(for: profile) ? table(profile.keyboard?.layout, environment: environment).keys : .us
  }

  package static func isNeeded(for profile: Profile) -> Bool {
    profile.keyboard != nil || !profile.typedChords.isEmpty || profile.bridge != nil || profile.policy.allowsTyping
  }

  /// Reads the layout of this name. `nil` means the layout of the environment or else of the system.
  package static func table(_ name: String?, environment: [String: String]) -> LayoutTable {
    let reading = LayoutReader.read(name, environment: environment)
    return LayoutTable(name: name, keys: reading.keys, fault: reading.failure?.message)
  }

  /// Makes a finder of chords that have the same keys on a layout. `layout` is its name; `nil` means the layout of the
  /// environment or else of the system.
  public static func sameKeys(modifier: ChordKey, layout: String?, environment: [String: String]) -> SameKeys {
    SameKeys(modifier: modifier, layout: LayoutReader.read(layout, environment: environment).keys)
  }
}
