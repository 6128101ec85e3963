import TouchInput

extension [TouchSample] {
  /// The samples of one contact: the first has the phase `began`, the last of several `ended`.
  var markedAsContact: [TouchSample] {
    var samples = self
    if !samples.isEmpty { samples[0].phase = .began }
    if samples.count > 1 { samples[samples.count - 1].phase = .ended }
    return samples
  }
}
