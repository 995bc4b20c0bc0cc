import SwitchwayCore
import SwitchwayTime

/// The figures in docs/design/steadying.md, "Trade-offs that no filter removes", for its own simulated people, beside
/// those of the
/// people here, who are fitted to them.
public enum DesignFigures {
  /// One line of the text's tables.
  struct Line: Sendable {
    var name: String
    var kind: PersonKind
    var path: any WritableKeyPath<SteadyingParameters, Microseconds> & Sendable
    /// ms.
    var values: [Int64]
    var measure: @Sendable (Evaluation) -> Double
    var figures: [Double]
    /// The text does not give the dead time for a gate. It is 0 if it would reject half of the trains.
    var ignoreRepeat: Microseconds?
  }

  static let lines: [Line] = [
    Line(
      name: "ignore-repeat: fast double presses, recall", kind: .fastDouble, path: \.ignoreRepeat, values: quiet,
      measure: \.recall, figures: [1, 0.91, 0.81, 0.77, 0.77]),
    Line(
      name: "ignore-repeat: step scanning, recall", kind: .stepScanning, path: \.ignoreRepeat, values: quiet,
      measure: \.recall, figures: [1, 1, 0.95, 0.92, 0.81]),
    Line(
      name: "ignore-repeat: step scanning, false/min", kind: .stepScanning, path: \.ignoreRepeat, values: quiet,
      measure: \.falsePerMinute, figures: [26.8, 4.7, 0.1, 0, 0]),
    Line(
      name: "ignore-repeat: essential tremor, false/min", kind: .essentialTremor, path: \.ignoreRepeat, values: quiet,
      measure: \.falsePerMinute, figures: [29.1, 8.1, 0.7, 0, 0]),
    Line(
      name: "hold-duration: clean, recall", kind: .clean, path: \.holdDuration, values: gates, measure: \.recall,
      figures: [1, 0.97, 0.76, 0.54, 0.04]),
    Line(
      name: "hold-duration: rest tremor, false/min", kind: .restTremor, path: \.holdDuration, values: gates,
      measure: \.falsePerMinute, figures: [37.8, 11.8, 1.2, 0, 0], ignoreRepeat: .zero),
    Line(
      name: "hold-duration: rest tremor, recall", kind: .restTremor, path: \.holdDuration, values: [300],
      measure: \.recall, figures: [0.67], ignoreRepeat: .zero),
    Line(
      name: "hold-duration: brushes, false/min", kind: .brushes, path: \.holdDuration, values: gates,
      measure: \.falsePerMinute, figures: [19.6, 3.3, 0, 0, 0], ignoreRepeat: .zero),
  ]

  private static let quiet: [Int64] = [0, 100, 150, 200, 300]
  private static let gates: [Int64] = [0, 80, 120, 150, 300]

  /// The tables as text. All other parameters have their defaults.
  public static func text(_ bench: Bench) -> String {
    lines.reduce("") { text, line in
      let cells = zip(line.values, line.figures).map { value, figure in
        var parameters = SteadyingParameters()
        if let quiet = line.ignoreRepeat { parameters.ignoreRepeat = quiet }
        parameters[keyPath: line.path] = .milliseconds(value)
        let place = PersonKind.allCases.firstIndex(of: line.kind) ?? 0
        let found = line.measure(bench.fixed(line.name, parameters).kinds[place])
        return "\(value) ms: \(rounded(found)) (\(rounded(figure)))"
      }
      return text + "\(line.name): " + cells.joined(separator: ", ") + "\n"
    }
  }

  /// Two decimals below 2, else one.
  private static func rounded(_ value: Double) -> Double {
    let places = value < 2 ? 100.0 : 10
    return (value * places).rounded() / places
  }
}
