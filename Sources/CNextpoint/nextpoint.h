/*
 * nextpoint: predicts where a contact will be, from C and from whatever calls C.
 *
 *   nextpoint_predictor *predictor = nextpoint_create("rls", NULL, NULL, 0);
 *   nextpoint_begin_stroke(predictor);
 *   for each event: nextpoint_observe(predictor, &sample);
 *                   if (nextpoint_position(predictor, 0.0333, &x, &y)) draw(x, y);
 *   nextpoint_end_stroke(predictor, time_s);
 *   nextpoint_free(predictor);
 *
 * Times are seconds on any steady clock, positions are in any one unit of length. A predictor is
 * called by one thread at a time; different predictors do not know of each other. A null predictor is
 * allowed everywhere: nothing happens, and nothing is predicted.
 *
 * Build the library with `swift build -c release --product nextpoint-c`; link with -lnextpoint-c.
 */
#ifndef NEXTPOINT_H
#define NEXTPOINT_H

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Raised when a function or a struct changes; nextpoint_abi_version() says that of the library. */
#define NEXTPOINT_ABI_VERSION 1

/* A predictor and all that it has observed. */
typedef struct nextpoint_predictor nextpoint_predictor;

/* What is known before the first sample. All zero stands for: nothing but the defaults. */
typedef struct nextpoint_context {
  /* Samples a second; 0 for 60. */
  double nominal_rate_hz;
  /* Units of the positions to the millimeter; 0 where not known. Predictors whose constants are in
     pixels need it. */
  double units_per_millimetre;
  /* How often the display refreshes; 0 where nothing depends on it. */
  double refresh_rate_hz;
  /* The horizons that will be asked for, in seconds: predictors that learn a horizon learn these. May
     be null where horizon_count is 0: then 33.3 ms is meant. They are copied. */
  const double *horizons_s;
  size_t horizon_count;
} nextpoint_context;

/* One report of the contact. NAN in force, altitude or azimuth stands for: not measured. */
typedef struct nextpoint_sample {
  double time_s;
  double x;
  double y;
  double force;
  double altitude_rad;
  double azimuth_rad;
} nextpoint_sample;

/* What a predictor says. All but x and y may be NAN: the method does not say it. */
typedef struct nextpoint_prediction {
  double x;
  double y;
  /* Per second. */
  double velocity_x;
  double velocity_y;
  /* The covariance of the position, in squared units of length. */
  double variance_xx;
  double variance_xy;
  double variance_yy;
  /* How far the method trusts itself, 0 to 1. */
  double confidence;
  double force;
  double altitude_rad;
  double azimuth_rad;
  /* The probability that the contact has ended by then, 0 to 1. */
  double lift_probability;
} nextpoint_prediction;

/* Makes a predictor from a spelling, such as "polynomial:degree=1,window=3" or
   "regularise+kalman+speed-gate" (see `nextpoint predictors`).
   context may be null. Where nothing can be made of the spelling the result is null, and message,
   where it is not null, holds the reason in UTF-8, cut to message_capacity bytes with its closing 0;
   otherwise message holds the empty text. */
nextpoint_predictor *nextpoint_create(
    const char *spec, const nextpoint_context *context, char *message, size_t message_capacity);

/* A predictor in the same state, which goes its own way from here: a snapshot. */
nextpoint_predictor *nextpoint_copy(const nextpoint_predictor *predictor);

/* Ends a predictor; it must not be used afterwards. */
void nextpoint_free(nextpoint_predictor *predictor);

/* A new contact: the history of positions goes, what was learned stays. */
void nextpoint_begin_stroke(nextpoint_predictor *predictor);

/* The next sample, in order of arrival. One that is not finite is passed over. */
void nextpoint_observe(nextpoint_predictor *predictor, const nextpoint_sample *sample);

/* The device's own predictions after the newest sample; only "recorded" uses them. */
void nextpoint_observe_device_predictions(
    nextpoint_predictor *predictor, const nextpoint_sample *samples, size_t count);

/* The contact was lifted. */
void nextpoint_end_stroke(nextpoint_predictor *predictor, double time_s);

/* Back to how it was made: what was learned goes too. */
void nextpoint_reset(nextpoint_predictor *predictor);

/* Where the contact will be horizon_s after the newest sample. False where the predictor cannot say:
   then x and y are as they were. Asking changes nothing. */
bool nextpoint_position(
    const nextpoint_predictor *predictor, double horizon_s, double *x, double *y);

/* All that the predictor says of that moment; result is as it was where the answer is false. */
bool nextpoint_predict(
    const nextpoint_predictor *predictor, double horizon_s, nextpoint_prediction *result);

/* NEXTPOINT_ABI_VERSION of the library that runs. */
int nextpoint_abi_version(void);

/*
 * Whole strokes in one call.
 *
 * Each struct from here on begins with its size, which the caller sets to sizeof of the struct; later
 * versions of this header only add fields at the end. Set everything else to zero first, and what is
 * not named stays off. A library that is older than the program refuses a field that it does not
 * know, unless the field is zero.
 */

/* A column of numbers in the caller's memory: number i is at (const char *)values + i * stride_bytes.
   A stride of 0 stands for sizeof(double), numbers side by side; it may be below 0, and need not be a
   multiple of sizeof(double). values may be null where a column may be left out. */
typedef struct nextpoint_column {
  const double *values;
  ptrdiff_t stride_bytes;
} nextpoint_column;

/* The first stroke goes on from the samples observed so far: there is no nextpoint_begin_stroke. */
#define NEXTPOINT_CONTINUE_FIRST_STROKE 1
/* The last stroke is not over: there is no nextpoint_end_stroke. */
#define NEXTPOINT_LEAVE_LAST_STROKE_OPEN 2

/* One stroke or several, as columns. */
typedef struct nextpoint_strokes {
  /* sizeof(nextpoint_strokes). */
  size_t size;
  /* How many numbers each column has. */
  size_t sample_count;
  /* As in nextpoint_sample. These three must be there. */
  nextpoint_column time_s;
  nextpoint_column x;
  nextpoint_column y;
  /* Without values, or with NAN: not measured. */
  nextpoint_column force;
  nextpoint_column altitude_rad;
  nextpoint_column azimuth_rad;
  /* Stroke s has the samples stroke_offsets[s] to stroke_offsets[s + 1] - 1: stroke_count + 1 numbers
     that do not fall and do not exceed sample_count. Null with stroke_count 0: all samples are one
     stroke. Samples that belong to no stroke are not observed, and nothing is answered after them. */
  const size_t *stroke_offsets;
  size_t stroke_count;
  /* When the contacts were lifted, one time for each stroke; null: at the last sample of each. */
  const double *end_times_s;
  /* NEXTPOINT_CONTINUE_FIRST_STROKE, NEXTPOINT_LEAVE_LAST_STROKE_OPEN, both (added), or 0. */
  size_t flags;
} nextpoint_strokes;

/* What is asked after each sample, and the caller's arrays for the answers.
   Each array that is not null is written whole, without gaps, in the shape that is given with it, the
   last index running fastest. NAN stands where there is no answer or the method does not say it. */
typedef struct nextpoint_answers {
  /* sizeof(nextpoint_answers). */
  size_t size;
  /* The horizons, in seconds. Sample i is asked for horizon_count numbers side by side from
     (const char *)horizons_s + i * horizon_stride_bytes; with a stride of 0 for the same ones each. */
  const double *horizons_s;
  size_t horizon_count;
  ptrdiff_t horizon_stride_bytes;
  /* The shares, between 0 and 1, for which radius is to be written. */
  const double *levels;
  size_t level_count;
  /* [sample_count][horizon_count]: whether there is an answer. */
  bool *answered;
  /* [sample_count][horizon_count][2]: x and y. */
  double *position;
  /* [sample_count][horizon_count][2]: x and y, per second. */
  double *velocity;
  /* [sample_count][horizon_count][3]: xx, xy and yy, in squared units of length. */
  double *covariance;
  /* [sample_count][horizon_count][level_count]: how far the region of a level reaches. The contact is
     expected, with that probability, where d' C^-1 d <= radius^2, with d the distance from the
     position as a vector and C the covariance. */
  double *radius;
  /* [sample_count][horizon_count]: 0 to 1. */
  double *confidence;
  /* [sample_count][horizon_count][3]: force, altitude and azimuth (radians). */
  double *pen;
  /* [sample_count][horizon_count]: 0 to 1. */
  double *lift_probability;
} nextpoint_answers;

/* Observes strokes and answers after each sample. The same, to the last bit, as nextpoint_begin_stroke,
   nextpoint_observe, nextpoint_predict for each horizon after each sample, and nextpoint_end_stroke.
   False where a struct cannot be used: then message, where it is not null, holds the reason as in
   nextpoint_create, nothing was observed, and no array was written; otherwise message holds the empty
   text. The arrays must not overlap. Nothing is kept of them. */
bool nextpoint_predict_strokes(
    nextpoint_predictor *predictor, const nextpoint_strokes *strokes,
    const nextpoint_answers *answers, char *message, size_t message_capacity);

/* An ellipse in which the contact is expected. */
typedef struct nextpoint_region {
  /* sizeof(nextpoint_region), set by the caller before the call. */
  size_t size;
  /* The center: the predicted position. */
  double x;
  double y;
  /* Half the length of the longer and of the shorter axis. */
  double semi_major;
  double semi_minor;
  /* The direction of the longer axis, from x toward y. */
  double angle_rad;
} nextpoint_region;

/* Where the contact will be horizon_s after the newest sample with the probability level, between 0 and
   1. False where nothing is predicted, or without a covariance; then, and where the size is not that of
   a nextpoint_region, the region is as it was. After "...+conformal" every predictor has regions, and
   learns to make them as wide as they must be. */
bool nextpoint_predict_region(
    const nextpoint_predictor *predictor, double horizon_s, double level, nextpoint_region *region);

/*
 * Learned models.
 */

/* As nextpoint_create, with the bytes of a model file that `nextpoint train` wrote, which are copied: they
   are the model of each "learned" in spec whose setting "model" is not "standard", such as
   "learned:model=mine" and "learned:model=mine,adapt=false+one-euro". */
nextpoint_predictor *nextpoint_create_with_model(
    const char *spec, const nextpoint_context *context, const void *model, size_t model_size,
    char *message, size_t message_capacity);

/* What the features of a learned model are: kind of a nextpoint_feature_layout. */
#define NEXTPOINT_DISPLACEMENTS 0 /* displacements from sample to sample */
#define NEXTPOINT_LAGS 2          /* velocities between fixed lags, for any sampling rate */

/* What a learned model sees of a motion; docs/predictors/learned.md says what the features are, and
   `nextpoint train` what the settings are called there. */
typedef struct nextpoint_feature_layout {
  /* sizeof(nextpoint_feature_layout). */
  size_t size;
  /* NEXTPOINT_DISPLACEMENTS or NEXTPOINT_LAGS. */
  size_t kind;
  /* How many displacements, 1 to 32; of lags the velocities between them, 4 to 20. */
  size_t displacements;
  /* Of how many displacements the velocity is a feature too; of lags the displacements from sample to
     sample, 0 to 24. */
  size_t velocities;
  /* 1 with the five features of the motion's shape; 0 of lags. */
  size_t has_shape;
  /* The share of weight that the displacement before has in the frame, 0 to 1; trained with 0.4. */
  double memory;
} nextpoint_feature_layout;

/* The caller's arrays for the features, as those of nextpoint_answers. NAN stands where there are none:
   before two samples of different times, and at rest. */
typedef struct nextpoint_features {
  /* sizeof(nextpoint_features). */
  size_t size;
  /* [sample_count][nextpoint_feature_count()]: the features, not standardized. */
  float *values;
  /* [sample_count][5]: the motion's own frame. A model that answers (a, b) at the horizon h predicts the
     displacement n (a u + b v) from the newest sample, n being h in 1/60 s, at most 12: x and y of u, x
     and y of v, and the greatest recent speed, in units of length a second. */
  double *frame;
} nextpoint_features;

/* How many features a layout has. 0 where there is no such layout; then message holds the reason as in
   nextpoint_create. */
size_t nextpoint_feature_count(
    const nextpoint_feature_layout *layout, char *message, size_t message_capacity);

/* Reads strokes of one recording, and writes the features after each sample, as a predictor of the layout sees
   them: NAN also where the contact has just jumped. context may be null; of strokes, lift-offs play no part.
   False as in nextpoint_predict_strokes. */
bool nextpoint_motion_features(
    const nextpoint_feature_layout *layout, const nextpoint_context *context,
    const nextpoint_strokes *strokes, const nextpoint_features *features, char *message,
    size_t message_capacity);

/*
 * Names.
 *
 * These functions return the length of a text in bytes, without its closing 0, and write it to text
 * as nextpoint_create writes a message: cut where text_capacity is no greater than the length.
 */

/* The canonical spelling: two spellings of one predictor have the same. 0 where nothing can be made of
   the spelling; then message holds the reason as in nextpoint_create. */
size_t nextpoint_canonical_spelling(
    const char *spec, char *text, size_t text_capacity, char *message, size_t message_capacity);

/* How many predictors, filters and modifiers the library has. */
size_t nextpoint_catalogue_count(void);

/* What nextpoint_catalogue_text tells of a row. */
#define NEXTPOINT_CATALOGUE_KIND 0     /* the name in a spelling, such as "kalman" */
#define NEXTPOINT_CATALOGUE_ROLE 1     /* "predictor", "bank", "filter" or "modifier" */
#define NEXTPOINT_CATALOGUE_SPELLING 2 /* the spelling, with the principal settings */
#define NEXTPOINT_CATALOGUE_SUMMARY 3  /* what it does, in one line */

/* A text of row 0 to nextpoint_catalogue_count() - 1, in the order of `nextpoint predictors list`.
   0 where there is no such row or no such text. A filter and a modifier may share a name. */
size_t nextpoint_catalogue_text(size_t row, int what, char *text, size_t text_capacity);

/*
 * One sample in one call.
 */

/* Observes a sample and predicts at each horizon: the same as nextpoint_observe and nextpoint_position for each of
   horizon_count horizons, in seconds after the sample. positions receives x and y for each, NAN where the predictor
   abstains. */
void nextpoint_step(
    nextpoint_predictor *predictor, const nextpoint_sample *sample, const double *horizons_s,
    size_t horizon_count, double *positions);

#ifdef __cplusplus
}
#endif

#endif
