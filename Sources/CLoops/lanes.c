#include "lanes.h"

#include "processors.h"

// What Swift's types of the same names hold.
typedef double Positions __attribute__((ext_vector_type(8), aligned(16)));
typedef struct {
  Numbers sum, compensation;
} Sums;
typedef struct {
  Sums errors, changes;
  Counts abstentions;
  Positions before;
} SlotSums;
typedef struct {
  Numbers start_x, start_y, along_x, along_y, inverse;
} Segments;

// Four points, or vectors.
typedef struct {
  Numbers x, y;
} Points;

INLINE Points points(Positions both) { return (Points){both.lo, both.hi}; }

INLINE Points minus(Points points, LanePoint point) {
  return (Points){points.x - point.x, points.y - point.y};
}

INLINE Points change(Points before, Points after) {
  return (Points){after.x - before.x, after.y - before.y};
}

INLINE Numbers dot(Points points, LanePoint vector) {
  return points.x * vector.x + points.y * vector.y;
}

INLINE Numbers squared_lengths(Points points) {
  return points.x * points.x + points.y * points.y;
}

INLINE Numbers roots(Numbers squares) { return __builtin_elementwise_sqrt(squares); }

// The positive part of numbers. Half the sum with the size is exact, and needs no branch.
INLINE Numbers excess(Numbers numbers) {
  return 0.5 * (__builtin_elementwise_abs(numbers) + numbers);
}

INLINE Numbers shortage(Numbers numbers) {
  return 0.5 * (__builtin_elementwise_abs(numbers) - numbers);
}

INLINE void add(Sums *sums, Numbers terms) {
  Numbers total = sums->sum + terms, part = total - sums->sum;
  sums->compensation += (sums->sum - (total - part)) + (terms - part);
  sums->sum = total;
}

INLINE void lane_lengths_loop(
    const Positions *predictions, const LanePoint *truths, ptrdiff_t first, ptrdiff_t end,
    Numbers *lengths, Sums *errors) {
  Sums sums = *errors;
  for (ptrdiff_t i = first; i < end; i++) {
    Numbers length = roots(squared_lengths(minus(points(predictions[i]), truths[i])));
    if (lengths) lengths[i] = length;
    add(&sums, length);
  }
  *errors = sums;
}

FOR_EACH_PROCESSOR(
    void, lane_lengths,
    (const void *predictions, const void *truths, ptrdiff_t first, ptrdiff_t end,
     void *lengths, void *errors),
    (predictions, truths, first, end, lengths, errors))

INLINE void lane_errors_loop(
    const Positions *predictions, const LanePoint *truths, const LanePoint *velocities,
    ptrdiff_t first, ptrdiff_t end, Numbers *lengths, Sums *errors, Sums *squares,
    Sums *products) {
  Sums sums = *errors, sums_of_squares = *squares, sums_of_products = *products;
  for (ptrdiff_t i = first; i < end; i++) {
    Points error = minus(points(predictions[i]), truths[i]);
    Numbers square = squared_lengths(error), length = roots(square);
    if (lengths) lengths[i] = length;
    add(&sums, length);
    add(&sums_of_squares, square);
    add(&sums_of_products, dot(error, velocities[i]));
  }
  *errors = sums;
  *squares = sums_of_squares;
  *products = sums_of_products;
}

FOR_EACH_PROCESSOR(
    void, lane_errors,
    (const void *predictions, const void *truths, const void *velocities,
     ptrdiff_t first, ptrdiff_t end, void *lengths, void *errors, void *squares,
     void *products),
    (predictions, truths, velocities, first, end, lengths, errors, squares, products))

INLINE void lane_overshoots_loop(
    const Positions *predictions, const LanePoint *newest, const double *radii, ptrdiff_t first,
    ptrdiff_t end, Numbers *lengths, Sums *above, Sums *below) {
  Sums sums_above = *above, sums_below = *below;
  for (ptrdiff_t i = first; i < end; i++) {
    Numbers reach = roots(squared_lengths(minus(points(predictions[i]), newest[i])));
    Numbers farther = reach - radii[i], overshoot = excess(farther);
    if (lengths) lengths[i] = overshoot;
    add(&sums_above, overshoot);
    add(&sums_below, shortage(farther));
  }
  *above = sums_above;
  *below = sums_below;
}

FOR_EACH_PROCESSOR(
    void, lane_overshoots,
    (const void *predictions, const void *newest, const double *radii,
     ptrdiff_t first, ptrdiff_t end, void *lengths, void *above, void *below),
    (predictions, newest, radii, first, end, lengths, above, below))

INLINE void lane_directions_loop(
    const Positions *predictions, const LanePoint *truths, const LanePoint *tangents,
    ptrdiff_t first, ptrdiff_t end, Sums *along, Sums *squared_along,
    Sums *squared_cross) {
  Sums sums = *along, sums_along = *squared_along, sums_cross = *squared_cross;
  for (ptrdiff_t i = first; i < end; i++) {
    Points error = minus(points(predictions[i]), truths[i]);
    Numbers a = dot(error, tangents[i]);
    Numbers c = error.x * tangents[i].y - error.y * tangents[i].x;
    add(&sums, a);
    add(&sums_along, a * a);
    add(&sums_cross, c * c);
  }
  *along = sums;
  *squared_along = sums_along;
  *squared_cross = sums_cross;
}

FOR_EACH_PROCESSOR(
    void, lane_directions,
    (const void *predictions, const void *truths, const void *tangents,
     ptrdiff_t first, ptrdiff_t end, void *along, void *squared_along,
     void *squared_cross),
    (predictions, truths, tangents, first, end, along, squared_along, squared_cross))

INLINE void lane_changes_loop(
    const Positions *predictions, const LanePoint *truths, ptrdiff_t first, ptrdiff_t end,
    Numbers *lengths, Sums *changes) {
  if (first >= end) return;
  Sums sums = *changes;
  Points before = minus(points(predictions[first - 1]), truths[first - 1]);
  for (ptrdiff_t i = first; i < end; i++) {
    Points error = minus(points(predictions[i]), truths[i]);
    Numbers length = roots(squared_lengths(change(before, error)));
    if (lengths) lengths[i] = length;
    add(&sums, length);
    before = error;
  }
  *changes = sums;
}

FOR_EACH_PROCESSOR(
    void, lane_changes,
    (const void *predictions, const void *truths, ptrdiff_t first, ptrdiff_t end,
     void *lengths, void *changes),
    (predictions, truths, first, end, lengths, changes))

INLINE void lane_bends_loop(
    const Positions *predictions, ptrdiff_t first, ptrdiff_t end, Sums *bends) {
  Sums sums = *bends;
  for (ptrdiff_t i = first; i < end; i++) {
    Positions bend = predictions[i] - 2 * predictions[i - 1] + predictions[i - 2];
    add(&sums, squared_lengths(points(bend)));
  }
  *bends = sums;
}

FOR_EACH_PROCESSOR(
    void, lane_bends,
    (const void *predictions, ptrdiff_t first, ptrdiff_t end, void *bends),
    (predictions, first, end, bends))

INLINE void lane_steps_loop(
    const Positions *predictions, const LanePoint *onward, double rounding, ptrdiff_t first,
    ptrdiff_t end, Counts *wrong) {
  Counts counts = *wrong;
  for (ptrdiff_t i = first; i < end; i++) {
    Points step = change(points(predictions[i - 1]), points(predictions[i]));
    // True is −1 in every lane.
    counts -= dot(step, onward[i]) < -rounding;
  }
  *wrong = counts;
}

FOR_EACH_PROCESSOR(
    void, lane_steps,
    (const void *predictions, const void *onward, double rounding, ptrdiff_t first, ptrdiff_t end,
     void *wrong),
    (predictions, onward, rounding, first, end, wrong))

INLINE void lane_separate_loop(
    const Numbers *lengths, ptrdiff_t first, ptrdiff_t end, bool only_positive, double *numbers,
    ptrdiff_t room, Counts *counts) {
  ptrdiff_t last = end - first < room ? end : first + room;
  double *one = numbers, *two = one + room, *three = two + room, *four = three + room;
  // Every number is written, but only one that is kept advances its place.
  if (only_positive) {
    for (ptrdiff_t i = first; i < last; i++) {
      *one = lengths[i].x;
      *two = lengths[i].y;
      *three = lengths[i].z;
      *four = lengths[i].w;
      one += lengths[i].x != 0;
      two += lengths[i].y != 0;
      three += lengths[i].z != 0;
      four += lengths[i].w != 0;
    }
  } else {
    for (ptrdiff_t i = first; i < last; i++) {
      *one++ = lengths[i].x;
      *two++ = lengths[i].y;
      *three++ = lengths[i].z;
      *four++ = lengths[i].w;
    }
  }
  *counts = (Counts){
      one - numbers, two - numbers - room, three - numbers - 2 * room, four - numbers - 3 * room};
}

FOR_EACH_PROCESSOR(
    void, lane_separate,
    (const void *lengths, ptrdiff_t first, ptrdiff_t end, bool only_positive, double *numbers,
     ptrdiff_t room, void *counts),
    (lengths, first, end, only_positive, numbers, room, counts))

// How much farther four points are from a target's newest position than its truth; 0 if they are not.
INLINE Numbers overshoots_of(Points points, const LaneTarget *target) {
  Numbers squares = squared_lengths(minus(points, target->newest));
  // The rounded root of a rounded square is the number itself: no root is above the radius whose square is not above
  // that of the radius.
  if (are_all(squares <= target->squared_radius)) return 0;
  return excess(roots(squares) - target->radius);
}

INLINE void lane_answers_loop(
    const Positions *answers, const LaneTarget *targets, const ptrdiff_t *places, ptrdiff_t count,
    double factor, bool has_silence, LanePoint newest, bool has_changes, SlotSums *sums,
    Numbers *overshoots) {
  for (ptrdiff_t i = 0; i < count; i++) {
    const LaneTarget *target = targets + places[i];
    SlotSums *slot = sums + target->slot;
    Points said = points(factor * answers[i]);
    if (has_silence) {
      Counts is_silent = said.x != said.x;
      said.x = is_silent ? (Numbers)newest.x : said.x;
      said.y = is_silent ? (Numbers)newest.y : said.y;
      // True is −1 in every lane.
      slot->abstentions -= is_silent;
    }
    Points error = minus(said, target->truth);
    add(&slot->errors, roots(squared_lengths(error)));
    if (has_changes) {
      if (target->is_pair) {
        add(&slot->changes, roots(squared_lengths(change(points(slot->before), error))));
      }
      slot->before.lo = error.x;
      slot->before.hi = error.y;
    }
    if (overshoots) overshoots[places[i]] = overshoots_of(said, target);
  }
}

FOR_EACH_PROCESSOR(
    void, lane_answers,
    (const void *answers, const LaneTarget *targets, const ptrdiff_t *places, ptrdiff_t count,
     double factor, bool has_silence, LanePoint newest, bool has_changes, void *sums,
     void *overshoots),
    (answers, targets, places, count, factor, has_silence, newest, has_changes, sums, overshoots))

INLINE Numbers squared_distances(const Segments *segments, LanePoint point) {
  Points offset = {segments->start_x - point.x, segments->start_y - point.y};
  Numbers share =
      (offset.x * segments->along_x + offset.y * segments->along_y) * -segments->inverse;
  share = share < 0 ? (Numbers)0 : share;
  share = share > 1 ? (Numbers)1 : share;
  return squared_lengths((Points){
      offset.x + share * segments->along_x, offset.y + share * segments->along_y});
}

// The distance of a point from a path, or some value up to `bound` if it does not exceed that.
INLINE double distance(
    const Segments *segments, ptrdiff_t count, ptrdiff_t start, LanePoint point, double bound) {
  // Rounding of the square must not end the search early.
  double enough = bound * bound * (1 - 1e-12);
  Numbers least = __builtin_inf();
  for (ptrdiff_t after = start / 4, before = after - 1; after < count || before >= 0;
       after++, before--) {
    // What was just left behind is nearer than what is to come, as a rule.
    if (before >= 0) {
      Numbers squares = squared_distances(segments + before, point);
      least = squares < least ? squares : least;
    }
    if (after < count) {
      Numbers squares = squared_distances(segments + after, point);
      least = squares < least ? squares : least;
    }
    if (is_any(least <= enough)) break;
  }
  double one = least.y < least.x ? least.y : least.x, other = least.w < least.z ? least.w : least.z;
  return __builtin_sqrt(other < one ? other : one);
}

INLINE void lane_greatest_distances_loop(
    const Segments *segments, ptrdiff_t count, const ptrdiff_t *targets, const ptrdiff_t *starts,
    ptrdiff_t target_count, const Positions *predictions, const Numbers *errors, ptrdiff_t width,
    Numbers *distances) {
  Counts firsts = 0;
  Numbers greatest = errors[targets[0]];
  for (ptrdiff_t i = 1; i < target_count; i++) {
    Counts is_greater = errors[targets[i]] > greatest;
    greatest = is_greater ? errors[targets[i]] : greatest;
    firsts = is_greater ? (Counts)i : firsts;
  }
  for (ptrdiff_t lane = 0; lane < width; lane++) {
    ptrdiff_t first = firsts[lane];
    const double *place = (const double *)(predictions + targets[first]) + lane;
    greatest[lane] = distance(segments, count, starts[first], (LanePoint){place[0], place[4]}, 0);
  }
  for (ptrdiff_t i = 0; i < target_count; i++) {
    Counts is_greater = errors[targets[i]] > greatest;
    if (!is_any(is_greater)) continue;
    for (ptrdiff_t lane = 0; lane < width; lane++) {
      if (!is_greater[lane]) continue;
      const double *place = (const double *)(predictions + targets[i]) + lane;
      double found = distance(
          segments, count, starts[i], (LanePoint){place[0], place[4]}, greatest[lane]);
      if (found >= greatest[lane]) greatest[lane] = found;
    }
  }
  *distances = greatest;
}

FOR_EACH_PROCESSOR(
    void, lane_greatest_distances,
    (const void *segments, ptrdiff_t count, const ptrdiff_t *targets, const ptrdiff_t *starts,
     ptrdiff_t target_count, const void *predictions, const void *errors, ptrdiff_t width,
     void *distances),
    (segments, count, targets, starts, target_count, predictions, errors, width, distances))
