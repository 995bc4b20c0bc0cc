import SwitchwayClock
import Testing

@testable import SwitchwayScanning

/// The panel's page of programs.
@Suite struct ProgramsPageTests {
  private static func programs(_ names: [String]) -> [InstalledProgram] {
    names.map { InstalledProgram(id: "\($0.lowercased()).desktop", name: $0, words: [$0.lowercased()]) }
  }

  private static let few = programs(["Mousepad", "chromium", "Atril"])
  private static let many = programs(
    (UInt8(ascii: "a")...UInt8(ascii: "u")).flatMap { letter in
      ["o", "u"].map { "\(Character(Unicode.Scalar(letter)))\($0)" }
    })

  /// At that page.
  private func stage(_ programs: [InstalledProgram] = few) -> Stage {
    var stage = Stage(.auto)
    stage.tell(.programs(programs))
    open(&stage)
    return stage
  }

  private func open(_ stage: inout Stage) {
    stage.wait(400)
    stage.choose("panel")
    stage.choose("programs")
  }

  private func start(_ stage: inout Stage, _ label: String) {
    stage.choose(label)
    stage.tell(.acted(attempt: stage.attempt, .done))
    stage.wait(2_000)
  }

  @Test("the bar offers programs when they were read, and if there are any")
  func offered() {
    var stage = Stage(.auto)
    stage.choose("panel")
    stage.tell(.programs([]))
    #expect(stage.shown == "[call for help] back system out")
    stage.tell(.programs(Self.few))
    #expect(stage.shown == "[call for help] back programs system out")
  }

  @Test("apps is this page, where there are programs")
  func apps() {
    var stage = Stage(.auto)
    stage.give("apps", item: 0)
    #expect(stage.shown == "[tools] text help panel" && stage.light?.look == .rejected)
    stage.tell(.programs(Self.few))
    stage.give("apps", item: 0)
    #expect(stage.shown == "[Atril] chromium Mousepad out")
  }

  @Test("they are read anew, stand by letter, and the one that is chosen starts")
  func chosen() {
    var stage = stage()
    #expect(stage.take().contains("list programs") && stage.shown == "[Atril] chromium Mousepad out")
    stage.choose("chromium")
    #expect(stage.take() == ["start chromium.desktop"])
    stage.tell(.acted(attempt: stage.attempt, .done))
    stage.show(pages(item("address")), id: 2)
    stage.wait(300)
    #expect(stage.shown == "[address] panel")
  }

  @Test("they stand as in a book: capitals beside small letters, ä beside a, ß as ss, whole words before longer ones")
  func sorted() {
    let names = [
      "7-Zip", "Ærø", "A\u{308}pfel", "Arzt", "arztbrief", "Ärzte", "edge", "Élan", "Elanus", "GIMP", "Image Viewer",
      "ImageMagick", "Łódź", "Lodz Map", "Öl", "Oper", "Strasse", "Straße", "Strassen", "STRAẞENKARTE", "Übersetzer",
      "Uhr", "Zoom", "Почта",
    ]
    for order in [names, names.reversed()] {
      #expect(stage(Self.programs(order)).session.panel.programs?.map(\.name) == names)
    }
  }

  @Test("a program that cannot start is told until the next choice")
  func failure() {
    var stage = stage()
    start(&stage, "Atril")
    stage.tell(.failed(.notStarted("Atril")))
    #expect(stage.message == .notStarted("Atril") && stage.shown == "[tools] text help panel")
    stage.choose("help")
    #expect(stage.message == nil)
  }

  @Test("those that were started from here come first, the last one first, and all stay by letter")
  func last() {
    var stage = stage(Self.many)
    for group in [0, 2] {
      stage.choose(group)
      let label = stage.light?.places[1].label ?? ""
      start(&stage, label)
      open(&stage)
      #expect(stage.light?.places.first?.label == label)
    }
    #expect((stage.light?.places.count ?? 0) <= Group.limit && stage.light?.places.last?.label == "out")
  }

  @Test("every program of 400 is reached, by pages of eight places at most, and groups say their letters")
  func all() {
    let names = (0..<400).map { "\(Character(Unicode.Scalar(UInt8(65 + $0 % 26)))) \($0)" }
    let stage = stage(Self.programs(names))
    var (found, most, labels): (Set<String>, Int, [String]) = ([], 0, [])
    func visit(_ places: [Place]) {
      most = max(most, places.count)
      for place in places {
        switch place {
        case .program(let program): found.insert(program.name)
        case .group(let group):
          labels.append(place.label)
          visit(group.places)
        default: break
        }
      }
    }
    visit(stage.light?.places ?? [])
    #expect(found == Set(names) && most <= Group.limit)
    #expect(labels.first == "A – D" && labels.allSatisfy { $0.contains(" – ") })
  }

  @Test("programs that were read anew while the page is there change it only if they are others")
  func again() {
    var stage = stage()
    let page = stage.page
    stage.tell(.programs(Self.few))
    #expect(stage.page == page)
    stage.tell(.programs(Self.few.dropLast() + []))
    #expect(stage.page == page + 1 && stage.shown == "[chromium] Mousepad out")
  }
}
