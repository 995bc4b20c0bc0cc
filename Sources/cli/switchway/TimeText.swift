import Glibc

/// Moments as text.
enum TimeText {
  /// Returns a time, given in seconds since 1970, as text in local time or in UTC. `format` is a format of strftime(3)
  /// with numbers only. Returns `nil` if the system cannot represent the year.
  static func text(_ seconds: time_t, _ format: String, isUTC: Bool = false) -> String? {
    var seconds = seconds
    var parts = unsafe tm()
    guard unsafe (isUTC ? gmtime_r(&seconds, &parts) : localtime_r(&seconds, &parts)) != nil else { return nil }
    var text = [CChar](repeating: 0, count: 32)
    let count = unsafe strftime(&text, text.count, format, &parts)
    return String(decoding: text[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
