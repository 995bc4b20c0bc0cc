import CLinuxInput
import Glibc

/// A front end as a process of its own: it shows what it reads, and answers pings.
package final class FrontEnd {
  package let program: Program

  /// Connects, claims, makes one more request if there is one, and lets a shell go on with the connection.
  package init(_ scene: Scene, claims: String = #""all""#, more: String? = nil) throws {
    let descriptor = unsafe sw_connect_to(scene.socket, 0)
    guard descriptor >= 0 else { throw ProgramError("no connection") }
    defer { close(descriptor) }
    var lines = [#"{"type":"hello","name":"board"}"#, #"{"type":"claim","commands":\#(claims)}"#]
    if let more { lines.append(more) }
    let request = Array(lines.map { $0 + "\n" }.joined().utf8)
    let count = unsafe request.withUnsafeBytes { unsafe sw_send(descriptor, $0.baseAddress, $0.count) }
    guard count == request.count else { throw ProgramError("nothing sent") }
    program = try Program("/bin/sh", ["-c", FrontEnd.script], input: descriptor)
    // Its answers have come, so its claim stands.
    for _ in lines { try program.output.lines { $0.type == "ok" } }
  }

  private static let script = #"""
    while read -r line; do
      case $line in
      *'"type":"ping"'*) n=${line##*:}; echo "{\"type\":\"pong\",\"n\":${n%\}}}" >&0 ;;
      esac
      echo "$line"
    done
    """#
}
