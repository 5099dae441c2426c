/* Decides which library calls are recorded, and as which events (jdkcalls.def, actions.def). The
 * recorder places its probes by these rules, and replay finds the call that an event belongs to. */
#ifndef HEDDLE_TRACE_JDKCALLS_H
#define HEDDLE_TRACE_JDKCALLS_H

#include "engine/classfile/classfile.h"
#include "trace/format/format.h"

enum call_action {
#define CALL_ACTION(name, before, after) CALL_##name,
#include "trace/actions.def"
#undef CALL_ACTION
  CALL_ACTION_COUNT
};
/* kinds of the events before and after the call; 0: no event */
extern const uint8_t call_action_events[CALL_ACTION_COUNT][2];

/* Returns the action for a method reference; CALL_SKIP if calls of it are not recorded. */
enum call_action jdk_call_action(const struct cp_entry *ref);
/* Is an event of that kind recorded at a call of the method? */
bool jdk_call_records(const struct cp_entry *ref, unsigned kind);

#endif
