// Plays synthetic events to one predictor and prints the sum of its answers: something to be counted
// by valgrind (`scripts/guard`) or timed from outside.
//
// Usage: EventCost SPEC EVENTS [predict|position] [steady|uneven]

import Foundation
import MotionPrediction

func leave(_ reason: String) -> Never {
  FileHandle.standardError.write(Data("EventCost: \(reason)\n".utf8))
  exit(64)
}

let arguments = CommandLine.arguments
guard arguments.count >= 3, let events = Int(arguments[2]), events >= 0 else {
  leave("say SPEC EVENTS [predict|position] [steady|uneven]")
}
let asked = arguments.count > 3 ? EventLoop.Question(rawValue: arguments[3]) : .predict
let timing = arguments.count > 4 ? EventLoop.Clock(rawValue: arguments[4]) : .steady
guard let question = asked, let clock = timing else {
  leave("\(arguments[3...].joined(separator: " ")): say predict or position, steady or uneven")
}
do {
  let context = PredictorContext(
    horizons: [EventLoop.horizon], nominalRate: EventLoop.rate, unitsPerMillimeter: 1)
  let predictor = try PredictorCatalogue.standard.predictor(arguments[1]).make(context)
  print(EventLoop(question: question, clock: clock).play(events, to: predictor))
} catch {
  leave("\(error)")
}
