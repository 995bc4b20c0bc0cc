import SwitchwayCore
import SwitchwayProtocol

/// Which clients act on which commands: every client's claim, in the order in which they were made.
///
/// The newest claim that covers a command wins, but only for presses that began after it: whoever saw a press go down
/// also gets what comes of it. Pure: time comes with the claim, clients are numbers.
public struct ClaimTable: Sendable {
  /// What a client claims.
  public typealias Commands = ClaimedCommands

  /// Source: the protocol.
  public static let maximumClaims = 16
  /// The names of one claim, as bytes of a line: all claims are in `state`, and at their greatest they fill half of what
  /// a line may hold. Each has its share, so that nobody's claim depends on what others claim. Chosen: the whole
  /// vocabulary and as much again.
  static let mostNameBytes = LineDecoder.maximumLength / 2 / maximumClaims
  /// Claims of one client that presses from before its latest may still belong to. Chosen: nobody holds a switch while
  /// the front end claims anew more often.
  static let mostEarlier = 8

  private struct Claim {
    let covered: Set<String>?
    let since: Instant
    let order: Int

    func covers(_ name: String) -> Bool { covered?.contains(name) ?? true }
  }

  private struct Holder {
    let client: Int
    var commands: Commands
    var list: EscapedList?
    /// The latest is last; the ones before it count for presses that are older than it, where it covers them too.
    var claims: [Claim]
    var items: Int64?
    var context: ContextMessage?
    var contextKind: ContextKind?

    /// The order of the claim that a press of this command belongs to; nil: to none.
    func order(for name: String, began: Instant) -> Int? {
      for claim in claims.reversed() {
        guard claim.covers(name) else { return nil }
        if claim.since <= began { return claim.order }
      }
      return nil
    }
  }

  /// By their latest claims, the newest last.
  private var holders: [Holder] = []
  private var orders = 0

  public init() {}

  /// Whether nobody has claimed anything.
  public var isEmpty: Bool { holders.isEmpty }

  /// Whether this client has a claim.
  public func isHeld(by client: Int) -> Bool { holders.contains { $0.client == client } }

  /// The client acts on these commands, from the next press on; what it claimed before is replaced, what it said of the
  /// context stays.
  public mutating func claim(
    _ commands: Commands, items: Int64?, by client: Int, at time: Instant
  ) throws(RequestError) {
    let old = holders.firstIndex { $0.client == client }
    guard old != nil || holders.count < Self.maximumClaims else {
      throw RequestError(.busy, "claim: there are \(Self.maximumClaims) claims already: release one of them")
    }
    var list: EscapedList?
    var covered: Set<String>?
    if case .names(let names) = commands {
      let named = EscapedList(names)
      guard named.count <= Self.mostNameBytes else {
        throw RequestError(
          .badArgument,
          "claim: commands: expected names that fill at most \(Self.mostNameBytes) bytes of a line, found "
            + "\(named.count): claim fewer, or \"all\"")
      }
      list = named
      covered = Set(names)
    }
    var holder = Holder(client: client, commands: commands, list: list, claims: [], items: items, context: nil)
    if let old {
      let before = holders.remove(at: old)
      holder.context = before.context
      holder.contextKind = before.contextKind
      holder.claims = before.claims
      // Nobody came in between, and nothing else is claimed: it is the same claim.
      if old == holders.count, before.commands == commands {
        holders.append(holder)
        return
      }
    }
    orders += 1
    holder.claims.append(Claim(covered: covered, since: time, order: orders))
    holder.claims = holder.claims.suffix(Self.mostEarlier)
    holders.append(holder)
  }

  /// The client gives up its claim, or has lost it. Older ones count again.
  public mutating func end(_ client: Int) { holders.removeAll { $0.client == client } }

  /// The client that a command belongs to: the one with the newest claim that still stands and was made no later than
  /// the press of the command began.
  public func owner(of name: String, began: Instant) -> Int? {
    var newest: (order: Int, client: Int)?
    for holder in holders {
      guard let order = holder.order(for: name, began: began), order > newest?.order ?? 0 else { continue }
      newest = (order, holder.client)
    }
    return newest?.client
  }

  /// What the person is in, as this client says. Throws where it has no claim.
  public mutating func setContext(_ kind: ContextKind, items: Int64?, by client: Int) throws(RequestError) {
    guard let index = holders.firstIndex(where: { $0.client == client }) else {
      throw RequestError(.refused, "context: only a client with a claim tells it: 'claim' first")
    }
    holders[index].contextKind = kind
    holders[index].context = ContextMessage(
      kind: EscapedText(kind.rawValue), items: items ?? holders[index].items)
  }

  /// The context of the newest consumer; nil: it has not told any.
  public var context: ContextMessage? { holders.last?.context }

  /// Its kind.
  public var contextKind: ContextKind? { holders.last?.contextKind }

  /// Who has claimed what, the newest first, with the names that clients have now.
  public func consumers(name: (Int) -> EscapedText) -> [ConsumerMessage] {
    holders.reversed().map { ConsumerMessage(client: name($0.client), commands: $0.list) }
  }
}
