import Testing

@testable import Datasets

/// The names of columns: as they are given, and as they are guessed.
@Suite struct ColumnMappingTests {
  @Test(arguments: [
    ("t=timestamp/ms,x=clientX,y=clientY,stroke=trial", nil),
    ("t=Recording timestamp [μs]/us,x=Gaze point X [px],y=Gaze point Y [px]", nil),
    ("t=\"time, local/raw\"/ns,x=\"a \"\"b\"\"\",y=c=d", nil),
    (" x = pos/px , t = time ", "t=time,x=\"pos/px\""),
    ("t=\"time/ms\"/ms", nil), ("azimuth=az/deg,altitude=alt/rad", "altitude=alt,azimuth=az/deg"),
  ])
  func aMappingReadsBackAsItself(text: String, canonical: String?) throws {
    let mapping = try ColumnMapping(text)
    #expect(mapping.description == canonical ?? text)
    #expect(try ColumnMapping(mapping.description) == mapping)
  }

  @Test func unitsAndQuotedNamesAreTakenApart() throws {
    let mapping = try ColumnMapping("t=\"time, \"\"local\"\"\"/µs,x=a b,azimuth=az/deg")
    #expect(mapping.names == [.time: "time, \"local\"", .x: "a b", .azimuth: "az"])
    #expect(mapping.timeUnit == .microseconds && mapping.degrees == [.azimuth])
    #expect(mapping.option == "--columns 't=\"time, \"\"local\"\"\"/us,x=a b,azimuth=az/deg'")
  }

  @Test(arguments: [
    ("timestamp", "no '='"), ("time=a", "'time' is not one of t, x, y"), ("t=a,t=b", "given twice"),
    ("t=a/min", "'min' is not a unit of time"), ("azimuth=a/turns", "not a unit of angles"),
    ("t=", "has no column"), ("t=\"a", "not closed"), ("x=\"a\"b", "follows a closing"),
    ("", "no '='"),
  ])
  func whatIsNoMappingIsRefused(text: String, part: String) {
    #expect(throws: ColumnMapping.Fault.self) { try ColumnMapping(text) }
    do { _ = try ColumnMapping(text) } catch { #expect(error.description.contains(part)) }
  }

  /// The headers of usual loggers and trackers.
  @Test(arguments: [
    (["timestamp", "x", "y"], "t=timestamp,x=x,y=y"),
    (
      ["Recording timestamp [μs]", "Gaze point X [DACS px]", "Gaze point Y [DACS px]"],
      "t=Recording timestamp [μs]/us,x=Gaze point X [DACS px],y=Gaze point Y [DACS px]"
    ),
    (
      ["record timestamp", "client timestamp", "button", "x", "y"],
      "t=client timestamp,x=x,y=y"
    ),
    (
      ["time_ms", "clientX", "clientY", "pageX", "pageY", "trial", "subject"],
      "t=time_ms/ms,x=clientX,y=clientY,stroke=trial,participant=subject"
    ),
    (
      ["TIME", "X", "Y", "PPT_ID", "stroke_id"],
      "t=TIME,x=X,y=Y,stroke=stroke_id,participant=PPT_ID"
    ),
    (["tilt_x", "tilt_y", "pos_x", "pos_y", "t_us"], "t=t_us/us,x=pos_x,y=pos_y"),
    (["vx", "vy", "x_px", "y_px", "ms"], "t=ms/ms,x=x_px,y=y_px"),
    (
      ["event.timeStamp (ms)", "event.clientX", "event.clientY"],
      "t=event.timeStamp (ms)/ms,x=event.clientX,y=event.clientY"
    ),
    (["epoch", "xpos", "ypos"], "t=epoch,x=xpos,y=ypos"),
    (["t_s", "mouse_x", "mouse_y"], "t=t_s,x=mouse_x,y=mouse_y"),
  ])
  func usualNamesAreRecognized(names: [String], mapping: String) {
    #expect(ColumnGuess(names: names).mapping?.description == mapping)
  }

  @Test(arguments: [
    ["name", "age", "sex"], ["x", "y"], ["t", "x"], ["time", "tilt_x", "tilt_y"], ["a;b;c"], [""],
  ])
  func otherTablesAreNotTakenForRecordings(names: [String]) {
    #expect(ColumnGuess(names: names).mapping == nil)
  }

  @Test(arguments: [
    (["1718000000000", "1718000000017"], TimeUnit.milliseconds),
    (["0", "16666", "33333"], .microseconds),
    (["0.000", "0.016"], nil), (["5000000000", "5008333333"], .nanoseconds),
    (["1718000000.0", "1718000000.016"], nil), (["0", "17", "33"], .milliseconds),
    (["1718000000000"], .milliseconds),
  ])
  func theUnitOfTimesIsGuessedFromRows(times: [String], unit: TimeUnit?) {
    let guess = ColumnGuess(names: ["timestamp", "x", "y"], rows: times.map { [$0, "1", "2"] })
    #expect(guess.mapping?.timeUnit == unit)
  }

  @Test func timesThatAreTextAreNamed() {
    let guess = ColumnGuess(names: ["time", "x", "y"], rows: [["12:00:01.5", "1", "2"]])
    #expect(guess.mapping == nil && guess.textTime?.name == "time")
  }
}
