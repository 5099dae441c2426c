/* The interpreter for searches, replays and runs with listeners. */
#define INTERP_NAME interp_checked
#define CHECKED 1
#include "engine/vm/interp/interp_loop.h"
