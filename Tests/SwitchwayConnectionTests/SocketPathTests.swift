import Fixtures
import SwitchwayProtocol
import Testing

@Suite("Paths of the socket") struct SocketPathTests {
  static let choices: [([String: String], String?, SocketPath?)] = [
    (
      ["RUNTIME_DIRECTORY": "/run/switchway/ann", "XDG_RUNTIME_DIR": "/run/user/1"], nil,
      .own(directory: "/run/switchway/ann")
    ),
    (["RUNTIME_DIRECTORY": "/run/a:/run/b"], nil, .own(directory: "/run/a")),
    // With these ends, a link would be followed.
    (["RUNTIME_DIRECTORY": "/run/a//"], nil, .own(directory: "/run/a")),
    (["RUNTIME_DIRECTORY": "/run/a/."], nil, .own(directory: "/run/a")),
    (["XDG_RUNTIME_DIR": "/run/user/1"], nil, .own(directory: "/run/user/1/switchway")),
    (["XDG_RUNTIME_DIR": "/run/user/1/"], nil, .own(directory: "/run/user/1/switchway")),
    (["RUNTIME_DIRECTORY": "run", "XDG_RUNTIME_DIR": "/run/user/1"], nil, .own(directory: "/run/user/1/switchway")),
    (["XDG_RUNTIME_DIR": "/run/user/1"], "./s", .given(path: "./s")),
    ([:], nil, nil), (["XDG_RUNTIME_DIR": ""], nil, nil),
    (["XDG_RUNTIME_DIR": "tmp", "RUNTIME_DIRECTORY": ""], nil, nil),
    ([:], "", nil), ([:], "/tmp/", nil),
  ]

  @Test("the place to bind: given, the service's, the session's, or none", arguments: choices)
  func toBind(environment: [String: String], explicit: String?, expected: SocketPath?) {
    #expect((try? SocketPath.toBind(environment: environment, explicit: explicit)) == expected)
  }

  @Test("clients look at what they are told, the session's and the system's, in this order")
  func toLookFor() {
    #expect(
      SocketPath.toLookFor(environment: [
        "SWITCHWAY_SOCKET": "./s", "XDG_RUNTIME_DIR": "/run/user/1000", "USER": "ann",
      ]) == ["./s", "/run/user/1000/switchway/socket", "/run/switchway/ann/socket"])
    #expect(SocketPath.toLookFor(environment: ["USER": "../x", "XDG_RUNTIME_DIR": "x", "SWITCHWAY_SOCKET": ""]) == [])
    #expect(SocketPath.toLookFor(environment: ["USER": ".."]) == [])
  }
}
