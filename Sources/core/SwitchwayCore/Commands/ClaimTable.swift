import SwitchwayTime

/// The claims of all clients, in the order in which they were made. A claim says which commands a client acts on.
///
/// A command goes to the client whose claim is the newest that covers it. A claim counts only for presses that begin at
/// or after its time. The client that has the claim when a press begins therefore also gets the press's command. The
/// caller passes the time of each claim. Clients are identified by numbers, and have names.
public struct ClaimTable: Hashable, Sendable {
  /// The commands that one client claims.
  public typealias Commands = ClaimedCommands

  /// The largest number of clients that can have a claim. Source: the protocol.
  public static let maximumClaims = 16
  /// The largest size, in bytes, of the names of one claim when a line contains them as a JSON array. A `state` line
  /// contains all claims; with `maximumClaims` claims of this size, they fill half of the longest line. The names of
  /// the whole vocabulary take half of this size.
  public static let mostNameBytes = 2_048
  /// The largest number of claims that are kept for one client: the latest one, and earlier ones, which still count for
  /// presses that began before the latest one. A front end is expected to claim less often than this while a person
  /// holds a switch.
  static let mostEarlier = 8

  private struct Claim: Hashable {
    let covered: Set<String>?
    let since: Instant
    let order: Int

    func covers(_ name: String) -> Bool { covered?.contains(name) ?? true }
  }

  private struct Holder: Hashable {
    let client: Int
    var name = ClientName()
    var commands: Commands
    /// The claims of the client, the latest last. An earlier claim counts only for presses that began before the later
    /// claims, and only for commands that the later claims also cover.
    var claims: [Claim]
    var items: Int64?
    var lockedUse = LockedUse.nothing
    var context: Context?
  }

  /// The clients with claims, sorted by the times of their latest claims, the newest last.
  private var holders: [Holder] = []
  private var orders = 0

  public init() {}

  /// Makes a table with one claim, which counts for every press and never ends.
  public init(permanent commands: Commands, name: ClientName) {
    let claim = Claim(covered: Self.covered(by: commands), since: Instant(.min), order: 1)
    holders = [Holder(client: 0, name: name, commands: commands, claims: [claim], items: nil)]
    orders = 1
  }

  private static func covered(by commands: Commands) -> Set<String>? {
    if case .names(let names) = commands { Set(names) } else { nil }
  }

  /// Whether this client has a claim.
  public func isHeld(by client: Int) -> Bool { holders.contains { $0.client == client } }

  /// Claims these commands for the client, from the next press on, instead of the commands that it has claimed until
  /// now. The context that the client has reported stays.
  ///
  /// - Parameter lockedUse: the events that the client still gets while the screen is locked.
  public mutating func claim(
    _ commands: Commands, items: Int64?, lockedUse: LockedUse = .nothing, by client: Int, at time: Instant
  ) throws(ClaimError) {
    let old = holders.firstIndex { $0.client == client }
    guard old != nil || holders.count < Self.maximumClaims else {
      throw ClaimError(.full, "claim: there are \(Self.maximumClaims) claims; release one of them first")
    }
    if case .names(let names) = commands {
      // Names of commands need no escaping. Each name takes two quotes, and a comma before the next name.
      let bytes = 1 + max(1, names.reduce(0) { $0 + $1.utf8.count + 3 })
      guard bytes <= Self.mostNameBytes else {
        throw ClaimError(
          .tooLong,
          "claim: commands: expected names that fill at most \(Self.mostNameBytes) bytes of a line, found "
            + "\(bytes): claim fewer, or \"all\"")
      }
    }
    var holder = Holder(client: client, commands: commands, claims: [], items: items, lockedUse: lockedUse)
    if let old {
      let before = holders.remove(at: old)
      holder.name = before.name
      holder.context = before.context
      holder.claims = before.claims
      // The claim stays the same: no other client has made a claim since, and the commands are the same.
      if old == holders.count, before.commands == commands {
        holders.append(holder)
        return
      }
    }
    orders += 1
    holder.claims.append(Claim(covered: Self.covered(by: commands), since: time, order: orders))
    holder.claims = holder.claims.suffix(Self.mostEarlier)
    holders.append(holder)
  }

  /// Ends the client's claim, because the client gave it up or has gone. Older claims of other clients count again.
  public mutating func end(_ client: Int) { holders.removeAll { $0.client == client } }

  /// Sets the client's name.
  public mutating func setName(of client: Int, _ name: ClientName) {
    guard let index = holders.firstIndex(where: { $0.client == client }), holders[index].name != name else { return }
    holders[index].name = name
  }

  /// Returns the client that a command belongs to. This is the client with the newest claim that covers the command and
  /// was made no later than `edge`, the first edge of the command's press.
  public func owner(of name: String, at edge: Instant) -> Int? {
    indexOfOwner(of: name, at: edge).map { holders[$0].client }
  }

  /// Returns the name of the client that `owner(of:at:)` finds.
  public func nameOfOwner(of name: String, at edge: Instant) -> ClientName? {
    indexOfOwner(of: name, at: edge).map { holders[$0].name }
  }

  /// The client with a claim that has this name.
  func client(named name: ClientName) -> Int? { holders.first { $0.name == name }?.client }

  /// The name of a client with a claim.
  func name(of client: Int) -> ClientName? { holders.first { $0.client == client }?.name }

  /// Whether the latest claim of this client covers all these commands, even if others have claimed them too.
  func covers(_ names: [String], by client: Int) -> Bool {
    guard let claim = holders.first(where: { $0.client == client })?.claims.last else { return false }
    return names.allSatisfy(claim.covers)
  }

  /// The events that this client still gets while the screen is locked.
  func lockedUse(of client: Int) -> LockedUse { holders.first { $0.client == client }?.lockedUse ?? .nothing }

  /// Returns the index in `holders` of the command's owner. Reads single members of a holder, because a holder in a
  /// variable would be copied as a whole.
  private func indexOfOwner(of name: String, at edge: Instant) -> Int? {
    var newest: (order: Int, index: Int)?
    for holder in holders.indices {
      for index in holders[holder].claims.indices.reversed() {
        if let covered = holders[holder].claims[index].covered, !covered.contains(name) { break }
        guard holders[holder].claims[index].since <= edge else { continue }
        let order = holders[holder].claims[index].order
        if order > newest?.order ?? 0 { newest = (order, holder) }
        break
      }
    }
    return newest?.index
  }

  /// Sets the person's context, as this client reports it. Throws if the client has no claim.
  public mutating func setContext(_ kind: ContextKind, items: Int64?, by client: Int) throws(ClaimError) {
    guard let index = holders.firstIndex(where: { $0.client == client }) else {
      throw ClaimError(.noClaim, "context: only a client with a claim can send it; 'claim' first")
    }
    holders[index].context = Context(kind: kind, items: items ?? holders[index].items)
  }

  /// The context that the client with the newest claim has reported. `nil` if it has reported none.
  public var context: Context? { holders.last?.context }

  /// The clients that have claims, with the commands that each has claimed, the newest claim first.
  public var consumers: [(client: Int, commands: Commands)] {
    holders.reversed().map { ($0.client, $0.commands) }
  }

  /// The person's context, with the number of items if it is known.
  public struct Context: Hashable, Sendable {
    public var kind: ContextKind
    public var items: Int64?
  }
}

/// The reason why a claim or a context is refused.
public struct ClaimError: Error, Hashable, Sendable {
  /// The reason.
  public enum Reason: Hashable, Sendable {
    /// There are `maximumClaims` claims.
    case full
    /// The names take more than `mostNameBytes`.
    case tooLong
    /// The client has no claim.
    case noClaim
  }
  public var reason: Reason
  /// The problem and how to correct it.
  public var message: String

  init(_ reason: Reason, _ message: String) {
    self.reason = reason
    self.message = message
  }
}
