import SwitchwayProtocol
import SwitchwayLayout
import SwitchwayScanning
import SwitchwayText

extension KeyboardLayout {
  /// The layout in which the daemon types: that of its profile; if `nil`, the environment's or the system's, as for the
  /// daemon.
  init(named name: String?, environment: [String: String] = ProcessContext.current().environment) {
    self.init(LayoutReader.read(name, environment: environment).keys)
  }

  /// If a character begins with a dead key, only the last key counts; characters that need two dead keys are left out.
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
