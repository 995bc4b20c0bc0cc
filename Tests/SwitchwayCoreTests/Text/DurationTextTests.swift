import SwitchwayCore
import SwitchwayText
import SwitchwayTime
import Testing

@Suite("durations as text")
struct DurationTextTests {
  @Test(
    "numbers with units, exact to the microsecond",
    arguments: [
      ("0", 0), ("30ms", 30_000), ("1.5s", 1_500_000), ("1us", 1), ("2min", 120_000_000), ("0.1min", 6_000_000),
      ("-2s", -2_000_000), ("0.000001s", 1), ("1.50000000000000s", 1_500_000), ("150.001ms", 150_001),
      ("86400s", 86_400_000_000), ("0ms", 0), ("007ms", 7_000),
    ] as [(String, Int64)])
  func right(_ text: String, _ value: Int64) throws {
    #expect(try DurationText.parse(text) == Microseconds(value))
  }

  @Test(
    "everything else is refused, with its reason",
    arguments: [
      ("", .notADuration), ("ms", .notADuration), ("30", .missingUnit), ("1.5", .missingUnit), ("30 ms", .notADuration),
      ("30MS", .notADuration), ("30h", .notADuration), ("+30ms", .notADuration), ("--3ms", .notADuration),
      (".5s", .notADuration), ("5.s", .notADuration), ("1.2.3s", .notADuration), ("1e3ms", .notADuration),
      ("٣ms", .notADuration), ("0.5us", .tooFine), ("0.0000001s", .tooFine), ("0.1234567891s", .tooFine),
      ("86400.000001s", .tooLong), ("9999999999999999999999s", .tooLong), ("999999999999min", .tooLong),
    ] as [(String, DurationText.Failure)])
  func wrong(_ text: String, _ failure: DurationText.Failure) {
    #expect(throws: failure) { try DurationText.parse(text) }
  }

  @Test("in words and as written")
  func words() {
    #expect(DurationText.words(.milliseconds(120)) == "0.12 s")
    #expect(DurationText.words(.milliseconds(30)) == "30 ms")
    #expect(DurationText.words(Microseconds(1_500)) == "1.5 ms")
    #expect(DurationText.words(.seconds(-2)) == "-2 s")
    #expect(DurationText.words(Microseconds(7)) == "7 us")
    #expect(DurationText.words(.milliseconds(125)) == "0.125 s")
    #expect(DurationText.words(Microseconds(159_275)) == "0.16 s")
    #expect(DurationText.words(Microseconds(-159_275)) == "-0.16 s")
    #expect(DurationText.words(Microseconds(12_345)) == "12.3 ms")
    #expect(DurationText.words(Microseconds(99_999)) == "0.1 s")
  }

  @Test("durations in one sentence have the same unit")
  func together() {
    #expect(DurationText.written([.milliseconds(89), .milliseconds(90)]) == ["89ms", "90ms"])
    #expect(DurationText.written([.milliseconds(200), .seconds(30)]) == ["0.2s", "30s"])
    #expect(DurationText.written([.zero, .seconds(2)]) == ["0", "2s"])
    #expect(DurationText.written([Microseconds(999), .milliseconds(1)]) == ["0.999ms", "1ms"])
    #expect(DurationText.written([Microseconds(1), Microseconds(2)]) == ["1us", "2us"])
    #expect(DurationText.words(.zero) == "0 ms")
    #expect(DurationText.written(.zero) == "0")
    #expect(DurationText.written(.seconds(2)) == "2s")
    #expect(DurationText.written(.milliseconds(150)) == "150ms")
    #expect(DurationText.written(Microseconds(-1_001)) == "-1001us")
  }
}
