import SwitchwayScanning

extension KeyboardLayout {
  /// A layout of rows of keys, each with its first code: what they type alone, with Shift and with AltGr.
  ///
  /// A blank is a key that types nothing then.
  init(_ rows: [(first: UInt16, plain: String, shifted: String, altGr: String)], more: [Stroke] = []) {
    var strokes = [Stroke(" ", code: 57, needsShift: false, needsAltGr: false)] + more
    for row in rows {
      for (texts, shift, altGr) in [(row.plain, false, false), (row.shifted, true, false), (row.altGr, false, true)] {
        for (index, text) in texts.enumerated() where text != " " && !strokes.contains(where: { $0.text == text }) {
          strokes.append(Stroke(text, code: row.first + UInt16(index), needsShift: shift, needsAltGr: altGr))
        }
      }
    }
    self.init(strokes)
  }

  /// As `us`.
  static let english = KeyboardLayout([
    (2, "1234567890-=", "!@#$%^&*()_+", ""), (16, "qwertyuiop[]", "QWERTYUIOP{}", ""),
    (30, "asdfghjkl;'`", "ASDFGHJKL:\"~", ""), (44, "zxcvbnm,./", "ZXCVBNM<>?", ""),
  ])

  /// As `de`, with its dead acute and a few of its signs with AltGr.
  static let german = KeyboardLayout(
    [
      (2, "1234567890ß", "!\"§$%&/()=?", " ²³   {[]}\\"), (16, "qwertzuiopü+", "QWERTZUIOPÜ*", "@ €"),
      (30, "asdfghjklöä", "ASDFGHJKLÖÄ", ""), (44, "yxcvbnm,.-", "YXCVBNM;:_", ""),
    ],
    more: [("é", false), ("á", false), ("É", true), ("´", false)].map { text, shift in
      Stroke(text, code: text == "´" ? 13 : 18, needsShift: shift, needsAltGr: false, deadKey: 13)
    })

  /// As `fr`: letters with accents and no digits in the first row.
  static let french = KeyboardLayout([
    (2, "&é\"'(-è_çà)=", "1234567890°+", ""), (16, "azertyuiop $", "AZERTYUIOP £", ""),
    (30, "qsdfghjklmù", "QSDFGHJKLM%", ""), (44, "wxcvbn,;:!", "WXCVBN?./§", ""),
  ])

  /// As `ru`.
  static let russian = KeyboardLayout([
    (2, "1234567890-=", "!\"№;%:?*()_+", ""), (16, "йцукенгшщзхъ", "ЙЦУКЕНГШЩЗХЪ", ""),
    (30, "фывапролджэё", "ФЫВАПРОЛДЖЭЁ", ""), (44, "ячсмитьбю.", "ЯЧСМИТЬБЮ,", ""),
  ])
}
