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

#ifdef __cplusplus
}
#endif

#endif
