import SwitchwayCore

// What effects ask of the owner of the devices, the files and the socket.
extension Performer {
  /// A switch of the running profile asked for another profile.
  public struct ProfileRequest: Equatable, Sendable {
    /// A profile's name, or `next`, or `previous`.
    public var name: String
    /// When the press was accepted.
    public var time: Instant
  }

  /// Whether a switch has asked for a profile since the last call of `takeProfileRequest`.
  public var hasProfileRequest: Bool { if case .some = state.profileRequest { true } else { false } }

  /// The profile that a switch asked for since the last call.
  public func takeProfileRequest() -> ProfileRequest? {
    defer { state.profileRequest = nil }
    return state.profileRequest
  }

  /// Nodes that began to flood, or are read again, since the last call.
  package func takeFloods() -> [(node: NodeID, isMuted: Bool)] {
    guard !state.floods.isEmpty else { return [] }
    defer { state.floods = [] }
    return state.floods
  }

  /// The replies to requests since the last call.
  public func takeReplies() -> [(number: Int, reply: Reply)] {
    guard !state.replies.isEmpty else { return [] }
    defer { state.replies = [] }
    return state.replies
  }

  // MARK: Statistics

  /// Counts presses from now on, starting with the counts in `statistics`.
  package func count(_ statistics: PressStatistics, today: @escaping () -> (day: CalendarDay, hour: Int)) {
    state.today = today
    state.statistics = statistics
    state.statistics?.use(profile)
  }

  /// The outcomes of the last presses.
  public var recentPresses: RecentPresses { state.recentPresses }

  /// The outcomes of presses by switch and day; nil: they are not counted.
  public var statistics: PressStatistics? {
    get { state.statistics }
    set { state.statistics = newValue }
  }
}
