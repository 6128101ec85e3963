// What the WebAssembly module holds beside Swift code: the bytes of the standard model, and Unicode's
// normalization for a world of ASCII, in which every text is its own normal form. Spellings of predictors are
// ASCII; tables that normalize other texts would take 35 kB.
#include <stdint.h>

static const uint8_t model[] = {
#embed STANDARD_MODEL
};
const uint8_t *standardModelBytes(void) { return model; }
uint32_t standardModelCount(void) { return sizeof model; }

const uint8_t *const _swift_stdlib_nfd_decompositions = 0;
uint16_t _swift_stdlib_getNormData(uint32_t scalar) { return 0; }
uint32_t _swift_stdlib_getDecompositionEntry(uint32_t scalar) { return 0; }
uint32_t _swift_stdlib_getComposition(uint32_t first, uint32_t second) { return UINT32_MAX; }
