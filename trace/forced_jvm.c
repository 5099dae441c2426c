/* See forced_jvm.h. The values are those of engine/vm/boot/properties.c and of the natives that ask
 * for the machine's own. */
#include "trace/forced_jvm.h"

#include <libgen.h>
#include <limits.h>
#include <stdlib.h>
#include <unistd.h>

#include "engine/base/mem.h"
#include "engine/base/whole_file.h"
#include "engine/engine.h"
#include "engine/vm/given.h"

const char *const forced_jvm_options[] = {
    "-ea",
    "-XX:+UnlockDiagnosticVMOptions",
    /* the agent's natives must be called, in compiled code too */
    "-XX:DisableIntrinsic=_notify,_notifyAll,_nanoTime,_currentTimeMillis,_hashCode,"
    "_identityHashCode",
    /* the wrapper of Object.hashCode would read the object's header, where a JVMTI tag leaves a
       hash */
    "-XX:-InlineObjectHash",
    /* so does that of System.identityHashCode, whatever the flag */
    "-XX:CompileCommand=quiet",
    "-XX:CompileCommand=exclude,java.lang.System::identityHashCode",
    /* each virtual thread has a thread of the system, which the agent can hold; JDK 17 has neither
     */
    "-XX:+IgnoreUnrecognizedVMOptions",
    "-XX:+UnlockExperimentalVMOptions",
    "-XX:-VMContinuations",
    "-XX:ActiveProcessorCount=1",
    "-Duser.language=en",
    "-Duser.country=US",
    "-Duser.timezone=UTC",
    "-Dfile.encoding=UTF-8",
    /* core reflection stays native, as in the engine, instead of making classes */
    "-Dsun.reflect.inflationThreshold=2147483647",
    "-Djdk.reflect.useNativeAccessorOnly=true",
    NULL,
};

const char forced_jvm_unverified[] = "-XX:-BytecodeVerificationRemote";

static bool is_ascii(const char *s) {
  while (*s && !(*s & 0x80)) s++;
  return !*s;
}

/* Are all words of the command line that the program sees ASCII? */
static bool words_are_ascii(const struct engine_options *program) {
  bool all = is_ascii(program->main_class);
  for (int i = 0; i < program->argc; i++) all &= is_ascii(program->argv[i]);
  for (int i = 0; i < program->define_count; i++) all &= is_ascii(program->defines[i]);
  return all;
}

/* Is the class path ASCII, and the folder in which its relative parts are found? */
static bool folders_are_ascii(const char *class_path) {
  char here[PATH_MAX];
  return is_ascii(class_path) && getcwd(here, sizeof here) && is_ascii(here);
}

char **forced_jvm_environment(const struct engine_options *program, const char *class_path) {
  char **all = mem_alloc(((size_t)program->input_count + 2) * sizeof *all);
  size_t n = 0;
  /* a JVM decodes its command line and the names of files as the locale says */
  if (!words_are_ascii(program) || (class_path && !folders_are_ascii(class_path)))
    all[n++] = mem_strdup("LC_ALL=C.UTF-8");
  for (int i = 0; i < program->input_count; i++) {
    char *variable = given_line_environment(program->inputs[i]);
    if (variable) all[n++] = variable;
  }
  return all;
}

void forced_jvm_free_environment(char **environment) {
  for (char **v = environment; v && *v; v++) free(*v);
  free(environment);
}

int forced_jvm_write_classes(const char *main_class, const char *folder, size_t *count,
                             struct error *err) {
  const char *name;
  size_t len, n = 0;
  uint8_t *bytes;
  while (!err->code && (bytes = engine_runner_class(main_class, n, &name, &len))) {
    char *path = mem_printf("%s/%s.class", folder, name);
    whole_file_write(path, bytes, len, err);
    free(path);
    free(bytes);
    n++;
  }
  *count = n;
  return err->code;
}

void forced_jvm_remove_classes(const char *main_class, const char *folder) {
  const char *name;
  size_t len;
  uint8_t *bytes;
  for (size_t n = 0; (bytes = engine_runner_class(main_class, n, &name, &len)); n++) {
    char *path = mem_printf("%s/%s.class", folder, name);
    unlink(path);
    rmdir(dirname(path)); /* once it is empty */
    free(path);
    free(bytes);
  }
}
