/* See quiet.h. */
#include "engine/reduction/quiet.h"

#include "engine/property/race.h"
#include "engine/vm/interp/interp.h"

#include <stdio.h>
#include <string.h>

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

/* A row's class or field: a trailing '*' stands for any rest. */
static bool fits(const char *pattern, const char *name) {
  size_t n = strlen(pattern);
  return n && pattern[n - 1] == '*' ? !strncmp(pattern, name, n - 1) : !strcmp(pattern, name);
}

void quiet_classify(struct field *f) {
  size_t i;
  if (f->classified) return;
  f->classified = true;
  for (i = 0; i < COUNT(rows); i++) {
    bool any = rows[i].klass[0] == '*';
    if (!fits(rows[i].name, f->name->s)) continue;
    if (any ? !(f->flags & ACC_SYNTHETIC) : !f->owner->is_jdk || !fits(rows[i].klass, f->owner->name->s)) continue;
    f->quiet = rows[i].quiet ? rows[i].quiet : f->quiet;
    f->freezes |= rows[i].freezes && f->desc->s[0] == '[';
  }
  if (f->quiet == QUIET_NOT) f->quiet = QUIET_NO;
}

void quiet_broken(struct vm *vm, const char *what, const char *name) {
  vm_broken(vm, BROKEN_REDUCTION, "reduction: %s.%s was written after publication", what, name);
}

static bool published(struct vm *vm, ref obj, const struct field *f) {
  if (!vm->scheduling || vm->opt.por == POR_NONE || !(vm_object(vm, obj)->lock & OBJ_SHARED)) return false;
  return !(f->flags & ACC_STATIC) || klass_init_state(vm, f->owner) != INIT_RUNNING;
}

void quiet_put(struct vm *vm, const struct thread *t, ref obj, struct field *f) {
  if (!published(vm, obj, f)) return;
  if (f->quiet == QUIET_OWN && (obj == t->object || !thread_of(vm, obj))) return;
  quiet_broken(vm, f->owner->name->s, f->name->s);
}

void thread_label(struct vm *vm, ref obj, uint32_t off) {
  if (obj == vm->main_thread || vm->booting) return;
  if (off == vm->wk.thread_name)
    vm->told_apart = "the name of a thread";
  else if (off == vm->wk.thread_tid)
    vm->told_apart = "the number of a thread";
}

bool quiet_get(struct vm *vm, const struct thread *t, ref obj, const struct field *f) {
  if (f->owner == vm->wk.thread) thread_label(vm, obj, f->offset);
  return f->quiet == QUIET_LABEL || obj == t->object;
}

void quiet_written(struct vm *vm, ref obj, uint32_t off) {
  struct field *f;
  if (!vm->scheduling || vm->opt.por == POR_NONE || vm_klass(vm, obj)->is_array) return;
  f = race_field_at(vm, obj, off);
  if (!f) return;
  quiet_classify(f);
  if (f->quiet && f->quiet != QUIET_CACHE && published(vm, obj, f)) quiet_broken(vm, f->owner->name->s, f->name->s);
  if (!(f->flags & ACC_FINAL) || (vm_object(vm, obj)->lock & OBJ_LEAKED)) return;
  if ((f->flags & ACC_STATIC) && klass_init_state(vm, f->owner) != INIT_DONE) return;
  quiet_broken(vm, f->owner->name->s, f->name->s);
}

void quiet_put_final(struct vm *vm, ref obj, const struct field *f) {
  if (vm_object(vm, obj)->lock & OBJ_SHARED) quiet_written(vm, obj, f->offset);
}

void quiet_freeze(struct vm *vm, ref array) {
  uint32_t lock = array ? vm_object(vm, array)->lock : OBJ_FROZEN;
  if (!(lock & OBJ_FROZEN)) arena_put_u32(&vm->arena, array + 4, lock | OBJ_FROZEN);
}
