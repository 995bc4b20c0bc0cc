import Foundation

/// A directory of a test's own, removed with all that is in it.
package final class TemporaryDirectory {
  package let path: String

  package init() throws {
    path = "/tmp/switchway-test-" + UUID().uuidString
    try FileManager.default.createDirectory(
      atPath: path, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }
}
