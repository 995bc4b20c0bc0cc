import Testing

@testable import SwitchwayDaemon

@Suite("Options of the daemon")
struct DaemonOptionsTests {
  struct Row: Sendable {
    var arguments: [String]
    var outcome: DaemonOptions.Outcome
  }

  static func options(_ change: (inout DaemonOptions) -> Void) -> DaemonOptions.Outcome {
    var options = DaemonOptions()
    change(&options)
    return .run(options)
  }

  static let rows: [Row] = [
    Row(arguments: [], outcome: options { _ in }),
    Row(
      arguments: ["--config", "a.yaml", "--socket=/run/s"],
      outcome: options {
        $0.config = "a.yaml"; $0.socket = "/run/s"
      }),
    Row(arguments: ["--session", "always"], outcome: options { $0.session = .always }),
    Row(arguments: ["--session=logind"], outcome: options { _ in }),
    Row(
      arguments: ["--play", "a", "b", "--speed", "2.5", "--no-wait", "--play=c"],
      outcome: options {
        $0.recordings = ["a", "b", "c"]; $0.speed = 2.5; $0.startsAtOnce = true
      }),
    Row(
      arguments: ["--speed=2", "--play=a"],
      outcome: options {
        $0.recordings = ["a"]; $0.speed = 2
      }),
    Row(
      arguments: ["--speed", "2"], outcome: .wrong("--speed: there is nothing to play without --play RECORDING")),
    Row(
      arguments: ["--no-wait", "--config", "a"],
      outcome: .wrong("--no-wait: there is nothing to play without --play RECORDING")),
    Row(arguments: ["--help", "--nonsense"], outcome: .help),
    Row(arguments: ["--version"], outcome: .version),
    Row(arguments: ["extra"], outcome: .wrong("unexpected argument 'extra'")),
    Row(arguments: ["--nonsense"], outcome: .wrong("unknown option '--nonsense'")),
    Row(arguments: ["--config"], outcome: .wrong("option '--config' needs a value")),
    Row(arguments: ["--no-wait=yes"], outcome: .wrong("option '--no-wait' takes no value")),
    Row(arguments: ["--session", "never"], outcome: .wrong("--session: expected 'logind' or 'always', found 'never'")),
    Row(
      arguments: ["--speed", "0"], outcome: .wrong("--speed: expected a number above 0 and at most 1000, found '0'")),
    Row(
      arguments: ["--speed", "nan"],
      outcome: .wrong("--speed: expected a number above 0 and at most 1000, found 'nan'")),
  ]

  @Test("each option, and each mistake", arguments: rows)
  func row(_ row: Row) { #expect(DaemonOptions.parse(row.arguments) == row.outcome) }
}
