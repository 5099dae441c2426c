/* See quiet_table.h. */
#include "engine/reduction/quiet_table.h"

#include <string.h>

#include "engine/vm/sched/quiet.h"

static const struct {
  const char *klass, *name;
  uint8_t quiet, freezes;
} rows[] = {
#define STABLE(klass, name, why) {klass, name, QUIET_STABLE, 0},
#define CACHE(klass, name, why) {klass, name, QUIET_CACHE, 0},
#define OWN(klass, name, why) {klass, name, QUIET_OWN, 0},
#define LABEL(klass, name, why) {klass, name, QUIET_LABEL, 0},
#define FREEZE(klass, name, why) {klass, name, QUIET_NO, 1},
#define NOT(klass, name, why) {klass, name, QUIET_NOT, 0},
#include "engine/reduction/quiet.def"
#undef STABLE
#undef CACHE
#undef OWN
#undef LABEL
#undef FREEZE
#undef NOT
};

/* Does the class or field of a row match? A trailing '*' matches any suffix. */
static bool quiet_table_fits(const char *pattern, const char *name) {
  size_t n = strlen(pattern);
  return n && pattern[n - 1] == '*' ? !strncmp(pattern, name, n - 1) : !strcmp(pattern, name);
}

void quiet_table_classify(struct field *f) {
  size_t i;
  for (i = 0; i < COUNT(rows); i++) {
    bool any = rows[i].klass[0] == '*';
    if (!quiet_table_fits(rows[i].name, f->name->s)) continue;
    if (any ? !(f->flags & ACC_SYNTHETIC)
            : !f->owner->is_jdk || !quiet_table_fits(rows[i].klass, f->owner->name->s))
      continue;
    f->quiet = rows[i].quiet ? rows[i].quiet : f->quiet;
    f->freezes |= rows[i].freezes && f->desc->s[0] == '[';
  }
  if (f->quiet == QUIET_NOT) f->quiet = QUIET_NO;
}
