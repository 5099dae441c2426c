/* Looks up by name what a library call does with a pool's tasks (handovers.def). */
#include "trace/handover.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/mem.h"

static const struct {
  const char *owner, *name;
  uint8_t what;
} handovers[] = {
#define HANDOVER(owner, name, what) {owner, name, what},
#include "trace/handovers.def"
#undef HANDOVER
};

static bool handover_named(const char *pattern, const char *name) {
  size_t n = strlen(pattern), all = strlen(name);
  if (*pattern == '*') return all >= n - 1 && !strcmp(name + all - (n - 1), pattern + 1);
  return pattern[n - 1] == '*' ? !strncmp(name, pattern, n - 1) : !strcmp(name, pattern);
}

/* Classifies a full method name such as "java.util.concurrent.ExecutorService.submit"; cuts it at
 * the last dot. */
static uint8_t handover_look(char *full) {
  char *name = strrchr(full, '.'), *owner;
  bool library = !strncmp(full, "java.util.concurrent.", 21);
  uint8_t what = 0;
  if (!name) return 0;
  *name++ = 0;
  owner = library ? strrchr(full, '.') + 1 : full;
  for (size_t i = 0; i < COUNT(handovers); i++)
    if ((library ? strstr(owner, handovers[i].owner) != NULL : !*handovers[i].owner) &&
        handover_named(handovers[i].name, name))
      what |= handovers[i].what;
  return what;
}

unsigned handover_of(struct handovers *h, const struct trace_reader *r, uint32_t method) {
  size_t i = method % COUNT(h->last);
  if (!r) return 0;
  if (h->last[i].method != method + 1) {
    struct text name = {0};
    trace_name_method(r, method, &name);
    h->last[i].method = method + 1;
    h->last[i].what = name.s ? handover_look(name.s) : 0;
    text_release(&name);
  }
  return h->last[i].what;
}
