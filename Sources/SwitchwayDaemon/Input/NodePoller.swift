import CLinuxInput
import Glibc
import SwitchwayCore

/// The nodes that are open, as one descriptor for the loop: it tells which of them have something to read, so that what
/// several devices sent can be put in order before it is decided. Costs the same however many are open.
final class NodePoller {
  /// Nodes that the kernel tells at once.
  private static let most = 64

  /// Readable while a node is; −1 where the kernel gives none.
  let descriptor: Int32
  private var tags = [Int64](repeating: 0, count: NodePoller.most)

  init() { descriptor = sw_poller_make() }

  deinit { if descriptor >= 0 { _ = close(descriptor) } }

  /// Whether the node is watched from now on.
  func add(_ node: NodeID, _ fd: Int32) -> Bool { sw_poller_add(descriptor, fd, Int64(node.rawValue)) == 0 }

  /// Ends the watch, before the descriptor is closed.
  func remove(_ fd: Int32) { _ = sw_poller_remove(descriptor, fd) }

  /// Appends the nodes that are ready now, all of them, but those that are there already.
  func ready(into nodes: inout [NodeID]) {
    while true {
      let before = nodes.count
      let count = unsafe tags.withUnsafeMutableBufferPointer {
        unsafe sw_poller_ready(descriptor, $0.baseAddress, Int32($0.count))
      }
      for index in 0..<max(0, Int(count)) {
        let node = NodeID(rawValue: Int(tags[index]))
        if !nodes.contains(node) { nodes.append(node) }
      }
      // The kernel tells those that it has not told before those that it has.
      guard count == NodePoller.most, nodes.count > before else { return }
    }
  }
}
