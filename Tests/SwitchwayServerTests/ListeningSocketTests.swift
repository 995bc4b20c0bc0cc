import CLinuxInput
import Fixtures
import Foundation
import Glibc
import SwitchwayProtocol
import Synchronization
import Testing

@testable import SwitchwayServer

@Suite struct ListeningSocketTests {
  private func failure(_ path: SocketPath) -> ListeningSocketError? {
    do throws(ListeningSocketError) {
      _ = try ListeningSocket(path)
      return nil
    } catch {
      return error
    }
  }

  private func mode(_ path: String) -> mode_t? {
    var status = stat()
    return unsafe lstat(path, &status) == 0 ? status.st_mode & 0o7777 : nil
  }

  private func write(_ text: String, to path: String) {
    let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
    #expect(descriptor >= 0)
    let bytes = Array(text.utf8)
    let count = unsafe bytes.withUnsafeBytes { raw in unsafe Glibc.write(descriptor, raw.baseAddress, raw.count) }
    #expect(count == bytes.count)
    close(descriptor)
  }

  @Test("the directory is made for its owner alone, and so is the socket")
  func modes() throws {
    let directory = try TemporaryDirectory()
    let socket = try ListeningSocket(.own(directory: directory.path + "/own"))
    #expect(mode(directory.path + "/own") == 0o700)
    #expect(mode(socket.path) == 0o600)
    #expect(mode(socket.path + ".lock") == 0o600)
    #expect(!socket.wasRemoved())
    socket.close()
    #expect(mode(socket.path) == nil)
    #expect(!socket.wasRemoved())
  }

  @Test("a live instance is not disturbed")
  func live() throws {
    let directory = try TemporaryDirectory()
    let path = SocketPath.own(directory: directory.path + "/own")
    let first = try ListeningSocket(path)
    #expect(failure(path) == .inUse(path: path.path))
    #expect(!first.wasRemoved())
    // Even where somebody has taken its lock file away.
    unsafe unlink(path.path + ".lock")
    #expect(failure(path) == .inUse(path: path.path))
    first.close()
    #expect(failure(path) == nil)
  }

  @Test("whoever finds the socket's file can connect")
  func connectable() throws {
    let directory = try TemporaryDirectory()
    let folders = (0..<100).map { "\(directory.path)/\($0)" }
    let found = Atomic(0)
    let isOver = Atomic(false)
    Thread.detachNewThread {
      for (index, folder) in folders.enumerated() {
        guard let socket = try? ListeningSocket(.own(directory: folder)) else { break }
        while found.load(ordering: .relaxed) <= index { sched_yield() }
        socket.close()
      }
      isOver.store(true, ordering: .relaxed)
    }
    for (index, folder) in folders.enumerated() {
      while unsafe access(folder + "/socket", F_OK) != 0, !isOver.load(ordering: .relaxed) { sched_yield() }
      let client = unsafe sw_connect_to(folder + "/socket", 1)
      #expect(client >= 0, "folder \(index)")
      if client >= 0 { close(client) }
      found.store(index + 1, ordering: .relaxed)
    }
  }

  @Test("a stale socket is replaced")
  func stale() throws {
    let directory = try TemporaryDirectory()
    let path = directory.path + "/socket"
    let dead = unsafe sw_listen_at(path, 1)
    #expect(dead >= 0)
    shutdown(dead, Int32(SHUT_RDWR))
    close(dead)
    // One that was killed before its socket got its name, or that starts at "socket2" now, has another one.
    let other = directory.path + "/socke~"
    #expect(unsafe link(path, other) == 0)
    let socket = try ListeningSocket(.own(directory: directory.path))
    let client = unsafe sw_connect_to(socket.path, 1)
    #expect(client >= 0)
    close(client)
    #expect(mode(other) != nil)
  }

  @Test("whatever else is in the place stays there, and is named")
  func occupied() throws {
    for (kind, make) in [
      ("a file", { write("mine", to: $0) }), ("a directory", { unsafe mkdir($0, 0o700) }),
      ("a link", { unsafe symlink("/nowhere", $0) }), ("a FIFO", { unsafe mkfifo($0, 0o600) }),
    ] as [(String, (String) -> Void)] {
      let directory = try TemporaryDirectory()
      let path = directory.path + "/socket"
      make(path)
      #expect(
        failure(.own(directory: directory.path))
          == .unusable("\(path): expected a socket or nothing, found \(kind)", help: "move it away"))
      #expect(mode(path) != nil)
    }
  }

  @Test("a directory that others may enter is refused with its mend")
  func openDirectory() throws {
    let directory = try TemporaryDirectory()
    let own = directory.path + "/own"
    unsafe mkdir(own, 0o700)
    for mode in [0o755, 0o710, 0o701] as [mode_t] {
      unsafe chmod(own, mode)
      let digits = "0" + String(mode, radix: 8)
      #expect(
        failure(.own(directory: own))
          == .unusable("\(own): others may enter the directory (mode \(digits))", help: "chmod 700 \(own)"))
    }
  }

  @Test("a link or a file instead of the directory is refused")
  func linkedDirectory() throws {
    let directory = try TemporaryDirectory()
    let own = directory.path + "/own"
    unsafe symlink(directory.path, own)
    let expected = ListeningSocketError.unusable(
      "\(own): expected a directory, found something else or a link", help: "remove it, then start again")
    #expect(failure(.own(directory: own)) == expected)
    unsafe unlink(own)
    write("x", to: own)
    #expect(failure(.own(directory: own)) == expected)
  }

  @Test("a given path needs a directory in which others cannot put things in its place")
  func given() throws {
    let directory = try TemporaryDirectory()
    let path = directory.path + "/mine.sock"
    for (mode, isTaken) in [(0o700, true), (0o755, true), (0o1777, true), (0o770, false), (0o707, false)]
      as [(mode_t, Bool)]
    {
      unsafe chmod(directory.path, mode)
      #expect((failure(.given(path: path)) == nil) == isTaken, "mode \(String(mode, radix: 8))")
    }
    unsafe chmod(directory.path, 0o700)
    guard case .system(let missing) = failure(.given(path: directory.path + "/no/socket")) else {
      Issue.record("a directory that is not there was taken")
      return
    }
    #expect(missing.code == ENOENT)
    let long = directory.path + "/" + String(repeating: "x", count: 120)
    #expect(
      failure(.given(path: long))
        == .unusable("\(long): the path is too long for a socket", help: "choose one of at most 107 bytes"))
  }

  @Test("a lock that is no file is refused")
  func oddLock() throws {
    let directory = try TemporaryDirectory()
    let path = directory.path + "/socket"
    unsafe symlink(directory.path + "/elsewhere", path + ".lock")
    #expect(
      failure(.own(directory: directory.path))
        == .unusable("\(path).lock: expected a lock file, found something else", help: "remove it"))
  }

  @Test("what was removed from outside is seen and bound again, directory and all")
  func removed() throws {
    let directory = try TemporaryDirectory()
    let own = directory.path + "/own"
    let socket = try ListeningSocket(.own(directory: own))
    unsafe unlink(socket.path)
    #expect(socket.wasRemoved())
    try socket.rebind()
    #expect(!socket.wasRemoved())
    unsafe unlink(socket.path)
    unsafe unlink(socket.path + ".lock")
    unsafe rmdir(own)
    #expect(socket.wasRemoved())
    try socket.rebind()
    #expect(!socket.wasRemoved())
    #expect(mode(own) == 0o700)
    #expect(failure(.own(directory: own)) == .inUse(path: socket.path))
    // Something else in its place is left alone, and it is tried again when that is gone.
    unsafe unlink(socket.path)
    write("x", to: socket.path)
    #expect(socket.wasRemoved())
    #expect(throws: ListeningSocketError.self) { try socket.rebind() }
    #expect(socket.wasRemoved())
    #expect(mode(socket.path) == 0o600)
    unsafe unlink(socket.path)
    try socket.rebind()
    #expect(!socket.wasRemoved())
  }

  @Test("a socket that another put in the place is not removed at the end")
  func notOurs() throws {
    let directory = try TemporaryDirectory()
    let socket = try ListeningSocket(.own(directory: directory.path))
    unsafe unlink(socket.path)
    write("x", to: socket.path)
    socket.close()
    #expect(mode(socket.path) != nil)
  }
}
