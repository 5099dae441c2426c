/* The interpreter for runs in which nobody schedules or listens: `heddle run` and the boot. */
#define INTERP_NAME interp_free
#define CHECKED 0
#include "engine/vm/interp/interp_loop.h"
