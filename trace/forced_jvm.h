/* The JVM of a forced run gets the world that the engine gives its programs: one processor, an
 * environment without variables, and the same language, time zone and encoding. Iteration orders
 * and the sizes of pools then agree. */
#ifndef HEDDLE_TRACE_FORCED_JVM_H
#define HEDDLE_TRACE_FORCED_JVM_H

#include "engine/base/error.h"
#include "engine/base/words.h"

/* The options of `java`, without the agent, NULL-terminated. */
extern const char *const forced_jvm_options[];

/* An option for generated classes, which have no stack maps. It must follow those above. */
extern const char forced_jvm_unverified[];

/* Returns the environment: the variables of the recorded run that led to the counterexample, or
 * none. It has LC_ALL if the command line or the current folder has characters beyond ASCII. A
 * class path of NULL is not known yet, nor is the folder. The caller releases the result with
 * forced_jvm_free_environment. */
char **forced_jvm_environment(const struct engine_options *program, const char *class_path);
void forced_jvm_free_environment(char **environment);

/* Write and remove the class files of a main class that heddle makes to run a test
 * (engine_runner_class), in their package below the folder. *count is their number: 0 if the
 * program has its own main class. */
int forced_jvm_write_classes(const char *main_class, const char *folder, size_t *count,
                             struct error *err);
void forced_jvm_remove_classes(const char *main_class, const char *folder);

#endif
