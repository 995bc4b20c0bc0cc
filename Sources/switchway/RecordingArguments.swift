import SwitchwayDevices

/// Recordings named on the command line.
enum RecordingArguments {
  /// Reads them all; what is doubtful in them goes to standard error.
  static func read(_ paths: [String]) throws(CommandFailure) -> [Recording] {
    var recordings: [Recording] = []
    for path in paths {
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
