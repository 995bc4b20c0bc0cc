import SwitchwayClock
import SwitchwayConfig
import SwitchwayCore

/// What reports tell of past presses: the outcomes of the last ones, and counts by day. It is brought up to date after
/// the lines of an input were sent, so that no front end waits for it.
struct PressRecords {
  private(set) var recent: RecentPresses
  /// nil: presses are not counted.
  var statistics: PressStatistics?
  /// The present date and hour, in local time.
  var today: () -> (day: CalendarDay, hour: Int) = { (CalendarDay(number: 0), 0) }

  init(profile: Profile) { recent = RecentPresses(profile: profile) }

  /// Notes all of them in one call: Swift checks each access to the state of a class.
  mutating func note(_ effects: [Effect]) { for effect in effects { note(effect) } }

  private mutating func note(_ effect: Effect) {
    switch effect {
    case .press, .rejected:
      if case .some = statistics {
        let now = today()
        statistics?.note(effect, on: now.day, hour: now.hour)
      }
      recent.note(effect)
    case .pending, .command: recent.note(effect)
    case .published(let command, _, _, let pageItem, let lit):
      if let pageItem, let lit {
        let choice = RecentPresses.Choice(page: pageItem.page, item: pageItem.item, lit: lit)
        recent.notePublished(command, choice: choice)
      } else if command.word.group == .scan, command.word.name == "scan" {
        recent.notePublished(command, choice: nil)
      }
    case .refused(let command, let reason):
      recent.noteRefusal(of: command, reason)
      guard let press = command.press, case .some = statistics else { return }
      let now = today()
      statistics?.noteRefusal(of: press, reason, on: now.day, hour: now.hour)
    case .asked(let question): recent.noteQuestion(of: question.command)
    case .profileInForce(let profile):
      recent.use(profile)
      statistics?.use(profile)
    default: return
    }
  }
}
