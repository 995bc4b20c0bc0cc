import CLibyaml

/// Reads the events of one YAML text with libyaml's parser.
@safe final class YAMLEvents {
  enum Kind {
    case streamStart, streamEnd, documentStart, documentEnd
    case alias
    case scalar(String, isPlain: Bool)
    case sequenceStart(isFlow: Bool)
    case mappingStart(isFlow: Bool)
    case collectionEnd
  }

  struct Event {
    var kind: Kind
    var mark: Mark
    /// The range of the event's scalars, counted from 0 over the whole file.
    var range: Range<Int>
    var hasAnchor = false
    var hasTag = false
  }

  /// A syntax error, with libyaml's message.
  struct Problem: Error {
    var text: String
    var mark: Mark
    /// The position at which the part with the error begins, or `nil` if libyaml does not report it.
    var context: Mark?
  }

  private let source: SourceText
  private let parser: UnsafeMutablePointer<yaml_parser_t>
  /// The bytes that libyaml parses. They must exist as long as the parser.
  private let input: UnsafeMutableBufferPointer<UInt8>

  /// Makes a parser for `source`. Returns `nil` if there is no memory.
  init?(_ source: SourceText) {
    let parser = UnsafeMutablePointer<yaml_parser_t>.allocate(capacity: 1)
    guard unsafe yaml_parser_initialize(parser) == 1 else {
      unsafe parser.deallocate()
      return nil
    }
    self.source = source
    unsafe self.parser = unsafe parser
    unsafe input = .allocate(capacity: source.bytes.count)
    _ = unsafe input.initialize(from: source.bytes)
    unsafe yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
    unsafe yaml_parser_set_input_string(parser, input.baseAddress, input.count)
  }

  deinit {
    unsafe yaml_parser_delete(parser)
    unsafe parser.deallocate()
    unsafe input.deallocate()
  }

  /// Returns the next event. Do not call this after `streamEnd` or after a problem.
  func next() throws(Problem) -> Event {
    var event = unsafe yaml_event_t()
    guard unsafe yaml_parser_parse(parser, &event) == 1 else { throw problem() }
    defer { unsafe yaml_event_delete(&event) }
    let range = unsafe event.start_mark.index..<max(event.start_mark.index, event.end_mark.index)
    let mark = source.mark(range.lowerBound)
    func made(_ kind: Kind, hasAnchor: Bool = false, hasTag: Bool = false) -> Event {
      Event(kind: kind, mark: mark, range: range, hasAnchor: hasAnchor, hasTag: hasTag)
    }
    switch unsafe event.type {
    case YAML_STREAM_START_EVENT: return made(.streamStart)
    case YAML_DOCUMENT_START_EVENT: return made(.documentStart)
    case YAML_DOCUMENT_END_EVENT: return made(.documentEnd)
    case YAML_ALIAS_EVENT: return made(.alias)
    case YAML_SEQUENCE_END_EVENT, YAML_MAPPING_END_EVENT: return made(.collectionEnd)
    case YAML_SCALAR_EVENT:
      let scalar = unsafe event.data.scalar
      let text = unsafe String(decoding: UnsafeBufferPointer(start: scalar.value, count: scalar.length), as: UTF8.self)
      let isPlain = unsafe scalar.style == YAML_PLAIN_SCALAR_STYLE
      return unsafe made(
        .scalar(text, isPlain: isPlain), hasAnchor: scalar.anchor != nil, hasTag: scalar.tag != nil)
    case YAML_SEQUENCE_START_EVENT:
      let start = unsafe event.data.sequence_start
      let isFlow = unsafe start.style == YAML_FLOW_SEQUENCE_STYLE
      return unsafe made(.sequenceStart(isFlow: isFlow), hasAnchor: start.anchor != nil, hasTag: start.tag != nil)
    case YAML_MAPPING_START_EVENT:
      let start = unsafe event.data.mapping_start
      let isFlow = unsafe start.style == YAML_FLOW_MAPPING_STYLE
      return unsafe made(.mappingStart(isFlow: isFlow), hasAnchor: start.anchor != nil, hasTag: start.tag != nil)
    default: return made(.streamEnd)
    }
  }

  private func problem() -> Problem {
    let text = unsafe parser.pointee.problem.map { unsafe String(cString: $0) } ?? "out of memory"
    let mark = unsafe source.mark(parser.pointee.problem_mark.index)
    let hasContext = unsafe parser.pointee.context != nil
    return Problem(
      text: text, mark: mark, context: hasContext ? unsafe source.mark(parser.pointee.context_mark.index) : nil)
  }
}
