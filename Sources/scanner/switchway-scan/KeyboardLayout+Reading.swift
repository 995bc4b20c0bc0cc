import SwitchwayProtocol
import SwitchwayLayout
import SwitchwayScanning
import SwitchwayText

extension KeyboardLayout {
  /// Reads the layout in which the daemon types. `name`: the layout of the daemon's profile. If it is `nil`, the layout
  /// of the environment or of the system is used, as the daemon does.
  init(named name: String?, environment: [String: String] = ProcessContext.current().environment) {
    self.init(LayoutReader.read(name, environment: environment).keys)
  }

  /// Makes the layout of all characters of `keys` that need at most one dead key. If a character needs a dead key, its
  /// `code` is the key that follows.
  init(_ keys: LayoutKeys) {
    self.init(
      keys.typedCharacters.compactMap { character in
        guard let typing = keys.typing(character), let key = typing.last, typing.count <= 2 else { return nil }
        let deadKey = typing.count == 2 ? typing.first : nil
        return Stroke(
          character, code: key.code, needsShift: key.needsShift, needsAltGr: key.needsAltGr,
          deadKey: deadKey.map { Int($0.code) + ($0.needsShift ? 1 << 16 : 0) + ($0.needsAltGr ? 1 << 17 : 0) })
      })
  }
}
