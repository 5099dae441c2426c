/* Looks up by name what a library call orders (call_effects.def). */
#include "trace/call_effect.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/mem.h"

static const struct {
  const char *owner, *name;
  uint8_t what;
} call_effects[] = {
#define CALL_EFFECT(owner, name, what) {owner, name, what},
#include "trace/call_effects.def"
#undef CALL_EFFECT
};

static bool call_effect_named(const char *pattern, const char *name) {
  size_t n = strlen(pattern), all = strlen(name);
  if (*pattern == '*') return all >= n - 1 && !strcmp(name + all - (n - 1), pattern + 1);
  return pattern[n - 1] == '*' ? !strncmp(name, pattern, n - 1) : !strcmp(name, pattern);
}

/* Classifies a full method name such as "java.util.concurrent.ExecutorService.submit"; cuts it at
 * the last dot. */
static uint8_t call_effect_look(char *full) {
  char *name = strrchr(full, '.'), *owner;
  bool library = !strncmp(full, "java.util.concurrent.", 21) ||
                 !strncmp(full, "java.lang.invoke.VarHandle.", 27);
  uint8_t what = 0;
  if (!name) return 0;
  *name++ = 0;
  owner = library ? strrchr(full, '.') + 1 : full;
  for (size_t i = 0; i < COUNT(call_effects); i++)
    if ((library ? strstr(owner, call_effects[i].owner) != NULL : !*call_effects[i].owner) &&
        call_effect_named(call_effects[i].name, name))
      what |= call_effects[i].what;
  return what;
}

unsigned call_effect_of(struct call_effects *h, const struct trace_reader *r, uint32_t method) {
  size_t i = method % COUNT(h->last);
  if (!r) return 0;
  if (h->last[i].method != method + 1) {
    struct text name = {0};
    trace_name_method(r, method, &name);
    h->last[i].method = method + 1;
    h->last[i].what = name.s ? call_effect_look(name.s) : 0;
    text_release(&name);
  }
  return h->last[i].what;
}
