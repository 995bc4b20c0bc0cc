import SwitchwayScanning

/// Languages of the bench of writing, with texts to which nothing was tuned.
public enum WritingLanguage: String, CaseIterable, Sendable {
  case english = "English"
  case german = "German"

  var code: String { self == .english ? "en" : "de" }

  /// The first 1,000 characters of two books. Source: Lewis Carroll, Alice's Adventures in Wonderland (1865); Franz
  /// Kafka, Die Verwandlung (1915).
  public var text: String {
    String(
      (self == .english ? Self.alice : Self.verwandlung).split(separator: "\n").joined(separator: " ").prefix(1_000))
  }

  /// As `us` and `de`, without AltGr.
  var layout: KeyboardLayout {
    let rows: [(first: UInt16, plain: String, shifted: String)] =
      switch self {
      case .english:
        [
          (2, "1234567890-=", "!@#$%^&*()_+"), (16, "qwertyuiop[]", "QWERTYUIOP{}"),
          (30, "asdfghjkl;'`", "ASDFGHJKL:\"~"), (44, "zxcvbnm,./", "ZXCVBNM<>?"),
        ]
      case .german:
        [
          (2, "1234567890ß", "!\"§$%&/()=?"), (16, "qwertzuiopü+", "QWERTZUIOPÜ*"),
          (30, "asdfghjklöä", "ASDFGHJKLÖÄ"), (44, "yxcvbnm,.-", "YXCVBNM;:_"),
        ]
      }
    let space = KeyboardLayout.Stroke(" ", code: 57, needsShift: false, needsAltGr: false)
    return KeyboardLayout(
      [space]
        + rows.flatMap { row in
          [(row.plain, false), (row.shifted, true)].flatMap { texts, shift in
            texts.enumerated().map {
              KeyboardLayout.Stroke($1, code: row.first + UInt16($0), needsShift: shift, needsAltGr: false)
            }
          }
        })
  }

  private static let alice = """
    Alice was beginning to get very tired of sitting by her sister on the bank, and of having nothing to do: once or
    twice she had peeped into the book her sister was reading, but it had no pictures or conversations in it, "and what
    is the use of a book," thought Alice "without pictures or conversations?" So she was considering in her own mind (as
    well as she could, for the hot day made her feel very sleepy and stupid), whether the pleasure of making a
    daisy-chain would be worth the trouble of getting up and picking the daisies, when suddenly a White Rabbit with pink
    eyes ran close by her. There was nothing so very remarkable in that; nor did Alice think it so very much out of the
    way to hear the Rabbit say to itself, "Oh dear! Oh dear! I shall be late!" (when she thought it over afterwards, it
    occurred to her that she ought to have wondered at this, but at the time it all seemed quite natural); but when the
    Rabbit actually took a watch out of its waistcoat-pocket, and looked at it, and then hurried on, Alice started to
    her feet
    """

  private static let verwandlung = """
    Als Gregor Samsa eines Morgens aus unruhigen Träumen erwachte, fand er sich in seinem Bett zu einem ungeheueren
    Ungeziefer verwandelt. Er lag auf seinem panzerartig harten Rücken und sah, wenn er den Kopf ein wenig hob, seinen
    gewölbten, braunen, von bogenförmigen Versteifungen geteilten Bauch, auf dessen Höhe sich die Bettdecke, zum
    gänzlichen Niedergleiten bereit, kaum noch erhalten konnte. Seine vielen, im Vergleich zu seinem sonstigen Umfang
    kläglich dünnen Beine flimmerten ihm hilflos vor den Augen. "Was ist mit mir geschehen?", dachte er. Es war kein
    Traum. Sein Zimmer, ein richtiges, nur etwas zu kleines Menschenzimmer, lag ruhig zwischen den vier wohlbekannten
    Wänden. Über dem Tisch, auf dem eine auseinandergepackte Musterkollektion von Tuchwaren ausgebreitet war - Samsa war
    Reisender -, hing das Bild, das er vor kurzem aus einer illustrierten Zeitschrift ausgeschnitten und in einem
    hübschen, vergoldeten Rahmen untergebracht hatte. Es stellte eine Dame dar, die, mit einem Pelzhut und einer Pelzboa
    versehen, aufrecht dasaß
    """
}
