extension Profile {
  /// The keys because of which a device is not read although an entry matches it: they type text and press switches,
  /// and the device will not be grabbed. Empty if it is read, or if no entry matches.
  public func textKeysLeftUnread(on device: DeviceDescription) -> [UInt16] {
    guard let entry = entry(for: device), entryToRead(for: device) == nil else { return [] }
    return switchKeys(of: device, entry: entry).codes.filter {
      device.keys.contains($0) && ChordKey.position($0).typesText
    }
  }
}
