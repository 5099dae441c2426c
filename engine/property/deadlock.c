/* The property `deadlock` (soundness rule 16, deadlock): no choice is enabled although a non-daemon
 * thread is alive, or monitor owners form a cycle. The scheduler knows what each thread waits for,
 * so vm/sched/step.c finds and reports deadlocks. */
#include "engine/property/property.h"
#include "engine/vm/interp/interp.h"

const struct property_ops property_deadlock = {.name = "deadlock", .state = vm_deadlocked};
