/// Mistakes of people who copy from a page, or who do not know YAML: each gets the right remedy.
enum CopiedMistakes {
  static let all: [Mistake] = [
    Mistake(
      "'switches' indented below 'devices'",
      whole: """
        switchway: 1
        devices:
          box: {match: {kind: switch-interface}}
          switches:
            main: {input: box/button-1, tap: select}
        """,
      [
        "4:3: error: 'switches' is indented too far: it is not part of 'devices'",
        "help: start it in the first column, like 'devices', and move the lines below it left by as much",
      ]),
    Mistake(
      "a name that begins with '#'",
      whole: """
        switchway: 1
        devices:
          box:
            match:
              name: #1 Box
        switches: {main: {input: box/button-1, tap: select}}
        """,
      [
        "5:12: error: 'name' has no value: '#' begins a comment",
        "help: put text that contains '#' in quotes: name: \"#1 Box\"",
      ]),
    Mistake(
      "a '#' inside of brackets",
      whole: """
        switchway: 1
        devices: {box: {match: {name: Box #1}}}
        switches: {main: {input: box/button-1, tap: select}}
        """,
      [
        "2:35: error: '#' begins a comment here, and the bracket before it is never closed",
        "help: put the text in quotes: \"Box #1\"",
      ]),
    Mistake(
      "a name that ends at a '#'",
      whole: """
        switchway: 1
        devices:
          box:
            match:
              name: Box #2
        switches: {main: {input: box/button-1, tap: select}}
        """,
      [
        "5:13: warning: 'name' is 'Box': ' #' begins a comment",
        "help: put the text in quotes: name: \"Box #2\"; or write a space after '#'",
      ]),
    Mistake(
      "a colon in a text on a line of its own",
      whole: """
        switchway: 1
        devices: {box: {match: {kind: switch-interface}}}
        switches:
          main:
            label: Box: red
            input: box/button-1
            tap: select
        """,
      ["5:12: error: text that contains ': ' needs quotes", "help: write label: \"Box: red\""]),
    Mistake(
      "a colon in a text inside of braces",
      whole: """
        switchway: 1
        devices: {box: {match: {kind: switch-interface}}}
        switches:
          main: {label: Box: red, input: box/button-1, tap: select}
        """,
      ["4:17: error: text that contains ': ' needs quotes", "help: write label: \"Box: red\""]),
    Mistake(
      "no-break spaces",
      whole: """
        switchway: 1
        devices: {box: {match: {kind: switch-interface}}}
        switches:
          main:
        \u{a0}\u{a0}  input: box/button-1
            label: "Box:\u{a0}red"
            tap:\u{a0}select
        """,
      [
        "5:1: error: this is a no-break space, which only looks like a space",
        "help: replace it with a space; text copied from a web page often has such characters",
        "7:9: error: this is a no-break space, which only looks like a space",
        "help: replace it with a space; text copied from a web page often has such characters",
      ]),
    Mistake(
      "spaces of other kinds, and characters that nobody sees",
      whole: """
        switchway: 1
        devices: {box: {match: {kind: switch-interface}}}
        switches:
          main:
            label: "Box\u{200b}\u{2009}red"  # a\u{200b}
            input:\u{2009}box/button-1
            tap: select\u{200b}
        \u{feff}scan: {style:\u{3000}auto}
        """,
      [
        "6:11: error: this is another kind of space, which only looks like a space",
        "help: replace it with a space; text copied from a web page often has such characters",
        "7:16: error: there is an invisible character here",
        "help: delete it, or type the line again; text copied from a web page often has such characters",
        "8:1: error: there is an invisible character here",
        "help: delete it, or type the line again; text copied from a web page often has such characters",
      ]),
    Mistake(
      "a fence of backticks",
      whole: """
        ```yaml
        switchway: 1
        devices: {box: {match: {kind: switch-interface}}}
        switches: {main: {input: box/button-1, tap: select}}
        ```
        """,
      [
        "1:1: error: this line is markup of the page that the text was copied from, not part of a profile",
        "help: remove the line",
        "5:1: error: this line is markup of the page that the text was copied from, not part of a profile",
        "help: remove the line",
      ]),
    Mistake(
      "a name that looks like an alias",
      whole: """
        switchway: 1
        devices: {box: {match: {name: *Switch}}}
        switches: {main: {input: box/button-1, tap: select}}
        """,
      ["2:31: error: text that begins with '*' or '&' needs quotes", "help: write \"*Switch\""]),
    Mistake(
      "an alias",
      whole: """
        switchway: 1
        devices: {box: {match: &m {kind: pedal}}, two: {match: *m}}
        switches: {main: {input: box/button-1, tap: select}}
        """,
      [
        "2:24: error: anchors ('&name') are not supported", "help: write the value out where it is needed",
        "2:56: error: aliases ('*name') are not supported", "help: also write here what follows '&m'",
      ]),
    Mistake(
      "keys as commands",
      switches:
        "a: {input: box/button-1, tap: Tab, hold: {after: 1s, do: Enter}}\nb: {input: box/button-2, tap: ctrl+c}",
      "5:33: error: unknown command 'Tab'", "help: a key is typed by key(tab)",
      "5:60: error: unknown command 'Enter'", "help: a key is typed by key(enter); 'enter' is a command",
      "6:33: error: unknown command 'ctrl+c'", "help: a key is typed by key(ctrl+c)"),
    Mistake(
      "a decimal comma and a space",
      switches: "a: {input: box/button-1, tap: next, hold: {after: 1,5 s, do: menu}}",
      "5:53: error: expected a duration such as 250ms, found '1,5 s'", "help: write 1.5s, with a point"),
  ]
}
