/* See atomic.h. */
#include "engine/reduction/atomic.h"

#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/vm/machine.h"

struct atomic {
  pcre2_code *re; /* NULL: the table alone */
  bool table;
};

/* The regular expression behind the word that asks for the table; NULL: there is none. */
static const char *behind_default(const char *pattern, bool *table) {
  static const char word[] = "default";
  size_t n = sizeof word - 1;
  *table = !strncmp(pattern, word, n) && (!pattern[n] || pattern[n] == '|');
  if (!*table) return pattern;
  return pattern[n] ? pattern + n + 1 : NULL;
}

int atomic_new(struct vm *vm, const char *pattern, struct error *err) {
  int code;
  PCRE2_SIZE at;
  PCRE2_UCHAR msg[160];
  struct atomic *a;
  const char *text;
  if (!pattern) return 0;
  vm->atomic = a = mem_alloc(sizeof *a);
  text = behind_default(pattern, &a->table);
  if (!text) return 0;
  a->re = pcre2_compile((PCRE2_SPTR)text, PCRE2_ZERO_TERMINATED, 0, &code, &at, NULL);
  if (a->re) return 0;
  pcre2_get_error_message(code, msg, sizeof msg);
  return error_set(err, ERR_USAGE, "--atomic: bad pattern '%s' at %zu: %s", text, (size_t)at, (char *)msg);
}

void atomic_free(struct vm *vm) {
  struct atomic *a = vm->atomic;
  if (!a) return;
  if (a->re) pcre2_code_free(a->re);
  free(a);
  vm->atomic = NULL;
}

/* "*" stands for any word but those that follow it with a '!'. */
static bool has_word(const char *words, const char *word) {
  size_t n = strlen(word);
  bool all = *words == '*';
  for (const char *at = words; (at = strstr(at, word)); at += n)
    if ((at == words || at[-1] == (all ? '!' : ' ')) && (!at[n] || at[n] == ' ')) return !all;
  return all;
}

static bool in_table(const struct method *m) {
  static const struct {
    const char *klass, *methods;
  } rows[] = {
#define ATOMIC(klass, methods, why) {klass, methods},
#include "engine/reduction/atomic.def"
#undef ATOMIC
  };
  for (size_t i = 0; i < COUNT(rows); i++)
    if (!strcmp(rows[i].klass, m->owner->name->s)) return has_word(rows[i].methods, m->name->s);
  return false;
}

static bool fits_pattern(const pcre2_code *re, const struct method *m) {
  char *klass = klass_dotted(m->owner), *name = mem_printf("%s.%s", klass, m->name->s);
  pcre2_match_data *md = pcre2_match_data_create_from_pattern(re, NULL);
  int r = pcre2_match(re, (PCRE2_SPTR)name, PCRE2_ZERO_TERMINATED, 0, 0, md, NULL);
  pcre2_match_data_free(md);
  free(klass);
  free(name);
  return r >= 0;
}

static bool fits(const struct atomic *a, const struct method *m) {
  return (a->table && in_table(m)) || (a->re && fits_pattern(a->re, m));
}

/* Asked once for each method, when it first matters: nothing may depend on which path came there before. */
static bool is_atomic(struct vm *vm, struct method *m) {
  if (!vm->atomic) return false;
  if (!(m->vm_flags & METHOD_ATOMIC_ASKED))
    m->vm_flags |= METHOD_ATOMIC_ASKED | (fits(vm->atomic, m) ? METHOD_ATOMIC : 0);
  return m->vm_flags & METHOD_ATOMIC;
}

/* A synchronized method: taking the lock was its first operation, if threads could be switched there. */
static bool begins_by_lock(struct vm *vm, ref sync) {
  const struct monitor *m = sync && (vm_object(vm, sync)->lock & OBJ_SHARED) ? vm_monitor(vm, sync) : NULL;
  return m && m->count == 1;
}

void atomic_enter(struct vm *vm, struct method *m, uint32_t fp) {
  if (vm->atomic_frame) {
    if (!m->owner->is_jdk) vm->atomic_frame = 0;
    return;
  }
  if (!m->owner->is_jdk || !is_atomic(vm, m)) return;
  vm->atomic_frame = fp;
  vm->atomic_first = !begins_by_lock(vm, vm_frame(vm, fp)->sync);
}

void atomic_parks(struct vm *vm, const struct thread *t) {
  const struct atomic *a = vm->atomic;
  const struct method *m = NULL;
  if (!a || !a->table || !vm->scheduling) return;
  for (uint32_t at = t->frame; at; at = vm_frame(vm, at)->prev) {
    m = frame_method(vm, vm_frame(vm, at));
    if (m && m->owner && !strcmp(m->owner->name->s, "java/util/concurrent/locks/LockSupport")) continue;
    break;
  }
  if (!m || !m->owner || m->owner->is_jdk) return;
  vm_broken(vm, BROKEN_ATOMIC, "--atomic default: the program parks threads itself, and may find late permits of locks");
}

void atomic_pause(struct vm *vm, struct thread *t) {
  if (vm->atomic && vm->atomic_frame && t->state != THREAD_TERMINATED) t->flags |= TF_ATOMIC;
}

void atomic_resume(struct vm *vm, struct thread *t) {
  uint32_t at;
  vm->atomic_frame = 0;
  vm->atomic_first = vm->atomic_resumed = false;
  if (!(t->flags & TF_ATOMIC)) return;
  t->flags &= ~(uint32_t)TF_ATOMIC;
  for (at = t->frame; at; at = vm_frame(vm, at)->prev) {
    struct method *m = frame_method(vm, vm_frame(vm, at));
    if (!m || !m->owner || !m->owner->is_jdk) break;
    if (is_atomic(vm, m)) vm->atomic_frame = at;
  }
  vm->atomic_resumed = vm->atomic_frame != 0;
}
