extension Wire {
  /// The result of the request `get` for `statistics`.
  package struct Statistics: WireValue {
    /// The last presses, the oldest first.
    package var presses: [AnsweredPress]
    package var days: [Day]

    package init(_ members: Members) {
      presses = members.list("presses") ?? []
      days = members.list("days") ?? []
    }

    package var json: JSONValue { .object(["presses": objects(presses), "days": objects(days)]) }
  }

  /// The outcome of a press.
  package struct AnsweredPress: WireValue {
    package var name: String
    package var label: String
    package var pressed: Int64?
    package var time: Int64?
    package var until: Int64?
    /// The length of the press, in µs. `nil` if it is not known.
    package var length: Int64?
    /// The length that the press would have needed, in µs. For a rejected repeat, the time after a release in which
    /// presses are ignored. `nil` if the length was not the reason.
    package var needed: Int64?
    /// What became of the press: `command`, `question`, `rejected` or `pending`.
    package var outcome: String
    package var gesture: String?
    package var command: String?
    package var arguments: [String]?
    package var count: Int64?
    /// A word that says why the press was rejected or is pending. A newer daemon may have other words.
    package var reason: String?
    package var page: Int64?
    package var item: Int64?
    /// The item that was highlighted when the press was decided.
    package var lit: Int64?

    package init(_ members: Members) {
      name = members.text("switch") ?? ""
      label = members.text("label") ?? ""
      pressed = members.number("pressed")
      time = members.number("time")
      until = members.number("until")
      length = members.number("length")
      needed = members.number("needed")
      outcome = members.text("outcome") ?? ""
      gesture = members.text("gesture")
      command = members.text("command")
      arguments = members.texts("args")
      count = members.number("count")
      reason = members.text("reason")
      page = members.number("page")
      item = members.number("item")
      lit = members.number("lit")
    }

    package var json: JSONValue {
      .object([
        "switch": .string(name), "label": .string(label), "pressed": number(pressed), "time": number(time),
        "until": number(until), "length": number(length), "needed": number(needed), "outcome": .string(outcome),
        "gesture": text(gesture), "command": text(command), "args": arguments.map(texts), "count": number(count),
        "reason": text(reason), "page": number(page), "item": number(item), "lit": number(lit),
      ])
    }
  }

  /// The presses of a day.
  package struct Day: WireValue {
    /// The date, such as `2026-11-20`.
    package var day: String
    package var switches: [SwitchDay]

    package init(_ members: Members) {
      day = members.text("day") ?? ""
      switches = members.list("switches") ?? []
    }

    package var json: JSONValue { .object(["day": .string(day), "switches": objects(switches)]) }
  }

  /// How many presses were rejected for each reason, in the daemon's order.
  package struct Refusals: Hashable, Sendable {
    /// A reason as a word, and its number of presses. A newer daemon may have other words.
    package struct Entry: Hashable, Sendable {
      package var reason: String
      package var count: Int64
    }

    package var entries: [Entry]

    init(_ members: Members) {
      entries = members.table("rejected", "a number without a fraction", \.integerValue)
        .map { Entry(reason: $0.0, count: $0.1) }
    }

    var json: JSONValue {
      var members = JSONObject()
      for entry in entries { members[entry.reason] = .integer(entry.count) }
      return .object(members)
    }
  }

  /// The presses of a switch on a day.
  package struct SwitchDay: WireValue {
    package var name: String
    package var presses: Int64
    package var rejected: Refusals
    package var misses: Int64
    package var length: Tally
    package var delay: Tally
    /// The hours of the day with presses. `nil` if the day has no hours, as in statistics of earlier versions.
    package var hours: [Hour]?
    /// The first and the last third of the day's tries, which are accepted and rejected presses. `nil` if they were not
    /// counted.
    package var thirds: [Third]?

    package init(_ members: Members) {
      name = members.text("switch") ?? ""
      presses = members.number("presses") ?? 0
      rejected = Refusals(members)
      misses = members.number("misses") ?? 0
      length = members.value("length") ?? Tally()
      delay = members.value("delay") ?? Tally()
      hours = members.list("hours")
      thirds = members.list("thirds")
    }

    package var json: JSONValue {
      .object([
        "switch": .string(name), "presses": .integer(presses), "rejected": rejected.json, "misses": .integer(misses),
        "length": length.json, "delay": delay.json, "hours": hours.map(objects), "thirds": thirds.map(objects),
      ])
    }
  }

  /// A number of durations, with their mean and their median, in µs.
  package struct Tally: WireValue {
    package var count: Int64 = 0
    package var mean: Int64 = 0
    package var median: Int64 = 0
    package var lowerQuartile: Int64?
    package var upperQuartile: Int64?
    package var shortest: Int64 = 0
    package var longest: Int64 = 0

    package init() {}

    package init(_ members: Members) {
      count = members.number("count") ?? 0
      mean = members.number("mean") ?? 0
      median = members.number("median") ?? 0
      lowerQuartile = members.number("lower-quartile")
      upperQuartile = members.number("upper-quartile")
      shortest = members.number("shortest") ?? 0
      longest = members.number("longest") ?? 0
    }

    package var json: JSONValue {
      .object([
        "count": .integer(count), "mean": .integer(mean), "median": .integer(median),
        "lower-quartile": number(lowerQuartile), "upper-quartile": number(upperQuartile),
        "shortest": .integer(shortest), "longest": .integer(longest),
      ])
    }
  }

  /// The presses of a switch in one hour of a day.
  package struct Hour: WireValue {
    /// The hour in local time, 0 to 23.
    package var hour: Int64?
    package var presses: Int64
    package var rejected: Refusals

    package init(_ members: Members) {
      hour = members.number("hour")
      presses = members.number("presses") ?? 0
      rejected = Refusals(members)
    }

    package var json: JSONValue {
      .object(["hour": number(hour), "presses": .integer(presses), "rejected": rejected.json])
    }
  }

  /// The numbers of one third of a switch's tries on a day.
  package struct Third: WireValue {
    package var presses: Int64
    package var rejected: Int64
    /// The mean length of the presses, in µs.
    package var mean: Int64

    package init(_ members: Members) {
      presses = members.number("presses") ?? 0
      rejected = members.number("rejected") ?? 0
      mean = members.number("mean") ?? 0
    }

    package var json: JSONValue {
      .object(["presses": .integer(presses), "rejected": .integer(rejected), "mean": .integer(mean)])
    }
  }
}
