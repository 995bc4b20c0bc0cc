extension Array {
  /// Removes all elements and keeps the memory. For arrays with few elements: `removeAll` takes as long as removing ten
  /// of them.
  @inlinable package mutating func removeEach() {
    while !isEmpty { removeLast() }
  }

  /// Removes all elements and passes them to `body` in their order. They are moved, not copied, and most arrays of
  /// outputs or effects have one, two or three.
  @inlinable package mutating func takeEach(_ body: (Element) -> Void) {
    switch count {
    case 0: return
    case 1: body(removeLast())
    case 2:
      let second = removeLast()
      body(removeLast())
      body(second)
    case 3:
      let third = removeLast()
      let second = removeLast()
      body(removeLast())
      body(second)
      body(third)
    default:
      reverse()
      while let element = popLast() { body(element) }
    }
  }
}
