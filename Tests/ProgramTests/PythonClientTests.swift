import Foundation
import Glibc
import ProgramFixtures
import SwitchwayProtocol
import Testing

/// The library for front ends in Python, with a real daemon.
@Suite("The Python client", .blocking) struct PythonClientTests {
  static let python = ["/usr/bin/python3", "/usr/local/bin/python3"].first {
    FileManager.default.isExecutableFile(atPath: $0)
  }

  /// A program of Python that can import the library.
  func run(_ scene: Scene, _ text: String) throws -> Program {
    let python = try #require(Self.python, "python3 is not installed")
    let file = try scene.file("front-end.py", text)
    return try Program(python, ["-u", file], environment: environment(scene))
  }

  func environment(_ scene: Scene) -> [String: String] {
    [
      "PYTHONPATH": "\(Scene.top)/clients/python", "PYTHONDONTWRITEBYTECODE": "1", "SWITCHWAY_SOCKET": scene.socket,
      "LANG": "C.UTF-8",
    ]
  }

  @Test("it claims, sends, is sent, and is refused with words")
  func claims() throws {
    let scene = try Scene()
    let daemon = try scene.daemon()
    let program = try run(
      scene,
      """
      import switchway
      client = switchway.Client(name="board", claim=["select"], items=3)
      for event in client.events():
          if event["type"] == "connected":
              print(event["hello"]["protocol"], event["state"]["profile"]["label"], client.known_as)
              client.send("select")
              client.send("move", "left")
              try:
                  client.claim(["selct"])
              except switchway.Refused as error:
                  print(error.code, error.reason)
              for text, keys in (("a", None), (None, "ctrl+c"), (None, None)):
                  try:
                      client.type(text, keys)
                  except switchway.Refused as error:
                      print(error.code, error.message[:9], error.reason)
              for more in ({}, {"to": (1, 1)}, {"direction": "down", "notches": 2}, {"direction": "dwn"}):
                  action = "drag" if "to" in more else "scroll" if more else "click"
                  try:
                      client.point(0.5, 1, action, **more)
                  except switchway.Refused as error:
                      print(error.code, error.reason)
              client.claim("all")
              client.send("back")
              print(len(client.get("bindings")))
          elif event["type"] == "command":
              print(event["command"], event["args"], client.acts_on(event))
              if event["command"] == "back":
                  client.close()

      """)
    let result = try program.result()
    #expect(
      result
        == Program.Result(
          status: 0,
          output: """
            1 Test board
            bad-argument unknown-command
            refused type: the policy
            refused type: the policy
            bad-argument type: exp bad-member
            refused policy
            refused policy
            refused policy
            bad-argument unknown-word
            2
            select [] True
            move ['left'] False
            back [] True

            """, errors: ""))
    _ = daemon
  }

  @Test("it answers pings while its events are taken, and keeps its claim")
  func heartbeat() throws {
    let scene = try Scene()
    let daemon = try scene.daemon()
    let program = try run(
      scene,
      """
      import switchway
      for event in switchway.Client(name="board", claim="all").events():
          print(event["type"])

      """)
    try program.output.lines { $0 == "connected" }
    let witness = try Client(scene.socket)
    try witness.lines(until: "state")
    let giveUp = microseconds() + patience
    var began = microseconds()
    while microseconds() < began + 3_500_000 {
      try witness.send(#"{"type":"send","command":"select"}"# + "\n")
      let owner = try witness.answer().last { $0.type == "command" }?.message["for"]
      // A busy machine may stop all of them for longer than the daemon waits for an answer: it begins again then.
      if owner != .string("board") { began = microseconds() }
      try #require(began < giveUp, "a client that answers no ping loses its claim again and again")
      try program.output.lines { $0 == "command" || $0 == "missed" }
      _ = poll(nil, 0, 350)
    }
    _ = daemon
  }

  @Test("an event with a limit of time connects again, too")
  func eventReconnects() throws {
    let scene = try Scene()
    let program = try run(
      scene,
      """
      import switchway
      client = switchway.Client(name="board", claim=["select"])
      print(client.event(0), client.event(0.01), flush=True)
      while True:
          event = client.event(0.05)
          if event and event["type"] in ("connected", "bye", "disconnected"):
              print(event["type"], client.known_as, flush=True)

      """)
    #expect(try program.output.next() == "None None")
    for _ in 1...2 {
      let daemon = try scene.daemon()
      #expect(try program.output.next() == "connected board")
      daemon.signal(SIGTERM)
      #expect(try daemon.end() == 0)
      #expect(try program.output.next() == "bye board")
      #expect(try program.output.next()?.hasPrefix("disconnected") == true)
    }
  }

  @Test("a claim that is refused with the connection is told")
  func refusedAtOnce() throws {
    let scene = try Scene()
    let daemon = try scene.daemon()
    let program = try run(
      scene,
      """
      import switchway
      client = switchway.Client(name="board", claim=["selct"])
      for event in client.events():
          print(event["type"], event.get("code"), client.known_as)
          if event["type"] == "error":
              client.send("select")
          elif event["type"] == "command":
              client.close()
      try:
          switchway.Client(claim=["selct"]).connect()
      except switchway.Refused as error:
          print(error.message[-22:])

      """)
    let result = try program.result()
    let lines = "connected None None\nerror bad-argument None\ncommand None None\ndid you mean 'select'?\n"
    #expect(result == Program.Result(status: 0, output: lines, errors: ""))
    _ = daemon
  }

  @Test("a claim that was lost is made again when the client reads on", arguments: ["None", "['command']"])
  func claimsAgain(observed: String) throws {
    let scene = try Scene()
    let daemon = try scene.daemon()
    let program = try run(
      scene,
      """
      import switchway
      client = switchway.Client(name="board", claim=["select"], observe=\(observed))
      for event in client.events():
          if event["type"] not in ("command", "missed"):
              print(event["type"], flush=True)

      """)
    try program.output.lines { $0 == "connected" }
    program.signal(SIGSTOP)
    let witness = try Client(scene.socket)
    try witness.lines(until: "state")
    func eventuallyOwned(by name: JSONValue) throws {
      try eventually("commands for \(name)") {
        let lines = try witness.answer(to: #"{"type":"send","command":"select"}"#)
        return lines.last { $0.type == "command" }?.message["for"] == name
      }
    }
    try eventuallyOwned(by: .null)
    program.signal(SIGCONT)
    try eventuallyOwned(by: .string("board"))
    daemon.signal(SIGTERM)
    _ = try daemon.end()
    let types = try program.output.lines { $0 == "disconnected" }
    if observed != "None" { #expect(types == ["bye", "disconnected"], "what it did not ask for is not handed on") }
  }

  @Test("what the daemon said last is handed on, also where a claim was to be made again")
  func lastWords() throws {
    let scene = try Scene()
    // A daemon in Python: the real one ends between two reads of a client only by chance.
    let result = try run(
      scene,
      """
      import json, os, socket, threading
      import switchway

      def state(type, *clients):
          return {"type": type, "consumers": [{"client": one, "commands": ["select"]} for one in clients]}

      def serve(listener, gone):
          connection = listener.accept()[0]
          requests = connection.makefile("rw")
          def say(*lines):
              requests.write("".join(json.dumps(line) + "\\n" for line in lines))
              requests.flush()
          say({"type": "hello", "protocol": 1}, state("state"))
          for line in requests:
              request = json.loads(line)
              say({"type": "ok", "id": request["id"], "result": state("state", "board")})
              if request["type"] == "get":
                  break
          say(state("consumer"), {"type": "missed", "count": 1}, {"type": "bye", "reason": "end"})
          requests.close()
          connection.close()
          gone.set()

      listener, gone = socket.socket(socket.AF_UNIX), threading.Event()
      listener.bind(os.environ["SWITCHWAY_SOCKET"] + "-last")
      listener.listen()
      threading.Thread(target=serve, args=(listener, gone)).start()
      client = switchway.Client("board", ["select"], path=listener.getsockname(), reconnect=False)
      for event in client.events():
          gone.wait()
          print(event["type"], event.get("reason"))

      """
    ).result()
    #expect(
      result
        == Program.Result(
          status: 0, output: "connected None\nconsumer None\nmissed None\nbye end\ndisconnected end\n", errors: ""))
  }

  @Test("a loop of asyncio, and one that watches the descriptor")
  func loops() throws {
    let scene = try Scene()
    let daemon = try scene.daemon()
    let asynchronous = try run(
      scene,
      """
      import asyncio, switchway
      async def main():
          client = switchway.Client(name="async", claim=["select"])
          async def later():
              client.send("select")
          async for event in client.aevents():
              if event["type"] == "connected":
                  asyncio.get_running_loop().create_task(later())
              if client.acts_on(event):
                  print(event["command"], flush=True)
                  asyncio.get_running_loop().call_later(0.01, client.close)
          print("end")
      asyncio.run(main())

      """
    ).result()
    #expect(asynchronous == Program.Result(status: 0, output: "select\nend\n", errors: ""))
    let watching = try run(
      scene,
      """
      import select, switchway
      client = switchway.Client(name="poll", claim=["select"])
      client.fileno()
      client.send("select")
      while True:
          while event := client.event(0):
              if client.acts_on(event):
                  print(event["command"])
                  raise SystemExit
          select.select([client], [], [])

      """
    ).result()
    #expect(watching == Program.Result(status: 0, output: "select\n", errors: ""))
    _ = daemon
  }

  @Test("what pip installs is this version")
  func version() throws {
    let project = String(decoding: try Scene.bytes(of: "\(Scene.top)/clients/python/pyproject.toml"), as: UTF8.self)
    #expect(project.contains("\nversion = \"\(ProcessContext.version)\"\n"))
    #expect(project.contains("packages = [\"switchway\"]"))
  }

  @Test("the example, in fewer than twenty lines, chooses, and goes on with another daemon by itself")
  func board() throws {
    let scene = try Scene()
    let path = "\(Scene.top)/clients/python/board.py"
    let lines = String(decoding: try Scene.bytes(of: path), as: UTF8.self).split(
      separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count - 1 < 20)
    let python = try #require(Self.python, "python3 is not installed")
    let board = try Program(python, ["-u", path], environment: environment(scene))
    for item in ["no", "drink"] {
      let daemon = try scene.daemon()
      try board.output.lines { $0 == "connected" }
      let client = try Client(scene.socket)
      try client.lines(until: "state")
      for command in ["next", "select"] { _ = try client.ask(#"{"type":"send","command":"\#(command)"}"#) }
      #expect(try board.output.lines { $0.hasPrefix("chosen") }.suffix(2) == ["> \(item)", "chosen: \(item)"])
      daemon.signal(SIGTERM)
      #expect(try daemon.end() == 0)
      try board.output.lines { $0 == "disconnected" }
    }
  }

  @Test(
    "what cannot be is an error with words",
    arguments: [
      ("switchway.Client(path='/nowhere', reconnect=False).connect()", "no daemon is running: looked for /nowhere"),
      ("next(switchway.Client(path='/nowhere', reconnect=False).events())", "no daemon is running"),
    ])
  func absent(call: String, words: String) throws {
    let scene = try Scene()
    let result = try run(scene, "import switchway\n\(call)\n").result()
    #expect(result.status == 1)
    #expect(result.errors.contains("switchway.Error: \(words)"), "\(result)")
  }

  @Test("a daemon that takes no connection is not waited for longer than for an answer, or than an event")
  func fullBacklog() throws {
    let scene = try Scene()
    let program = try run(
      scene,
      """
      import socket, switchway, switchway.wire
      path = "\(scene.folder)/full"
      daemon = socket.socket(socket.AF_UNIX)
      daemon.bind(path)
      daemon.listen(0)
      others = []
      try:
          while True:
              others.append(socket.socket(socket.AF_UNIX))
              others[-1].setblocking(False)
              others[-1].connect(path)
      except BlockingIOError:
          pass
      client = switchway.Client(path=path)
      print(client.event(0), client.event(0.05))
      switchway.wire.PATIENCE = 0.05
      try:
          client.connect()
      except switchway.Error as error:
          print(str(error).replace(path, "PATH"))
      """)
    #expect(try program.output.rest() == ["None None", "the daemon at PATH takes no connection"])
    #expect(try program.end() == 0)
  }

  @Test("what can be chosen is said with all members")
  func scan() throws {
    let scene = try Scene()
    let result = try run(
      scene,
      """
      import json, switchway
      client = switchway.Client()
      client._ask = lambda type, members: print(type, json.dumps(members)) or {}
      client.scan(8)
      client.scan(0, page=-3, item=2, hold=True)

      """
    ).result()
    #expect(
      result.output
        == #"scan {"items": 8, "page": 0, "item": 0, "hold": false}"# + "\n"
        + #"scan {"items": 0, "page": -3, "item": 2, "hold": true}"# + "\n")
  }

  @Test("places, in order")
  func places() throws {
    let scene = try Scene()
    let call =
      "print(switchway.places({'SWITCHWAY_SOCKET': '/a', 'XDG_RUNTIME_DIR': '/b', 'USER': 'c'}), "
      + "switchway.places({'USER': 'c'}))"
    let result = try run(scene, "import switchway\n\(call)\n").result()
    #expect(result.output == "['/a', '/b/switchway/socket', '/run/switchway/c/socket'] ['/run/switchway/c/socket']\n")
  }
}
