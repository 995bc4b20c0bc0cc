import CLinuxInput
import Glibc
import SwitchwayCore

/// All open nodes as one descriptor for the loop. It reports which nodes are ready, so that the events of several
/// devices can be put in order before they are decided. The cost does not grow with the number of nodes.
final class NodePoller {
  /// The most nodes that the kernel reports in one call.
  private static let most = 64

  /// Readable while a node is readable; −1 if the kernel could not make it.
  let descriptor: Int32
  private var tags = [Int64](repeating: 0, count: NodePoller.most)

  init() { descriptor = sw_poller_make() }

  deinit { if descriptor >= 0 { _ = close(descriptor) } }

  /// Watches a node. Returns false if that fails.
  func add(_ node: NodeID, _ fd: Int32) -> Bool { sw_poller_add(descriptor, fd, Int64(node.rawValue)) == 0 }

  /// Ends the watch. Call this before the descriptor is closed.
  func remove(_ fd: Int32) { _ = sw_poller_remove(descriptor, fd) }

  /// Appends all nodes that are ready now and are not in the list yet.
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
      // The kernel reports nodes that it has not reported yet before the others.
      guard count == NodePoller.most, nodes.count > before else { return }
    }
  }
}
