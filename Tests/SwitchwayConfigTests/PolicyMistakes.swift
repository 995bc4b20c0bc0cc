/// Mistakes in the section `policy`.
enum PolicyMistakes {
  static let all: [Mistake] = [
    Mistake(
      "typing that is no yes and no", policy: "typing: maybe",
      "5:11: error: expected 'yes' or 'no' for 'typing', found 'maybe'",
      "help: write for example typing: yes"),
    Mistake("typing that is allowed", policy: "typing: yes"),
    Mistake("typing that is not allowed", policy: "typing: no"),
    Mistake(
      "a policy that is a list",
      """
      switchway: 1
      devices: {box: {match: {kind: pedal}}}
      switches: {ok: {input: box/button-1, tap: select}}
      policy: [never]
      """,
      "4:9: error: expected a mapping for 'policy', found a list",
      "help: write for example policy: {confirm: never}"),
    Mistake(
      "an unknown key of policy", policy: "confrm: never",
      "5:3: error: unknown key 'confrm'",
      "help: did you mean 'confirm'?"),
    Mistake(
      "an unknown word for confirm", policy: "confirm: destuctive",
      "5:12: error: expected 'destructive', 'never' or a list of commands for 'confirm', found 'destuctive'",
      "help: did you mean 'destructive'?"),
    Mistake(
      "a command for confirm", policy: "confirm: restart",
      "5:12: error: expected 'destructive', 'never' or a list of commands for 'confirm', found 'restart'",
      "help: write for example confirm: [restart, power]"),
    Mistake(
      "a mapping for confirm", policy: "confirm: {restart: yes}",
      "5:12: error: expected 'destructive', 'never' or a list of commands for 'confirm', found a mapping",
      "help: write for example confirm: [restart, power]"),
    Mistake(
      "an unknown command in confirm", policy: "confirm: [restart, powr]",
      "5:22: error: unknown command 'powr'",
      "help: did you mean 'power'?"),
    Mistake(
      "an answer that waits for an answer", policy: "confirm: [confirm, lock]",
      "5:13: error: 'confirm' cannot wait for an answer",
      "help: remove it from the list"),
    Mistake(
      "a command twice in confirm", policy: "confirm: [lock, lock]",
      "5:19: warning: 'lock' is already in the list",
      "help: remove it"),
    Mistake(
      "nothing in confirm", policy: #"confirm: [""]"#,
      "5:13: error: expected a command, found nothing",
      "help: write for example confirm: [restart, power]"),
    Mistake(
      "an unknown command while locked", policy: "when-locked: [atention]",
      "5:17: error: unknown command 'atention'",
      "help: did you mean 'attention'?"),
    Mistake(
      "a wrong argument while locked", policy: #"when-locked: ["volume(loud)"]"#,
      "5:17: error: expected 'up', 'down' or 'mute' in 'volume(…)', found 'loud'",
      "help: write for example 'up' there"),
    Mistake(
      "a list within a list", policy: "when-locked: [[attention]]",
      "5:17: error: expected a command, found a list",
      "help: write for example when-locked: [attention]"),
    Mistake(
      "a bridge with a path", policy: "bridge: bridges/onboard",
      "5:11: error: 'bridges/onboard' cannot be the name of a bridge",
      "help: a name is 1 to 64 of the characters A-Z a-z 0-9 - _"),
    Mistake(
      "a bridge that is a list", policy: "bridge: [onboard]",
      "5:11: error: expected text for 'bridge', found a list",
      "help: write for example bridge: onboard"),
    Mistake(
      "alone that is a word", policy: "alone: nothing",
      "5:10: error: expected a mapping for 'alone', found 'nothing'",
      "help: write for example alone: {home: super}"),
    Mistake(
      "an unknown command alone", policy: "alone: {hom: super}",
      "5:11: error: unknown command 'hom'",
      "help: did you mean 'home'?"),
    Mistake(
      "a key where the command belongs", policy: "alone: {f10: menu-bar}",
      "5:11: error: unknown command 'f10'",
      "help: write the command first, then its keys: menu-bar: f10"),
    Mistake(
      "an unknown key alone", policy: "alone: {home: supr}",
      "5:17: error: unknown key 'supr'",
      "help: did you mean 'super'?"),
    Mistake(
      "Tab as a modifier of what is typed", policy: "alone: {find: tab+f}",
      "5:17: error: 'tab' is the key Tab here, not a modifier",
      "help: write for example ctrl+c, or only tab"),
    Mistake(
      "two ordinary keys at once", policy: "alone: {find: f+g}",
      "5:17: error: 'f' is not a modifier; only the last key of a chord can be another key",
      "help: the modifiers are shift, ctrl, alt, altgr, super, fn"),
    Mistake(
      "no keys alone", policy: "alone: {find: }",
      "5:17: error: expected text for 'find', found nothing",
      "help: write for example find: ctrl+f"),
    Mistake(
      "a list of keys alone", policy: "alone: {find: [ctrl, f]}",
      "5:17: error: expected text for 'find', found a list",
      "help: write for example find: ctrl+f"),
    Mistake(
      "a command that lacks its argument, and a key", policy: "alone: {move: lft}",
      "5:11: error: 'move' needs an argument: 'up', 'down', 'left' or 'right'",
      "help: write for example 'move(up)'",
      "5:17: error: unknown key 'lft'",
      "help: did you mean 'left'?"),
    Mistake(
      "one command twice, with blanks", policy: #"alone: {move(left): left, "move( left )": home}"#,
      "5:29: error: repeated command: 'move( left )' is the same as 'move(left)'",
      "help: it is already on line 5; remove one of them"),
    Mistake(
      "a command for the daemon alone", policy: "alone: {confirm: enter, profile(next): f1, key(a): a}",
      "5:11: warning: this line is never used: the daemon does 'confirm' itself, even if a program has claimed it",
      "help: remove it",
      "5:27: warning: this line is never used: the daemon does 'profile' itself, even if a program has claimed it",
      "help: remove it",
      "5:46: warning: this line is never used: the daemon does 'key' itself, even if a program has claimed it",
      "help: remove it"),
  ]
}
