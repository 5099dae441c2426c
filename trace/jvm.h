/* Command lines that start the real JVM with heddle's agent. */
#ifndef HEDDLE_TRACE_JVM_H
#define HEDDLE_TRACE_JVM_H

#include "engine/base/error.h"
#include "engine/base/mem.h"
#include "engine/base/words.h"

/* Returns the path of the agent, beside the program or where `make install` puts it. The caller
 * frees it. Returns NULL and sets ERR_INPUT if there is none. */
char *jvm_agent_path(struct error *err);
/* Appends name=value to the agent's options, in the form of trace/recorder/options.h. Appends
 * nothing if `value` is NULL. */
void jvm_agent_option(struct text *t, const char *name, const char *value);
/* Returns the absolute form of the path; the caller frees it. */
char *jvm_absolute_path(const char *path);

/* The words of a command line. Zero-initialise; release with jvm_command_release. */
struct jvm_command {
  VEC(char *) words; /* owned */
};
/* Adds the path of a program of the JDK, such as "java". Returns ERR_INPUT if there is no JDK
 * (jdk_find). */
int jvm_command_begin(struct jvm_command *c, const char *java_home, const char *tool,
                      struct error *err);
/* Adds the program's system properties. */
void jvm_command_add_properties(struct jvm_command *c, const struct engine_options *program);
/* Adds a copy of the word. NULL ends the command. */
void jvm_command_add(struct jvm_command *c, const char *word);
void jvm_command_release(struct jvm_command *c);

#endif
