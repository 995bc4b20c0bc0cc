import SwitchwayCore
import SwitchwayTime

/// The settings that would have been best for a person, found on the very scene by which they are judged. No
/// calibration can know these, so they are about the limit of the machine.
///
/// Starts with the calibrated settings. Sets one parameter after the other to the value with the highest score, in two
/// passes.
struct Ceiling {
  /// Parameters and the values to try, ms.
  private static let axes:
    [(path: any WritableKeyPath<SteadyingParameters, Microseconds> & Sendable, values: [Int64])] = [
      (\.holdDuration, [0] + Array(stride(from: 40, through: 300, by: 10))),
      (\.ignoreRepeat, Array(stride(from: 0, through: 700, by: 50))),
      (\.override, [0] + Array(stride(from: 110, through: 600, by: 40))),
      (\.overrideGap, [0, 60, 90, 130, 200, 300]),
      (\.debounce, [15, 30, 45, 60, 90]),
      (\.rejoin, [0, 120]),
      (\.neighbour, [0, 50, 70, 90]),
      (\.neighbourMax, [150, 250, 350, 500]),
    ]

  /// The commands with the best settings found. All switches of a person change together.
  static func commands(of scene: Scene, from start: [SteadyingParameters]) -> [SteadyingRun.Command] {
    func run(_ parameters: [SteadyingParameters]) -> (commands: [SteadyingRun.Command], score: Double) {
      let commands = SteadyingRun(contacts: scene.contacts, steadying: parameters, absences: scene.absences).commands
      return (commands, Evaluation(of: commands, in: scene).score)
    }
    var parameters = start
    var best = run(start)
    for _ in 0..<2 {
      for (path, values) in axes {
        let tried = parameters
        for value in values {
          var candidate = tried
          for index in candidate.indices { candidate[index][keyPath: path] = .milliseconds(value) }
          let found = run(candidate)
          if found.score > best.score { (best, parameters) = (found, candidate) }
        }
      }
    }
    return best.commands
  }
}
