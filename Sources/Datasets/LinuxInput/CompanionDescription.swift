import TouchInput

/// The description of a device beside recordings of it that have no header.
///
/// People keep `pad.desc` of `evemu-describe` beside `pad.events` or `pad two fingers.events` of
/// `evemu-record`, as the evemu-devices set does.
enum CompanionDescription {
  /// The class of device for a recording without a header; nil where nothing beside it says.
  ///
  /// The description is the one with the longest name that begins the recording's own, folder
  /// included. It says what the device is and no more: resolution and ranges are taken from a
  /// recording's own header alone, because the two may be of different units of a product.
  static func deviceClass(
    of entry: DatasetDescription.File, in description: DatasetDescription, folder: String
  ) -> DeviceClass? {
    guard entry.format == RecordingFormat.evemu.rawValue else { return nil }
    let companion = description.files
      .filter { $0.format == RecordingFormat.evemuDescription.rawValue }
      .filter { entry.path.hasPrefix(stem($0.path)) && !stem($0.path).hasSuffix("/") }
      .max { $0.path.utf8.count < $1.path.utf8.count }
    guard let companion, !companion.path.split(separator: "/").contains("..") else { return nil }
    let source = RecordingSource(path: "\(folder)/\(companion.path)")
    return EvemuDescriptionReader.read(source).devices.first.flatMap { $0 == .unknown ? nil : $0 }
  }

  private static func stem(_ path: String) -> String {
    path.lowercased().hasSuffix(".desc") ? String(path.dropLast(".desc".count)) : path
  }
}
