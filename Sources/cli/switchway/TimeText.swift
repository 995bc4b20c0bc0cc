import Glibc

/// Moments as text.
enum TimeText {
  /// Seconds since 1970 in a format of strftime(3) with numbers only, in local time or in UTC. `nil` if the system
  /// cannot count the year.
  static func text(_ seconds: time_t, _ format: String, isUTC: Bool = false) -> String? {
    var seconds = seconds
    var parts = unsafe tm()
    guard unsafe (isUTC ? gmtime_r(&seconds, &parts) : localtime_r(&seconds, &parts)) != nil else { return nil }
    var text = [CChar](repeating: 0, count: 32)
    let count = unsafe strftime(&text, text.count, format, &parts)
    return String(decoding: text[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
