/* The callbacks of the machine into the layers above it; see struct vm_hooks. */
#ifndef HEDDLE_SESSION_HOOKS_H
#define HEDDLE_SESSION_HOOKS_H

#include "engine/vm/vm.h"

extern const struct vm_hooks session_hooks;

#endif
