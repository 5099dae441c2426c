/* Collects the library code that the searches of contracts execute. See verify.h. */
#include <stdlib.h>
#include <string.h>

#include "engine/engine.h"
#include "trace/contracts/verify.h"

json_t *executed_found(const struct engine *e) {
  struct text t = {0};
  json_t *all = json_object();
  char *save = NULL, *names;
  text_puts(&t, "");
  engine_executed(e, EVIDENCE_LIBRARY, &t);
  for (char *l = strtok_r(t.s, "\n", &save); l; l = strtok_r(NULL, "\n", &save)) {
    names = strchr(l, ' ');
    if (names) *names++ = 0;
    json_object_set_new(all, l, json_string(names ? names : ""));
  }
  free(t.s);
  return all;
}

void executed_add(struct claim *c, json_t *found) {
  const char *klass;
  json_t *names;
  if (!c->executed) c->executed = json_object();
  json_object_foreach(found, klass, names) {
    json_t *known = json_object_get(c->executed, klass);
    char *words = mem_strdup(json_string_value(names)), *save = NULL;
    if (!known) json_object_set_new(c->executed, klass, known = json_object());
    for (char *w = strtok_r(words, " ", &save); w; w = strtok_r(NULL, " ", &save))
      json_object_set_new(known, w, json_true());
    free(words);
  }
}

static int compare_names(const void *a, const void *b) {
  return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* Returns the names of the object's members as a JSON string, sorted and separated by ' '. */
static json_t *names_text(json_t *of) {
  VEC(const char *) names = {0};
  struct text t = {0};
  const char *name;
  json_t *ignored, *found;
  json_object_foreach(of, name, ignored) * vec_push(&names) = name;
  if (names.len) qsort(names.data, names.len, sizeof *names.data, compare_names);
  text_puts(&t, "");
  for (size_t i = 0; i < names.len; i++) text_printf(&t, "%s%s", i ? " " : "", names.data[i]);
  found = json_string(t.s);
  vec_free(&names);
  free(t.s);
  return found;
}

void executed_note(const struct claim *c, struct evidence *e) {
  const char *klass;
  json_t *names;
  e->executed = json_object();
  json_object_foreach(c->executed, klass, names)
      json_object_set_new(e->executed, klass, names_text(names));
}
