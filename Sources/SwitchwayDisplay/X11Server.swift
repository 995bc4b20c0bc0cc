import CLibxcb
import Glibc

/// What an X11 server is asked once, when it is opened. These functions wait for its answer.
enum X11Server {
  private static let names = [
    "_NET_WM_WINDOW_TYPE", "_NET_WM_WINDOW_TYPE_DOCK", "_NET_WM_STRUT", "_NET_WM_STRUT_PARTIAL", "_NET_WM_STATE",
    "_NET_WM_STATE_STICKY", "_NET_WM_STATE_ABOVE", "_NET_WM_DESKTOP", "_NET_WM_NAME", "UTF8_STRING",
  ]

  /// The numbers of the atoms by their names.
  static func atoms(of connection: OpaquePointer) -> [String: UInt32] {
    let cookies = names.map { name in
      unsafe xcb_intern_atom(connection, 0, UInt16(name.utf8.count), name)
    }
    var atoms: [String: UInt32] = [:]
    for (name, cookie) in zip(names, cookies) {
      guard let reply = unsafe xcb_intern_atom_reply(connection, cookie, nil) else { continue }
      atoms[name] = unsafe reply.pointee.atom
      unsafe free(reply)
    }
    return atoms
  }

  /// The number of an extension's first event; nil: the server lacks it.
  static func firstEvent(of name: String, on connection: OpaquePointer) -> UInt8? {
    let cookie = unsafe xcb_query_extension(connection, UInt16(name.utf8.count), name)
    guard let reply = unsafe xcb_query_extension_reply(connection, cookie, nil) else { return nil }
    defer { unsafe free(reply) }
    return unsafe reply.pointee.present != 0 ? reply.pointee.first_event : nil
  }
}
