import SwitchwayConfig
import SwitchwayCore
import SwitchwayProtocol

// Explains the section `keyboard` of a profile.
extension ProfileExplanation {
  /// Appends the section `keyboard`, or `null`: `{"devices","modifier","layout","unbound-chord","tab-repeat","sticky",
  /// "panic","bindings","places"}`. `bindings` are the rows of `get` `bindings`, each with `places`: the positions of
  /// the chord (`name`) and of its `alone`, if a file has one.
  static func writeKeyboard(of profile: Profile, _ places: ProfilePlaces, into line: inout LineBuffer) {
    guard let keyboard = profile.keyboard else {
      line.put("null")
      return
    }
    line.put(#"{"devices":"#)
    switch keyboard.devices {
    case .everyKeyboard: line.put(#""all""#)
    case .only(let entries): line.put(EscapedList(entries.map { profile.devices[$0].name }))
    }
    line.put(#","modifier":"#, EscapedText(KeyChordText.text(of: keyboard.modifier)))
    if let layout = keyboard.layout {
      line.put(#","layout":"#, EscapedText(layout))
    }
    line.put(#","unbound-chord":"#, EscapedText(keyboard.unboundChord.rawValue))
    line.put(#","tab-repeat":"#, keyboard.repeatsTab)
    line.put(#","sticky":"#, keyboard.isSticky)
    if let panic = keyboard.panic {
      line.put(#","panic":"#, EscapedText(KeyChordText.text(of: panic)))
    }
    line.put(#","bindings":["#)
    var isFirst = true
    for mapping in Bindings.KeyMapping.allCases {
      for row in Bindings.keys(of: profile, in: mapping) {
        line.put(isFirst ? "{" : ",{")
        isFirst = false
        line.putMembers(of: row)
        line.put(#","places":{"name":"#)
        put(places.keyChord(row.chord, in: mapping.rawValue), into: &line)
        if let command = try? CommandVocabulary.command(name: row.command, arguments: row.arguments),
          let place = places.alone(command)
        {
          line.put(#","alone":"#)
          put([place], into: &line)
        }
        line.put("}}")
      }
    }
    line.put(#"],"places":{"#)
    isFirst = true
    for key in ["devices", "layout", "modifier", "unbound-chord", "tab-repeat", "sticky", "panic"] {
      guard let place = places.keyboard(key) else { continue }
      put(key, isFirst: &isFirst, into: &line)
      put([place], into: &line)
    }
    line.put("}}")
  }
}
