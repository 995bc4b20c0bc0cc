extension Picture {
  /// Writes the text of a picture to a file, as a whole: an error leaves what was there before.
  static func write(_ svg: String, to path: String) throws(CommandFailure) {
    do throws(CommandFailure) {
      let file = try NewFile(path, replaces: true)
      try file.write(svg)
      try file.finish()
    } catch {
      throw CommandFailure(
        error.status, "\(Terminal.printable(path)): the picture cannot be written: \(error.message)")
    }
  }
}
