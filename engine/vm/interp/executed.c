/* Which methods have been executed. See executed.h. */
#include "engine/vm/interp/executed.h"

#include <string.h>

#include "engine/vm/vm.h"

static bool is_named_before(const struct klass *k, uint32_t m) {
  for (uint32_t i = 0; i < m; i++)
    if (k->methods[i].code && k->methods[i].name == k->methods[m].name) return true;
  return false;
}

void executed_take(const struct vm *vm, const char *prefix, struct text *out) {
  for (size_t i = KLASS_FIRST; i < vm->klasses.len; i++) {
    const struct klass *k = vm->klasses.data[i];
    if (!k || !k->is_jdk || !k->cf || k->extra || strncmp(k->name->s, prefix, strlen(prefix)) != 0)
      continue;
    text_puts(out, k->name->s);
    for (uint32_t m = 0; m < k->method_count; m++)
      if (k->methods[m].code && !is_named_before(k, m))
        text_printf(out, " %s", k->methods[m].name->s);
    text_puts(out, "\n");
  }
}
