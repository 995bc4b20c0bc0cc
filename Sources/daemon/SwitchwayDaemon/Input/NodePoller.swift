import CLinuxInput
import Glibc
import SwitchwayCore

/// One descriptor for the event loop that stands for all open nodes. It reports which nodes are ready, so that the
/// events of several devices can be put in order before they are decided. The time that this takes does not grow with
/// the number of nodes.
final class NodePoller {
  /// The largest number of nodes that one call asks the kernel for.
  private static let most = 64

  /// The epoll descriptor, which is readable while a node is readable; −1 if the kernel could not make it.
  let descriptor: Int32
  private var tags = [Int64](repeating: 0, count: NodePoller.most)

  init() { descriptor = sw_poller_make() }

  deinit { if descriptor >= 0 { _ = close(descriptor) } }

  /// Begins to watch a node. Returns false if that fails.
  func add(_ node: NodeID, _ fd: Int32) -> Bool { sw_poller_add(descriptor, fd, Int64(node.rawValue)) == 0 }

  /// Stops watching a node. Call this before the node's descriptor is closed.
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
      // A full list may mean that more nodes are ready. The next call reports these first, so the loop ends when a call
      // reports no new node.
      guard count == NodePoller.most, nodes.count > before else { return }
    }
  }
}
