/* Command lines that start the real JVM with heddle's agent. */
#ifndef HEDDLE_TRACE_JVM_H
#define HEDDLE_TRACE_JVM_H

#include "engine/base/error.h"
#include "engine/base/mem.h"

/* The path of the agent, beside the program or where `make install` puts it. The caller frees it.
 * NULL: ERR_INPUT. */
char *jvm_agent_path(struct error *err);
/* Adds name=value to the agent's options, in the form of trace/recorder/options.h. NULL as value
 * adds nothing. */
void jvm_agent_option(struct text *t, const char *name, const char *value);
/* The caller frees it. */
char *jvm_absolute_path(const char *path);

/* Zero-initialise; release with jvm_command_release. */
struct jvm_command {
  VEC(char *) words; /* owned */
};
void jvm_command_add(struct jvm_command *c, const char *word); /* a copy; NULL ends the command */
void jvm_command_release(struct jvm_command *c);

#endif
