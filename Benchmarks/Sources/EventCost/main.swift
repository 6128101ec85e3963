// Plays synthetic events to one predictor and prints the sum of its answers: something to be counted
// by valgrind (`scripts/guard`) or timed from outside.
//
// Usage: EventCost SPEC EVENTS [predict|position|horizons] [steady|uneven|slow|fast]

import Foundation
import MotionPrediction

func leave(_ reason: String) -> Never {
  FileHandle.standardError.write(Data("EventCost: \(reason)\n".utf8))
  exit(64)
}

let arguments = CommandLine.arguments
guard arguments.count >= 3, let events = Int(arguments[2]), events >= 0 else {
  leave("say SPEC EVENTS [predict|position|horizons] [steady|uneven|slow|fast]")
}
let asked = arguments.count > 3 ? EventLoop.Question(rawValue: arguments[3]) : .predict
let timing = arguments.count > 4 ? EventLoop.Clock(rawValue: arguments[4]) : .steady
guard let question = asked, let clock = timing else {
  leave(
    "\(arguments[3...].joined(separator: " ")): say predict, position or horizons; steady, uneven, slow or fast"
  )
}
do {
  let loop = EventLoop(question: question, clock: clock)
  let context = PredictorContext(
    horizons: loop.horizons, nominalRate: clock.rate, unitsPerMillimeter: 1)
  let predictor = try PredictorCatalogue.standard.predictor(arguments[1]).make(context)
  print(loop.play(events, to: predictor))
} catch {
  leave("\(error)")
}
