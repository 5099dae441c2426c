/* Builds command lines that start the real JVM with heddle's agent. */
#include "trace/jvm.h"

#include <ctype.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "engine/base/own_path.h"
#include "engine/classfile/classpath.h"

#define AGENT "libheddle-recorder.so"

char *jvm_agent_path(struct error *err) {
  static const char *const places[] = {AGENT, "../lib/heddle/" AGENT};
  char *found = own_path_beside(places, COUNT(places)), *self, *slash;
  if (found) return found;
  self = own_path();
  slash = self ? strrchr(self, '/') : NULL;
  if (slash) slash[1] = 0;
  error_set(err, ERR_INPUT, "no " AGENT " in %s or %s../lib/heddle", self ? self : "",
            self ? self : "");
  free(self);
  return NULL;
}

void jvm_agent_option(struct text *t, const char *name, const char *value) {
  if (!value) return;
  text_printf(t, "%s%s=", t->len ? "," : "", name);
  for (const unsigned char *p = (const unsigned char *)value; *p; p++)
    text_printf(t, isalnum(*p) || strchr("-._/+", *p) ? "%c" : "%%%02x", *p);
}

char *jvm_absolute_path(const char *path) {
  char cwd[PATH_MAX];
  if (*path == '/' || !getcwd(cwd, sizeof cwd)) return mem_strdup(path);
  return mem_printf("%s/%s", cwd, path);
}

int jvm_command_begin(struct jvm_command *c, const char *java_home, const char *tool,
                      struct error *err) {
  char home[PATH_MAX], *path;
  if (jdk_find(java_home, home, sizeof home, err)) return err->code;
  path = mem_printf("%s/bin/%s", home, tool);
  jvm_command_add(c, path);
  free(path);
  return 0;
}

void jvm_command_add_properties(struct jvm_command *c, const struct engine_options *program) {
  for (int i = 0; i < program->define_count; i++) {
    char *word = mem_printf("-D%s", program->defines[i]);
    jvm_command_add(c, word);
    free(word);
  }
}

void jvm_command_add(struct jvm_command *c, const char *word) {
  *vec_push(&c->words) = word ? mem_strdup(word) : NULL;
}

void jvm_command_release(struct jvm_command *c) {
  for (size_t i = 0; i < c->words.len; i++) free(c->words.data[i]);
  vec_free(&c->words);
}
