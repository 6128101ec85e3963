// What every file of loops needs.
#ifndef NEXTPOINT_PROCESSORS_H
#define NEXTPOINT_PROCESSORS_H

#pragma STDC FP_CONTRACT OFF
// The small functions are always inlined, so that it does not matter how a call would pass vectors.
#pragma clang diagnostic ignored "-Wpsabi"

#define INLINE static inline __attribute__((always_inline))

// Defines a function that runs `name_loop`, compiled for AVX2 where the processor has it (never, with
// NEXTPOINT_PLAIN_LOOPS).
#if defined(__x86_64__) && !defined(NEXTPOINT_PLAIN_LOOPS)
#define FOR_EACH_PROCESSOR(result, name, parameters, arguments)                            \
  __attribute__((target("avx2"))) static result name##_avx2 parameters {                   \
    return name##_loop arguments;                                                          \
  }                                                                                        \
  result name parameters {                                                                 \
    return __builtin_cpu_supports("avx2") ? name##_avx2 arguments : name##_loop arguments; \
  }
#else
#define FOR_EACH_PROCESSOR(result, name, parameters, arguments) \
  result name parameters { return name##_loop arguments; }
#endif

// Four numbers, as Swift's `SIMD4<Double>` holds them.
typedef double Numbers __attribute__((ext_vector_type(4), aligned(16)));
typedef long Counts __attribute__((ext_vector_type(4), aligned(16)));

INLINE bool is_any(Counts mask) { return __builtin_reduce_or(mask) != 0; }

INLINE bool are_all(Counts mask) { return __builtin_reduce_and(mask) != 0; }

#endif
