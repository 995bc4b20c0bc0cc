import SwitchwayJSON

/// A table of what every switch, chord and key does.
enum BindingWords {
  /// The rows, and one for each switch that does nothing, in the order of `switches`.
  static func all(_ rows: [JSONValue], switches: [JSONValue]) -> [JSONValue] {
    var others = rows
    var all: [JSONValue] = []
    for one in switches {
      let own = others.filter { $0["switch"] == one["switch"] }
      others.removeAll { $0["switch"] == one["switch"] }
      let nothing = JSONValue.object([
        "switch": one["switch"] ?? .null, "label": one["label"] ?? .null, "command": "nothing",
      ])
      all += own.isEmpty ? [nothing] : own
    }
    return all + others
  }

  /// One row for each gesture: the switch or chord with its label, the gesture, its command.
  ///
  /// - Parameter holders: for rows with the same keys as an earlier row, the chord of that row.
  static func table(_ rows: [JSONValue], holders: [Int: String] = [:]) -> String {
    guard !rows.isEmpty else { return "no switch does anything\n" }
    let cells = rows.enumerated().map { index, row in
      [name(row), gesture(row), holders[index].map(KeyHolders.words) ?? GestureWords.command(row)]
    }
    let names = [""] + cells.map { $0[0] }
    return TextTable.text(zip(cells, names).map { row, before in [row[0] == before ? "" : row[0]] + row.dropFirst() })
  }

  private static func name(_ row: JSONValue) -> String {
    let name = row["switch"]?.stringValue ?? row.text("chord")
    let label = row.text("label")
    // A chord's label consists of its switches' labels and would repeat its name.
    let isSame = label.isEmpty || label.filter { $0 != " " } == name || row["chord"] != nil
    return Terminal.printable(isSame ? name : "\(name) (\(label))")
  }

  private static func gesture(_ row: JSONValue) -> String {
    var gesture = row.shown("gesture")
    if let mode = row["mode"]?.stringValue { gesture += " in \(Terminal.printable(mode)) mode" }
    if let every = row["every"]?.integerValue { return "\(gesture) every \(LengthWords.text(every))" }
    if let after = row["after"]?.integerValue { return "\(gesture) \(LengthWords.text(after))" }
    return gesture
  }
}
