/* Finds the fields that a method of a component touches, from its code, without executing it: the
 * fields of the class, of its superclasses and of classes nested in it that the code names, and
 * those named by methods of these classes that it calls, including lambdas. Accesses by computed
 * names (reflection, VarHandle) are not seen. The result only orders what is tried and proves
 * nothing. */
#include "engine/env/component_int.h"

#include <stdlib.h>

#include "engine/base/hash.h"
#include "engine/classfile/insn.h"

enum { METHODS_MOST = 400 };

struct touching {
  struct vm *vm;
  const struct klass *top;
  struct component_call *out;
  VEC(const struct method *) seen; /* methods examined and still to be examined */
};

/* ---- classes ---- */

/* Is `name` in the nest of `of`, as "a/B$C" is in that of "a/B" or "a/B$D"? */
static bool in_nest(const char *name, const char *of) {
  size_t n = strcspn(of, "$");
  return !strncmp(name, of, n) && (!name[n] || name[n] == '$');
}

/* Is it a class whose code is examined? (java.lang.Object has no fields.) */
static bool is_own(const struct touching *t, const char *name) {
  for (const struct klass *k = t->top; k && k->super; k = k->super)
    if (in_nest(name, k->name->s)) return true;
  return false;
}

/* Adds the method to those to be examined. (Constructors are skipped, because no other thread has
 * seen what they write.) */
static void follow_call(struct touching *t, const char *owner, const char *name, const char *desc) {
  struct error ignored = {0};
  struct klass *k;
  const struct method *m;
  if (*name == '<' || !is_own(t, owner) || !(k = vm_class(t->vm, owner, &ignored))) return;
  m = klass_method(k, name, desc);
  for (size_t i = 0; m && i < t->seen.len; i++)
    if (t->seen.data[i] == m) return;
  if (m && m->info->code_len && t->seen.len < METHODS_MOST) *vec_push(&t->seen) = m;
}

/* ---- code ---- */

static uint64_t hash_text(uint64_t h, const char *s) {
  while (*s) h = hash_mix(h + (unsigned char)*s++);
  return h;
}

static void touch(struct touching *t, const struct cp_entry *f, bool writes) {
  uint64_t field = hash_text(hash_text(1, f->owner->s) + 1, f->name->s);
  struct component_touch *found = NULL;
  if (!is_own(t, f->owner->s)) return;
  for (size_t i = 0; i < t->out->touches.len && !found; i++)
    if (t->out->touches.data[i].field == field) found = &t->out->touches.data[i];
  if (!found) {
    found = vec_push(&t->out->touches);
    *found = (struct component_touch){.field = field, .refers = strchr("L[", *f->desc->s) != NULL};
  }
  found->writes |= writes;
}

/* Follows the methods passed to a call site's bootstrap method, which are the bodies of lambdas. */
static void follow_lambdas(struct touching *t, const struct class_file *cf, uint16_t site) {
  const struct bootstrap_method *b;
  if (site >= cf->bootstrap_count) return;
  b = &cf->bootstraps[site];
  for (uint16_t i = 0; i < b->argc; i++) {
    const struct cp_entry *handle = &cf->cp[b->args[i]], *to;
    if (handle->tag != CP_METHODHANDLE) continue;
    to = &cf->cp[handle->index];
    follow_call(t, to->owner->s, to->name->s, to->desc->s);
  }
}

static void look_at(struct touching *t, const struct method *m) {
  const struct class_file *cf = m->owner->cf;
  struct insn in;
  for (uint32_t pc = 0; pc < m->info->code_len; pc = in.next) {
    const struct cp_entry *e;
    if (insn_decode(m->info->code, m->info->code_len, pc, &in)) return;
    e = in.cp < cf->cp_count ? &cf->cp[in.cp] : NULL;
    if (!e) continue;
    if (in.op >= OP_GETSTATIC && in.op <= OP_PUTFIELD)
      touch(t, e, in.op == OP_PUTSTATIC || in.op == OP_PUTFIELD);
    else if (in.op >= OP_INVOKEVIRTUAL && in.op <= OP_INVOKEINTERFACE)
      follow_call(t, e->owner->s, e->name->s, e->desc->s);
    else if (in.op == OP_INVOKEDYNAMIC)
      follow_lambdas(t, cf, e->index);
  }
}

void component_touches(struct vm *vm, const struct klass *k, const struct method *m,
                       struct component_call *out) {
  struct touching t = {.vm = vm, .top = k, .out = out};
  if (m->info->code_len) *vec_push(&t.seen) = m;
  for (size_t i = 0; i < t.seen.len; i++) look_at(&t, t.seen.data[i]);
  vec_free(&t.seen);
}
