import SwitchwayCore
import SwitchwayTime
import Testing

@testable import SwitchwayWorkbench

@Suite("Simulated people") struct PersonTests {
  @Test("a seed is always the same person, who does the same", arguments: PersonKind.allCases)
  func deterministic(kind: PersonKind) {
    let first = Person(kind, seed: 7)
    let second = Person(kind, seed: 7)
    #expect(first.use(presses: 30) == second.use(presses: 30))
    #expect(first.calibration().scene == second.calibration().scene)
    #expect(first.use(presses: 30) != Person(kind, seed: 8).use(presses: 30))
  }

  @Test("scenes are in order and whole", arguments: PersonKind.allCases)
  func wellFormed(kind: PersonKind) {
    for seed in 1...5 as ClosedRange<UInt64> {
      let person = Person(kind, seed: seed)
      let (session, calibration) = person.calibration()
      #expect(session.fault(switches: calibration.contacts.count) == nil)
      for scene in [calibration, person.use(presses: 40)] {
        for spans in scene.contacts {
          #expect(spans.allSatisfy { $0.start < $0.end && $0.start >= Instant(0) })
          #expect(zip(spans, spans.dropFirst()).allSatisfy { $0.end < $1.start })
        }
        #expect(zip(scene.intents, scene.intents.dropFirst()).allSatisfy { $0.onset <= $1.onset })
        #expect(scene.intents.allSatisfy { $0.onset < $0.release && scene.contacts.indices.contains($0.switchIndex) })
      }
      #expect(person.use(presses: 40).intents.count == 40)
      #expect((20...25).contains(calibration.intents.count))
    }
  }

  @Test("it is hard: wanted and unwanted contacts overlap in length")
  func hard() {
    let overlapping = PersonKind.allCases.filter { kind in
      (1...8 as ClosedRange<UInt64>).contains { seed in
        let scene = Person(kind, seed: seed).use(presses: 60)
        let wanted = scene.contacts.enumerated().flatMap { index, spans in
          spans.filter { span in scene.intents.contains { $0.switchIndex == index && $0.release == span.end } }
        }
        let others = scene.contacts.flatMap { $0 }.filter { !wanted.contains($0) }
        guard let shortest = wanted.map(\.length).min(), let longest = others.map(\.length).max() else { return false }
        return longest > shortest
      }
    }
    #expect(overlapping.count >= 8, "\(overlapping)")
  }

  @Test("fatigue grows")
  func fatigue() {
    let scenes = (1...10 as ClosedRange<UInt64>).map { Person(.fatigue, seed: $0).use(presses: 60) }
    func share(_ part: Range<Double>) -> Int {
      scenes.reduce(0) { sum, scene in
        let from = Instant(Int64(Double(scene.length.value) * part.lowerBound))
        let to = Instant(Int64(Double(scene.length.value) * part.upperBound))
        return sum + scene.contacts[0].count { $0.start >= from && $0.start < to && $0.length < .milliseconds(110) }
      }
    }
    #expect(share(0.75..<1) > 2 * share(0..<0.25))
  }
}
