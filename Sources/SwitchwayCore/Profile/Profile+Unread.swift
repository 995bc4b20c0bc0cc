extension Profile {
  /// The keys for which a device is not read although an entry takes it: they press switches and type text, and the device
  /// is not to be grabbed. Empty: it is read, or no entry takes it.
  public func textKeysLeftUnread(on device: DeviceDescription) -> [UInt16] {
    guard let entry = entry(for: device), entryToRead(for: device) == nil else { return [] }
    return switchKeys(of: device, entry: entry).codes.filter {
      device.keys.contains($0) && ChordKey.position($0).typesText
    }
  }
}
