/* The interpreter for runs without scheduling and listeners: `heddle run` and the boot. */
#define INTERP_NAME interp_free
#define CHECKED 0
#include "engine/vm/interp/interp_loop.h"
