import ArgumentParser
import Switchway
import SwitchwayProtocol
import SwitchwayEngine

/// The options of `switchway bridge asterics`.
struct AstericsOptions: ParsableArguments {
  /// The commands that are useful for the input methods of the Grid.
  static let usualCommands = ["next", "previous", "move", "select", "choose", "activate"]
  /// The port to which the Grid connects by default.
  private static let usualPort: UInt16 = 8_081
  private static let grid = "https://grid.asterics.eu"

  @Option(help: ArgumentHelp("The port, instead of 8081; 0: any free port.", valueName: "number"))
  var port: UInt16?

  @Option(
    help: ArgumentHelp(
      "The commands that the Grid gets, separated by commas, or all. Default: \(usualCommands.joined(separator: ",")).",
      valueName: "commands"),
    completion: Completions.commands, transform: ClaimArgument.read)
  var claim: ReplayClaims?

  @Option(
    help: ArgumentHelp(
      "The origin of another Grid that may read your commands, such as https://example.org. Can be repeated.",
      valueName: "url"))
  var origin: [String] = []

  var isEmpty: Bool { port == nil && claim == nil && origin.isEmpty }

  func validate() throws {
    if claimed == nil { throw ValidationError("--claim: expected commands separated by commas, or all, found 'none'") }
    for origin in origin where !Self.isOrigin(origin) {
      throw ValidationError(
        "--origin: expected an origin such as https://example.org, found '\(Terminal.printable(origin))'")
    }
  }

  private var claimed: Claim? {
    switch claim ?? .names(Set(Self.usualCommands)) {
    case .all: .all()
    case .names(let names): .commands(names.sorted())
    case .none: nil
    }
  }

  /// Whether a browser could send this as the origin of a page. A page that is a file has the origin `null`.
  private static func isOrigin(_ text: String) -> Bool {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    return text == "null"
      || parts.count == 3 && ["http:", "https:"].contains(parts[0]) && parts[1].isEmpty && !parts[2].isEmpty
        && parts[2].allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-.:[]".contains($0)) }
  }

  /// Returns an origin as a browser sends it: in lower case, without the standard port of its scheme.
  static func asSent(_ origin: String) -> String {
    let origin = origin.lowercased()
    for (scheme, port) in [("https://", ":443"), ("http://", ":80")]
    where origin.hasPrefix(scheme) && origin.hasSuffix(port) && origin.count > scheme.count + port.count {
      return String(origin.dropLast(port.count))
    }
    return origin
  }

  func serve(socket: String?) throws {
    // Connects once, because this throws a detailed message if no daemon answers.
    _ = try DaemonDialogue(socket: socket)
    let server = try StreamServer(
      port: port ?? Self.usualPort, origins: Set(origin.map(Self.asSent)).union([Self.grid]))
    let url = server.port == Self.usualPort ? "" : " with the ARE URL localhost:\(server.port)"
    try StandardOutput.write(
      "serving http://localhost:\(server.port); in the Grid's input options, record an 'AsTeRICS ARE event'\(url); "
        + "Ctrl-C ends it\n")
    var bridge = AstericsBridge(server: server, claim: claimed ?? .all(), socket: socket)
    try bridge.run()
  }
}
