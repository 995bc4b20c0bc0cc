extension Wire {
  /// A line of a client: its request, and the id that the answer repeats.
  package struct RequestLine: Sendable {
    /// The id of the request: a string, or a number without a fraction.
    package let id: Given<JSONValue>
    /// The type of the request. `nil` if the line has none, or if it is not a string.
    package let type: String?
    /// The request. `nil` if this version does not know its type.
    package let request: Request?

    package init(_ members: JSONObject) {
      id = members.given("id")
      type = (members.given("type") as Given<String>).value
      request = type.flatMap(RequestType.init).map { Request($0, members) }
    }
  }

  /// A request of a client, with its members as they are written. `RequestReader` checks their values.
  package enum Request: Hashable, Sendable {
    case hello(Hello)
    case observe(Observe)
    case claim(Claim)
    case release
    case context(Context)
    case type(Typing)
    case point(Pointing)
    case unhandled(Unhandled)
    case send(Send)
    case set(Setting)
    case reload
    case learn(Learning)
    case inhibit(Inhibiting)
    case rearm(Inhibiting)
    case suspend(Suspending)
    case answer(Answer)
    case get(Get)
    case ping
    case pong(Pong)
    case resume
    case scan(Page)

    init(_ type: RequestType, _ members: JSONObject) {
      self =
        switch type {
        case .hello: .hello(Hello(members))
        case .observe: .observe(Observe(members))
        case .claim: .claim(Claim(members))
        case .release: .release
        case .context: .context(Context(members))
        case .type: .type(Typing(members))
        case .point: .point(Pointing(members))
        case .unhandled: .unhandled(Unhandled(members))
        case .send: .send(Send(members))
        case .set: .set(Setting(members))
        case .reload: .reload
        case .learn: .learn(Learning(members))
        case .inhibit: .inhibit(Inhibiting(members))
        case .rearm: .rearm(Inhibiting(members))
        case .suspend: .suspend(Suspending(members))
        case .answer: .answer(Answer(members))
        case .get: .get(Get(members))
        case .ping: .ping
        case .pong: .pong(Pong(members))
        case .resume: .resume
        case .scan: .scan(Page(members))
        }
    }

    /// The type of the request, and its members in the order in which they are written.
    private var written: (type: RequestType, members: JSONObject) {
      switch self {
      case .hello(let one): (.hello, one.members)
      case .observe(let one): (.observe, one.members)
      case .claim(let one): (.claim, one.members)
      case .release: (.release, [:])
      case .context(let one): (.context, one.members)
      case .type(let one): (.type, one.members)
      case .point(let one): (.point, one.members)
      case .unhandled(let one): (.unhandled, one.members)
      case .send(let one): (.send, one.members)
      case .set(let one): (.set, one.members)
      case .reload: (.reload, [:])
      case .learn(let one): (.learn, one.members)
      case .inhibit(let one): (.inhibit, one.members)
      case .rearm(let one): (.rearm, one.members)
      case .suspend(let one): (.suspend, one.members)
      case .answer(let one): (.answer, one.members)
      case .get(let one): (.get, one.members)
      case .ping: (.ping, [:])
      case .pong(let one): (.pong, one.members)
      case .resume: (.resume, [:])
      case .scan(let one): (.scan, one.members)
      }
    }

    package var type: RequestType { written.type }
    /// The members of the request, without `type` and `id`.
    package var members: JSONObject { written.members }

    /// Returns the line of the request, with its line end.
    package func line(id: JSONValue? = nil) -> [UInt8] { LineBuffer.request(type.rawValue, id: id, members) }
  }
}
