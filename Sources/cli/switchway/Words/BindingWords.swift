import SwitchwayProtocol

/// Makes a table of what every switch, chord and key does.
enum BindingWords {
  /// Returns the rows, and one more row for each switch that does nothing. Rows of switches come first, in the order of
  /// `switches`.
  static func all(_ rows: [Wire.Binding], switches: [Wire.Explanation.Switch]) -> [Wire.Binding] {
    var others = rows
    var all: [Wire.Binding] = []
    for one in switches {
      let own = others.filter { $0.switchName == one.name }
      others.removeAll { $0.switchName == one.name }
      let nothing = Wire.Binding(switchName: one.name, label: one.label, command: "nothing")
      all += own.isEmpty ? [nothing] : own
    }
    return all + others
  }

  /// Returns a table with one row per gesture: the switch or chord with its label, the gesture and its command.
  ///
  /// - Parameter holders: for each row whose keys belong to an earlier row, the chord of the earlier row.
  static func table(_ rows: [Wire.Binding], holders: [Int: String] = [:]) -> String {
    guard !rows.isEmpty else { return "no switch does anything\n" }
    let cells = rows.enumerated().map { index, row in
      [name(row), gesture(row), holders[index].map(KeyHolders.words) ?? GestureWords.command(row)]
    }
    let names = [""] + cells.map { $0[0] }
    return TextTable.text(zip(cells, names).map { row, before in [row[0] == before ? "" : row[0]] + row.dropFirst() })
  }

  private static func name(_ row: Wire.Binding) -> String {
    let name = row.switchName ?? row.chord ?? ""
    let label = row.label
    // A chord's label consists of its switches' labels and would repeat its name.
    let isSame = label.isEmpty || label.filter { $0 != " " } == name || row.chord != nil
    return Terminal.printable(isSame ? name : "\(name) (\(label))")
  }

  private static func gesture(_ row: Wire.Binding) -> String {
    var gesture = Terminal.printable(row.gesture ?? "")
    if let mode = row.mode { gesture += " in \(Terminal.printable(mode)) mode" }
    if let every = row.every { return "\(gesture) every \(LengthWords.text(every))" }
    if let after = row.after { return "\(gesture) \(LengthWords.text(after))" }
    return gesture
  }
}
