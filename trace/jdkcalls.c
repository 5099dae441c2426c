/* Looks up which events the recorder writes for a library call (jdkcalls.def, actions.def). */
#include "trace/jdkcalls.h"

#include <string.h>

const uint8_t call_action_events[CALL_ACTION_COUNT][2] = {
#define CALL_ACTION(name, before, after) {before, after},
#include "trace/actions.def"
#undef CALL_ACTION
};

static const struct {
  const char *owner, *name, *desc;
  enum call_action action;
} jdk_calls[] = {
#define JDK_CALL(owner, name, desc, action) {owner, name, desc, CALL_##action},
#include "trace/jdkcalls.def"
#undef JDK_CALL
};

static bool jdk_call_matches(const char *pattern, const char *text) {
  size_t n = strcspn(pattern, "*");
  return pattern[n] ? !strncmp(pattern, text, n) : !strcmp(pattern, text);
}

enum call_action jdk_call_action(const struct cp_entry *ref) {
  for (size_t i = 0; i < COUNT(jdk_calls); i++) {
    if (jdk_call_matches(jdk_calls[i].name, ref->name->s) &&
        jdk_call_matches(jdk_calls[i].owner, ref->owner->s) &&
        jdk_call_matches(jdk_calls[i].desc, ref->desc->s)) {
      return jdk_calls[i].action;
    }
  }
  return CALL_SKIP;
}

bool jdk_call_records(const struct cp_entry *ref, unsigned kind) {
  const uint8_t *events = call_action_events[jdk_call_action(ref)];
  return kind && (events[0] == kind || events[1] == kind);
}
