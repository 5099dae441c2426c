/* See atomic.h. */
#include "engine/por/atomic.h"

#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>
#include <stdlib.h>

#include "engine/vm/native.h"

int atomic_new(struct vm *vm, const char *pattern, struct error *err) {
  int code;
  PCRE2_SIZE at;
  PCRE2_UCHAR msg[160];
  if (!pattern) return 0;
  vm->atomic = pcre2_compile((PCRE2_SPTR)pattern, PCRE2_ZERO_TERMINATED, 0, &code, &at, NULL);
  if (vm->atomic) return 0;
  pcre2_get_error_message(code, msg, sizeof msg);
  return error_set(err, ERR_USAGE, "--atomic: bad pattern '%s' at %zu: %s", pattern, (size_t)at, (char *)msg);
}

void atomic_free(struct vm *vm) {
  if (vm->atomic) pcre2_code_free(vm->atomic);
  vm->atomic = NULL;
}

static bool fits(struct vm *vm, const struct method *m) {
  char *klass = klass_dotted(m->owner), *name = mem_printf("%s.%s", klass, m->name->s);
  pcre2_match_data *md = pcre2_match_data_create_from_pattern(vm->atomic, NULL);
  int r = pcre2_match(vm->atomic, (PCRE2_SPTR)name, PCRE2_ZERO_TERMINATED, 0, 0, md, NULL);
  pcre2_match_data_free(md);
  free(klass);
  free(name);
  return r >= 0;
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
  if (!vm->atomic || !m->owner->is_jdk) return;
  if (!(m->vm_flags & METHOD_ATOMIC_ASKED)) m->vm_flags |= METHOD_ATOMIC_ASKED | (fits(vm, m) ? METHOD_ATOMIC : 0);
  if (!(m->vm_flags & METHOD_ATOMIC)) return;
  vm->atomic_frame = fp;
  vm->atomic_first = !begins_by_lock(vm, vm_frame(vm, fp)->sync);
}

void atomic_resume(struct vm *vm, struct thread *t) {
  uint32_t at;
  vm->atomic_frame = 0;
  vm->atomic_first = vm->atomic_resumed = false;
  if (!(t->flags & TF_ATOMIC)) return;
  t->flags &= ~(uint32_t)TF_ATOMIC;
  for (at = t->frame; at; at = vm_frame(vm, at)->prev) {
    const struct method *m = frame_method(vm, vm_frame(vm, at));
    if (!m || !m->owner || !m->owner->is_jdk) break;
    if (m->vm_flags & METHOD_ATOMIC) vm->atomic_frame = at;
  }
  vm->atomic_resumed = vm->atomic_frame != 0;
}
