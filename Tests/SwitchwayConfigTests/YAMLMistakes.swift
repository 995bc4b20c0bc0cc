/// Files that are no YAML that a profile may be.
enum YAMLMistakes {
  static let all: [Mistake] = [
    Mistake(
      "an empty file", "",
      "1:1: error: the file is empty",
      "help: begin with 'switchway: 1', then 'devices:' and 'switches:'"),
    Mistake(
      "a file of comments only", "# nothing yet",
      "1:1: error: the file is empty",
      "help: begin with 'switchway: 1', then 'devices:' and 'switches:'"),
    Mistake(
      "a list instead of keys", "- select",
      "1:1: error: expected the keys of a profile, found a list",
      "help: begin with 'switchway: 1'"),
    Mistake(
      "a text instead of keys", "select",
      "1:1: error: expected the keys of a profile, found 'select'",
      "help: begin with 'switchway: 1'"),
    Mistake(
      "a bracket that is never closed",
      """
      switchway: 1
      devices: [
      """,
      "2:10: error: the bracket that opens here is never closed",
      "help: close it with the same kind of bracket"),
    Mistake(
      "a brace without a comma",
      """
      switchway: 1
      devices: {box: {match: {kind: pedal} grab: yes}}
      """,
      "2:38: error: expected ',' or '}'",
      "help: close the '{', put ',' between the entries, and quote a value that contains one of , { } [ ]"),
    Mistake(
      "a quote that is never closed",
      """
      switchway: 1
      label: "Two switches
      devices: {}
      """,
      "2:8: error: the quote that opens here is never closed",
      "help: close it with the same quote"),
    Mistake(
      "a tab as indentation",
      """
      switchway: 1
      devices:
      	box: {match: {kind: pedal}}
      """,
      "3:1: error: there is a tab where spaces are expected",
      "help: indent with spaces"),
    Mistake(
      "two colons on one line",
      """
      switchway: 1
      label: Chair: afternoon
      """,
      "2:8: error: text that contains ': ' needs quotes", #"help: write label: "Chair: afternoon""#),
    Mistake(
      "a key without a colon",
      """
      switchway: 1
      devices
      switches: {}
      """,
      "2:1: error: expected ':' after this key",
      "help: write 'KEY: VALUE', with a space after the colon"),
    Mistake(
      "no colon behind the name of a switch",
      switches: """
        a
          # the left one
          input: box/button-1
          tap: next
        """,
      "5:3: error: expected ':' after this key",
      "help: write 'KEY: VALUE', with a space after the colon"),
    Mistake(
      "another sign for the colon behind the name of a switch",
      switches: """
        a;
          input: box/button-1
          tap: next
        """,
      "5:3: error: expected ':' after this key",
      "help: write 'KEY: VALUE', with a space after the colon"),
    Mistake(
      "no colon in a line of a switch",
      switches: """
        a:
          input: box/button-1
          tap next
          hold: {after: 800ms, do: menu}
        """,
      "7:5: error: expected ':' after this key",
      "help: write 'KEY: VALUE', with a space after the colon"),
    Mistake(
      "one brace too many",
      """
      switchway: 1
      devices: {box: {match: {kind: pedal}}}}
      switches: {a: {input: box/button-1, tap: select}}
      """,
      "2:39: error: '}' closes nothing that is open",
      "help: remove it"),
    Mistake(
      "a key that is indented too little",
      """
      switchway: 1
      devices:
          box: {match: {kind: pedal}}
        pad: {match: {kind: pedal}}
      """,
      "4:3: error: expected a key here",
      "help: start keys of one level in the same column; put text that contains quotes or brackets entirely in quotes"),
    Mistake(
      "a name that begins with a star",
      """
      switchway: 1
      devices: {box: {match: {name: *Switch*}}}
      """,
      "2:31: error: text that begins with '*' or '&' needs quotes",
      #"help: write "*Switch*""#),
    Mistake(
      "an unknown escape",
      #"""
      switchway: 1
      label: "C:\wheel"
      """#,
      #"2:11: error: '\' with this character means nothing in double quotes"#,
      #"help: write '\\' for a backslash, or use single quotes"#),
    Mistake(
      "a value that begins with a reserved sign",
      """
      switchway: 1
      label: @home
      """,
      "2:8: error: a value cannot begin with this character",
      "help: put the value in quotes; indent with spaces, not with tabs"),
    Mistake(
      "an anchor and an alias",
      """
      switchway: 1
      devices: {box: &one {match: {kind: pedal}}, pad: *one}
      """,
      "2:16: error: anchors ('&name') are not supported",
      "help: write the value out where it is needed",
      "2:50: error: aliases ('*name') are not supported",
      "help: also write here what follows '&one'"),
    Mistake(
      "a tag", "switchway: !!int 1",
      "1:1: error: no switch chooses anything",
      "help: give one tap: select; activate, choose, perform, key, attention and x- commands also work",
      "1:12: error: tags ('!name') are not supported",
      "help: remove it, or put the text in quotes"),
    Mistake(
      "a merge key",
      """
      switchway: 1
      switches: {a: {<<: {tap: select}}}
      """,
      "2:16: error: merge keys ('<<') are not supported",
      "help: use 'extends' to start from another profile"),
    Mistake(
      "a second document",
      """
      switchway: 1
      ---
      switchway: 1
      """,
      "1:1: error: no switch chooses anything",
      "help: give one tap: select; activate, choose, perform, key, attention and x- commands also work",
      "2:1: error: a second document begins here",
      "help: keep one profile in a file; remove '---'"),
    Mistake(
      "nesting of 17", "[[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]]",
      "1:17: error: nested more than 16 deep",
      "help: a profile needs four levels at most; remove brackets"),
    Mistake(
      "a key that is a list",
      """
      switchway: 1
      ? [a, b]
      : c
      """,
      "2:3: error: a key must be one word, found a list",
      "help: write 'KEY: VALUE'"),
    Mistake(
      "a repeated key",
      """
      switchway: 1
      switches: {a: {input: box/space, tap: select, tap: next}}
      devices: {box: {match: {kind: pedal}}}
      """,
      "2:47: error: repeated key 'tap'",
      "help: it is already on line 2; remove one of them"),
    Mistake(
      "a comma in a command inside braces",
      """
      switchway: 1
      devices: {box: {match: {kind: pedal}}}
      switches:
        a: {input: box/button-1, hold: {do: text(move, word, forward), after: 1s}}
      """,
      "4:39: error: the comma in 'text(move, word, forward)' ends the value inside brackets",
      #"help: put it in quotes: "text(move, word, forward)""#),
    Mistake(
      "a comma in a command inside a list",
      """
      switchway: 1
      policy: {confirm: [power, scroll(down, page), sos]}
      """,
      "2:27: error: the comma in 'scroll(down, page)' ends the value inside brackets",
      #"help: put it in quotes: "scroll(down, page)""#),
  ]
}
