/// The statistics as a picture: presses by hour, and how long they lasted on each day.
struct StatisticsPicture {
  let course: DayCourse
  /// A switch on a day, with the median and the quartiles of its lengths, µs.
  let lengths: [(day: String, name: String, lower: Int64, median: Int64, upper: Int64)]

  private static let width = 760
  private static let left = 150.0
  private static let room = 560.0
  private static let chart = 200.0

  var svg: String {
    let span = course.span
    let top = span.isEmpty ? 20.0 : 330.0
    let after = top + (lengths.isEmpty ? 0 : 80 + 22 * Double(lengths.count) + 30)
    let height = after + (course.thirds.isEmpty ? 0 : 50 + 20 * Double(course.thirds.count)) + 10
    var picture = Picture(width: Self.width, height: Int(height))
    if span.isEmpty, lengths.isEmpty { picture.text("no press of a switch yet", x: 20, y: 24) }
    if !span.isEmpty { drawHours(on: &picture, span) }
    if !lengths.isEmpty { drawLengths(on: &picture, from: top) }
    if !course.thirds.isEmpty { drawThirds(on: &picture, from: after) }
    return picture.svg
  }

  private func drawHours(on picture: inout Picture, _ span: Range<Int>) {
    picture.text("Presses by hour", x: 20, y: 28, size: 16, isBold: true)
    picture.rectangle(x: Self.left + 200, y: 17, width: 12, height: 12)
    picture.text("accepted", x: Self.left + 218, y: 28)
    picture.rectangle(x: Self.left + 300, y: 17, width: 12, height: 12, .light)
    picture.text("rejected", x: Self.left + 318, y: 28)
    let bottom = 60 + Self.chart
    picture.line(from: (Self.left, 60), to: (Self.left, bottom))
    picture.line(from: (Self.left, bottom), to: (Self.left + Self.room, bottom))
    picture.text("presses", x: Self.left - 8, y: 50, anchor: "end")
    picture.text("\(course.most)", x: Self.left - 8, y: 64, anchor: "end")
    picture.text("0", x: Self.left - 8, y: bottom + 4, anchor: "end")
    let step = Self.room / Double(span.count)
    for (index, hour) in span.enumerated() {
      let x = Self.left + step * Double(index)
      func size(_ count: Int64) -> Double { Double(count) / Double(course.most) * Self.chart }
      let (accepted, rejected) = (size(course.hours[hour].presses), size(course.hours[hour].rejected))
      picture.rectangle(x: x + step * 0.1, y: bottom - accepted, width: step * 0.8, height: accepted)
      picture.rectangle(x: x + step * 0.1, y: bottom - accepted - rejected, width: step * 0.8, height: rejected, .light)
      picture.text("\(hour)", x: x + step / 2, y: bottom + 18, anchor: "middle")
    }
    picture.text("hour of the day", x: Self.left + Self.room / 2, y: bottom + 38, anchor: "middle")
  }

  private func drawLengths(on picture: inout Picture, from top: Double) {
    picture.text("How long presses lasted", x: 20, y: top, size: 16, isBold: true)
    picture.text("the middle half of them as a bar, the median as a line", x: Self.left + 200, y: top)
    let tick = Self.tick(upTo: lengths.map(\.upper).max() ?? 0)
    let step = (Self.room - 80) / Double(tick * 4)
    let bottom = top + 34 + 22 * Double(lengths.count)
    picture.line(from: (Self.left + 20, bottom), to: (Self.left + 20 + Double(tick * 4) * step, bottom))
    for number in 0...4 {
      let x = Self.left + 20 + Double(tick * Int64(number)) * step
      picture.line(from: (x, bottom), to: (x, bottom + 5))
      picture.text(LengthWords.text(tick * Int64(number)), x: x, y: bottom + 19, anchor: "middle")
    }
    picture.text("length of a press", x: Self.left + 20 + Double(tick * 2) * step, y: bottom + 37, anchor: "middle")
    for (index, one) in lengths.enumerated() {
      let y = top + 34 + 22 * Double(index)
      picture.text("\(one.day) \(one.name)", x: 20, y: y)
      let x = Self.left + 20 + Double(one.lower) * step
      picture.rectangle(x: x, y: y - 11, width: max(Double(one.upper &- one.lower) * step, 2), height: 14)
      let middle = Self.left + 20 + Double(one.median) * step
      picture.line(from: (middle, y - 14), to: (middle, y + 6), .limit)
      picture.text(LengthWords.measured(one.median), x: Self.left + 30 + Double(one.upper) * step, y: y)
    }
  }

  /// A quarter of an axis on which `length` fits, in µs: 1, 2 or 5 times a power of ten, at most 50,000 s.
  private static func tick(upTo length: Int64) -> Int64 {
    let ticks = (4...10).flatMap { power in
      [1, 2, 5].map { (0..<power).reduce(Int64($0)) { number, _ in number * 10 } }
    }
    return ticks.first { $0 * 4 >= length } ?? ticks[ticks.count - 1]
  }

  private func drawThirds(on picture: inout Picture, from top: Double) {
    picture.text("From the first to the last third of a day's presses", x: 20, y: top, size: 16, isBold: true)
    for (index, one) in course.thirds.enumerated() {
      let words =
        "\(one.day) \(one.name): \(LengthWords.measured(one.first.mean)) to \(LengthWords.measured(one.last.mean)), "
        + "rejected \(one.first.share) % to \(one.last.share) %: \(DayCourse.change(one.first, one.last))"
      picture.text(words, x: 20, y: top + 28 + 20 * Double(index))
    }
  }
}
