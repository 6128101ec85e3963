/// The columns of a plain recording: which field of a row is what.
struct PlainCSVHeader: Equatable {
  var stroke: Int
  var time: Int
  var x: Int
  var y: Int
  var participant: Int?
  var task: Int?
  var force: Int?
  var altitude: Int?
  var azimuth: Int?
  var trueX: Int?
  var trueY: Int?
  /// How many fields a row has.
  var count: Int

  /// The form that messages ask for.
  static let form =
    "stroke,t_s,x,y with, where known, participant,task,force,altitude_rad,azimuth_rad,"
    + "true_x,true_y"

  /// What is wrong with a header.
  struct Fault: Error, Equatable {
    var column: String
    var message: String
    var remedy: String
  }

  /// Finds the columns by name, in any order; columns of other names are left unread.
  init(names: [String]) throws(Fault) {
    var places: [String: Int] = [:]
    for (index, name) in names.enumerated() {
      guard places.updateValue(index, forKey: name) == nil else {
        throw Fault(
          column: name, message: "the header names column '\(name)' twice",
          remedy: "keep one of the two")
      }
    }
    func required(_ name: String) throws(Fault) -> Int {
      guard let place = places[name] else {
        throw Fault(
          column: name, message: "the header has no column '\(name)'",
          remedy: "the first line must name the columns: \(Self.form)")
      }
      return place
    }
    stroke = try required("stroke")
    time = try required("t_s")
    x = try required("x")
    y = try required("y")
    participant = places["participant"]
    task = places["task"]
    force = places["force"]
    altitude = places["altitude_rad"]
    azimuth = places["azimuth_rad"]
    trueX = places["true_x"]
    trueY = places["true_y"]
    count = names.count
    if (trueX == nil) != (trueY == nil) {
      let missing = trueX == nil ? "true_x" : "true_y"
      throw Fault(
        column: missing, message: "the header has one column of a pair, but not '\(missing)'",
        remedy: "give both true_x and true_y, or neither")
    }
  }
}
