/* The property `deadlock` (soundness rule 16, deadlock): no enabled choice and a live thread that
 * is no daemon, or a cycle of monitor owners. What a thread waits for is the scheduler's knowledge:
 * vm/sched/step.c finds and reports it. */
#include "engine/property/property.h"
#include "engine/vm/interp/interp.h"

const struct property_ops property_deadlock = {.name = "deadlock", .state = vm_deadlocked};
