import Foundation
import Synchronization

/// A compositor with one screen of 800 × 600 that takes a bar, and says that the bar entered or left that screen when
/// the test wants it to. It draws nothing.
final class FakeScene: Sendable {
  /// In the order of their numbers in the registry, with their versions.
  private static let globals: [(name: String, version: UInt32)] = [
    ("wl_compositor", 4), ("wl_subcompositor", 1), ("wl_shm", 1), ("wp_viewporter", 1), ("zwlr_layer_shell_v1", 1),
    ("zxdg_output_manager_v1", 3), ("wl_output", 2),
  ]

  private struct State {
    var client: Int32 = -1
    /// What each object of the client is.
    var kinds: [UInt32: String] = [1: "wl_display"]
    var output: UInt32 = 0
    /// The bar's, once it was drawn.
    var bar: UInt32?
    /// The layer surface of each surface.
    var layers: [UInt32: UInt32] = [:]
    var attached: Set<UInt32> = []
  }

  private let socket: FakeCompositor
  private let state = Mutex(State())

  init() throws {
    socket = try FakeCompositor()
    // The thread may still read what the display sent last when the test has ended.
    socket.serve { [weak self] client, request in
      guard let self else { return }
      state.withLock { state in
        state.client = client
        Self.handle(request, &state)
      }
    }
  }

  var path: String { socket.path }

  /// Whether the bar was drawn.
  var hasBar: Bool { state.withLock { $0.bar != nil } }

  /// Says that the bar has come into sight, or that nothing of it can be seen.
  func setVisible(_ isVisible: Bool) {
    state.withLock { state in
      guard let bar = state.bar else { return }
      FakeCompositor.send(Self.event(bar, isVisible ? 0 : 1, [state.output]), to: state.client)
    }
  }

  private static func event(_ object: UInt32, _ number: UInt32, _ arguments: [UInt32]) -> [UInt32] {
    [object, UInt32(8 + 4 * arguments.count) << 16 | number] + arguments
  }

  /// A string is its length with the end, and its bytes in whole words.
  private static func words(_ text: String) -> [UInt32] {
    let bytes = Array(text.utf8) + [0]
    let whole = bytes + Array(repeating: 0, count: (4 - bytes.count % 4) % 4)
    return [UInt32(bytes.count)]
      + stride(from: 0, to: whole.count, by: 4).map { start in
        whole[start..<start + 4].reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
      }
  }

  private static func handle(_ request: [UInt32], _ state: inout State) {
    let (object, number, arguments) = (request[0], request[1] & 0xFFFF, request.dropFirst(2).map { $0 })
    func send(_ object: UInt32, _ number: UInt32, _ arguments: [UInt32]) {
      FakeCompositor.send(event(object, number, arguments), to: state.client)
    }
    switch (state.kinds[object] ?? "", number) {
    case ("wl_display", 0): send(arguments[0], 0, [0])
    case ("wl_display", 1):
      state.kinds[arguments[0]] = "wl_registry"
      for (index, global) in globals.enumerated() {
        send(arguments[0], 0, [UInt32(index + 1)] + words(global.name) + [global.version])
      }
    case ("wl_registry", 0):
      let (kind, new) = (globals[Int(arguments[0]) - 1].name, arguments[arguments.count - 1])
      state.kinds[new] = kind
      guard kind == "wl_output" else { return }
      state.output = new
      send(new, 0, [0, 0, 0, 0, 0] + words("fake") + words("screen") + [0])
      send(new, 1, [1, 800, 600, 60_000])
      send(new, 2, [])
    case ("wl_compositor", 0): state.kinds[arguments[0]] = "wl_surface"
    case ("zxdg_output_manager_v1", 1):
      send(arguments[0], 0, [0, 0])
      send(arguments[0], 1, [800, 600])
      send(arguments[0], 3, words("FAKE-1"))
      send(state.output, 2, [])
    case ("zwlr_layer_shell_v1", 0): state.layers[arguments[1]] = arguments[0]
    case ("wl_surface", 1): state.attached.insert(object)
    case ("wl_surface", 6):
      guard let layer = state.layers[object] else { return }
      if state.attached.contains(object) { state.bar = object } else { send(layer, 0, [1, 800, 40]) }
    default: break
    }
  }
}
