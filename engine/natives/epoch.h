/* Where the virtual calendar starts: 2024-01-01T00:00:00Z, when the machine's clock stands at 0. */
#ifndef HEDDLE_NATIVES_EPOCH_H
#define HEDDLE_NATIVES_EPOCH_H

#include <stdint.h>

#define EPOCH_MILLIS INT64_C(1704067200000)

#endif
