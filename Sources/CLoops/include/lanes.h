// Loops over the targets of a stroke for four predictors at a time, a vector lane each.
//
// They are in C because Swift has no attribute that compiles a function for another processor than
// the one that the whole program is built for. Each exists twice in the program, for every x86-64
// processor and for those with AVX2, and chooses when it is called. Neither multiplies and adds in
// one operation, so that the numbers are the same to the last bit.
//
// Swift does not import vectors of more than 16 bytes, so they are passed by untyped pointers:
//
// - points: `SIMD2<Double>` by target
// - predictions: `SIMD8<Double>` by target, four times x and then four times y
// - lengths: `SIMD4<Double>` by target, null where they are not stored
// - sums: `CompensatedSums`
//
// Targets are those from `first` to before `end`.
#ifndef NEXTPOINT_LANES_H
#define NEXTPOINT_LANES_H

#include <stdbool.h>
#include <stddef.h>

typedef double LanePoint __attribute__((ext_vector_type(2)));

/// Adds the lengths of the errors, ‖e‖.
void lane_lengths(
    const void *predictions, const void *truths, ptrdiff_t first, ptrdiff_t end, void *lengths,
    void *errors);

/// Adds the same, ‖e‖² and e·v, v the true velocity.
void lane_errors(
    const void *predictions, const void *truths, const void *velocities, ptrdiff_t first,
    ptrdiff_t end, void *lengths, void *errors, void *squares, void *products);

/// Adds by how much predictions are farther from the newest position than the truth, the overshoot
/// whose lengths are stored, and by how much they are nearer.
///
/// The radii are the distances of the truths, a number by target.
void lane_overshoots(
    const void *predictions, const void *newest, const double *radii, ptrdiff_t first,
    ptrdiff_t end, void *lengths, void *above, void *below);

/// Adds e·u, its square and (e·ν)², u the unit tangent and ν the unit normal.
void lane_directions(
    const void *predictions, const void *truths, const void *tangents, ptrdiff_t first,
    ptrdiff_t end, void *along, void *squared_along, void *squared_cross);

/// Adds the lengths of the changes of e since the target before.
void lane_changes(
    const void *predictions, const void *truths, ptrdiff_t first, ptrdiff_t end, void *lengths,
    void *changes);

/// Adds the squared second differences of the predictions.
void lane_bends(const void *predictions, ptrdiff_t first, ptrdiff_t end, void *bends);

/// Counts the steps of the predictions that go against the contact's direction by more than
/// `rounding`, into `SIMD4<Int64>`.
void lane_steps(
    const void *predictions, const void *onward, double rounding, ptrdiff_t first, ptrdiff_t end,
    void *wrong);

/// Separates the lengths of four predictors, at most `room` of each.
///
/// - only_positive: whether zeros are left out
/// - numbers: `room` numbers of the first predictor, then those of the others
/// - counts: how many there are of each, `SIMD4<Int64>`
void lane_separate(
    const void *lengths, ptrdiff_t first, ptrdiff_t end, bool only_positive, double *numbers,
    ptrdiff_t room, void *counts);

/// What is known of a target before it is predicted.
typedef struct {
  LanePoint truth, newest;
  /// The distance of the truth from the newest position.
  double radius;
  /// −1 where squares are not exact enough to compare.
  double squared_radius;
  /// Where its sums are.
  ptrdiff_t slot;
  /// Whether it follows the target before on a screen.
  bool is_pair;
} LaneTarget;

/// Adds what four predictors answered for some targets to `GridSums.Sums`, by slot.
///
/// - answers: predictions by question
/// - targets: all targets
/// - places: the target of each of `count` questions
/// - factor: what answers are multiplied by
/// - newest: takes the place of answers that are NaN, where `has_silence`
/// - has_changes: whether changes are added too
/// - overshoots: lengths by target, null where they are not stored
void lane_answers(
    const void *answers, const LaneTarget *targets, const ptrdiff_t *places, ptrdiff_t count,
    double factor, bool has_silence, LanePoint newest, bool has_changes, void *sums,
    void *overshoots);

/// Finds the greatest distance of each predictor's predictions from a path.
///
/// The true positions lie on the path, so that a prediction is never farther from it than its error:
/// the greatest error comes first, and those that do not exceed the greatest distance so far are
/// passed over. So is a prediction once it is found to be nearer than that.
///
/// - segments: `count` `MeasuredPath.Segments`
/// - targets: the numbers of `target_count` targets, at least one
/// - starts: the segment from which on the path is searched, by target
/// - errors: their lengths
/// - width: the number of predictors, at most four
/// - distances: a number of each, `SIMD4<Double>`
void lane_greatest_distances(
    const void *segments, ptrdiff_t count, const ptrdiff_t *targets, const ptrdiff_t *starts,
    ptrdiff_t target_count, const void *predictions, const void *errors, ptrdiff_t width,
    void *distances);

#endif
