import SwitchwayCore
import SwitchwayDevices
import SwitchwayEngine

// What `NodeOrder` needs in order to read several nodes.
extension LiveInput: OrderedNodes {
  func appendReady(to nodes: inout [NodeID]) { poller.ready(into: &nodes) }

  func read(_ node: NodeID, into batch: inout NodeBatch, limit: Int) -> NodeReadStatus? {
    open[node]?.node.read(into: &batch, limit: limit)
  }

  func handleFrame(_ frame: ArraySlice<InputEvent>, from node: NodeID) {
    if typist.isReady {
      typist.note(scansOf: frame)
      passOn(frame, from: node)
    }
    performer.handle(.frame(frame, from: node))
  }

  func handleState(_ state: NodeBatch.State, from node: NodeID) {
    performer.handle(.resynced(node, down: state.down, axes: state.axes, at: state.time))
  }

  func lose(_ node: NodeID) { change { registry.lost(node, at: $0) } }
}
