import SwitchwayDevices

/// Recordings named on the command line.
enum RecordingArguments {
  /// Reads all recordings, and prints their warnings to standard error.
  static func read(_ paths: [String]) throws(CommandFailure) -> [Recording] {
    var recordings: [Recording] = []
    for path in paths {
      try refuseForeign(path)
      do throws(RecordingError) {
        recordings.append(try Recording(path: path))
      } catch {
        throw CommandFailure(
          error.isOfPermission ? .permission : .failed, Terminal.printable(error.message, keepsLines: true))
      }
    }
    for warning in recordings.flatMap(\.warnings) { Terminal.complain(Terminal.printable(warning, keepsLines: true)) }
    return recordings
  }
}
