extension Array {
  /// Removes all elements one by one, and keeps the memory. It is for arrays with few elements: `removeAll` takes as
  /// long as removing ten elements in this way.
  @inlinable package mutating func removeEach() {
    while !isEmpty { removeLast() }
  }
}
