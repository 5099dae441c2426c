/* Resolves the trace's locations in the engine's program: by bytecode index if the class is the
 * recorded one, by line if it is another version. */
#include <stdlib.h>
#include <string.h>

#include "engine/base/check.h"
#include "engine/vm/code.h"
#include "engine/vm/interp/interp.h"
#include "engine/classfile/insn.h"
#include "engine/vm/machine.h"
#include "trace/jdkcalls.h"
#include "trace/replay/replay_int.h"

static const uint8_t unknown_hash[16];

static bool same_class(const struct klass *k, const struct trace_class *c) {
  return !memcmp(c->hash, unknown_hash, 16) || !memcmp(c->hash, k->cf->hash, 16);
}

bool place_made_up(const char *name) {
  return strchr(name, '+') || strstr(name, "$$") || strstr(name, "$Proxy") || strstr(name, "/0x");
}

static bool has_line(const struct method *m, int32_t line, uint32_t *bci) {
  uint32_t i;
  bool found = false;
  for (i = 0; i < m->info->line_count; i++) {
    if (m->info->lines[i].line != line || (found && m->info->lines[i].start_pc >= *bci)) continue;
    *bci = m->info->lines[i].start_pc;
    found = true;
  }
  return found;
}

static int by_line(struct replay *r, const struct trace_location *l, const char *name,
                   struct place *out, struct error *err) {
  char *k = klass_dotted(out->method->owner);
  int rc = 0;
  plan_warn(
      &r->plan,
      mem_printf("class %s is not the one that was recorded: its events are matched by line", k));
  out->by_line = true;
  if (l->line < 0 || !has_line(out->method, l->line, &out->bci))
    rc = error_set(err, ERR_INPUT, "%s: method %s.%s has changed: it no longer has line %d",
                   trace_reader_path(r->reader), k, name, l->line);
  free(k);
  return rc;
}

int place_resolve(struct replay *r, uint32_t location, struct place *out, struct error *err) {
  const struct trace_location *l = trace_reader_location(r->reader, location);
  const struct trace_method *tm = l ? trace_reader_method(r->reader, l->method) : NULL;
  const struct trace_class *tc = tm ? trace_reader_class(r->reader, tm->class_id) : NULL;
  const char *class_name, *name, *desc;
  struct klass *k;
  memset(out, 0, sizeof *out);
  if (!tc)
    return error_set(err, ERR_INPUT, "%s: location %u is not in its tables",
                     trace_reader_path(r->reader), location);
  class_name = trace_reader_string(r->reader, tc->name, NULL);
  name = trace_reader_string(r->reader, tm->name, NULL);
  desc = trace_reader_string(r->reader, tm->desc, NULL);
  k = vm_class(r->vm, class_name, NULL);
  if ((!k || !k->cf) && place_made_up(class_name)) {
    plan_warn(&r->plan,
              mem_printf("class %s was made at run time: its events are left out", class_name));
    return PLACE_MADE_UP;
  }
  if (!k || !k->cf)
    return error_set(err, ERR_INPUT, "%s: class %s of the trace is not on the class path",
                     trace_reader_path(r->reader), class_name);
  out->method = klass_declared_method(k, name, desc);
  if (!out->method || !out->method->info || !out->method->info->code_len)
    return error_set(err, ERR_INPUT, "%s: this version of class %s has no method %s%s",
                     trace_reader_path(r->reader), class_name, name, desc);
  out->bci = l->bci;
  out->line = l->line;
  return same_class(k, tc) ? 0 : by_line(r, l, name, out, err);
}

bool place_is(const struct place *p, const struct method *m, uint32_t bci) {
  if (p->method != m) return false;
  return p->by_line ? method_line(m->info, bci) == p->line : p->bci == bci;
}

/* ---- recorded code ---- */

static bool look_up(struct replay *r, const struct klass *k) {
  size_t i, n = trace_reader_rows(r->reader, TRACE_CLASSES);
  if (!k->cf || k->is_jdk) return false;
  for (i = 0; i < n; i++) {
    const struct trace_class *c = trace_reader_row(r->reader, TRACE_CLASSES, i);
    if (memcmp(c->hash, unknown_hash, 16) &&
        !strcmp(trace_reader_string(r->reader, c->name, NULL), k->name->s))
      return true;
  }
  return false;
}

bool place_instrumented(struct replay *r, const struct method *m) {
  const struct klass *k = m->owner;
  size_t i, old = r->instrumented_len;
  if (k->id >= old) {
    r->instrumented_len = r->vm->klasses.len > k->id ? r->vm->klasses.len : k->id + 1;
    r->instrumented = mem_realloc(r->instrumented, r->instrumented_len);
    memset(r->instrumented + old, 0, r->instrumented_len - old);
  }
  if (!r->instrumented[k->id]) r->instrumented[k->id] = look_up(r, k) ? 1 : -1;
  if (r->instrumented[k->id] < 0) return false;
  for (i = 0; i < r->not_instrumented.len; i++)
    if (r->not_instrumented.data[i] == m) return false;
  return true;
}

const struct cp_entry *place_callee(const struct method *m, uint32_t bci) {
  const struct class_file *cf = m->owner->cf;
  const uint8_t *code = m->info ? m->info->code : NULL;
  uint32_t index;
  if (!cf || !code || bci + 2 >= m->info->code_len || code[bci] < 0xb6 || code[bci] > 0xb9)
    /* only invokevirtual, invokespecial, invokestatic and invokeinterface */
    return NULL;
  index = (uint32_t)code[bci + 1] << 8 | code[bci + 2];
  return index < cf->cp_count ? &cf->cp[index] : NULL;
}

/* Returns the bytecode index of the next instruction. */
static uint32_t place_behind(struct method *m, uint32_t bci) {
  const struct code *c = m->code;
  uint32_t i = (uint32_t)c->index[bci];
  CHECK(i < c->count, "an event is at an instruction: bytecode %u", bci);
  return i + 1 < c->count ? c->bci[i + 1] : bci;
}

/* ---- marks at library calls ---- */

/* Returns the name of the called library method, or "" if the event does not state it. */
static const char *callee_name(struct replay *r, const struct trace_event *e) {
  const struct trace_method *m =
      trace_kind_ref(e->kind) == TRACE_REF_METHOD ? trace_reader_method(r->reader, e->ref) : NULL;
  return trace_reader_string(r->reader, m ? m->name : e->text, NULL);
}

/* Does the recorder write this event at a call of `callee`? */
static bool stands_for(struct replay *r, const struct trace_event *e,
                       const struct cp_entry *callee) {
  const char *name = callee_name(r, e);
  return callee && jdk_call_records(callee, e->kind) && (!*name || !strcmp(callee->name->s, name));
}

static int mark(struct replay *r, struct method *m, uint32_t bci, bool call, bool passed,
                struct error *err) {
  struct plan *p = &r->plan;
  size_t i;
  for (i = 0; i < p->marks.len; i++)
    if (p->marks.data[i].method == m && p->marks.data[i].bci == bci &&
        p->marks.data[i].call == call) {
      p->marks.data[i].passed |= passed;
      return 0;
    }
  if (REPLAY_MARKS + p->marks.len >= REPLAY_MARKS_END)
    return error_set(err, ERR_LIMIT, "%s: too many places with library calls",
                     trace_reader_path(r->reader));
  if (vm_mark_add(r->vm, m, bci, (uint16_t)(REPLAY_MARKS + p->marks.len), err)) return err->code;
  *vec_push(&p->marks) = (struct plan_mark){m, bci, call, passed};
  return 0;
}

/* Is the method's first instruction the target of a branch? Then a thread that executes it has not
 * always entered the method. */
static bool is_loop_head(const struct method *m) {
  struct insn in;
  for (uint32_t pc = 0; pc < m->info->code_len; pc = in.next) {
    if (insn_decode(m->info->code, m->info->code_len, pc, &in)) return false;
    if (pc && !in.target) return true;
  }
  return false;
}

enum { BEFORE = TRAIT_CALL | TRAIT_PLACE, MARKED = BEFORE | TRAIT_RETURN | TRAIT_BEHIND };

int place_marks(struct replay *r, const struct plan_event *p, struct error *err) {
  struct method *m = p->at.method;
  const struct code *c;
  uint32_t i;
  if (!m || !trace_has(&p->e, MARKED)) return 0;
  c = code_of(r->vm, m);
  if (!c)
    return error_set(err, ERR_INTERNAL, "%s.%s cannot be decoded", m->owner->name->s, m->name->s);
  for (i = 0; i < c->count; i++) {
    uint32_t bci = c->bci[i];
    if (!place_is(&p->at, m, bci)) continue;
    if (p->at.by_line && !stands_for(r, &p->e, place_callee(m, bci))) continue;
    if (mark(r, m, trace_has(&p->e, BEFORE) ? bci : place_behind(m, bci),
             trace_has(&p->e, TRAIT_CALL),
             trace_has(&p->e, TRAIT_PLACE) && !trace_has(&p->e, TRAIT_ADDITION) &&
                 !(p->e.kind == TRACE_EV_METHOD_ENTER && is_loop_head(m)),
             err))
      return err->code;
    /* The library may create the random generator inside the call, so another thread may draw a
     * number first. Therefore the replay also stops before the call. */
    if (p->e.kind == TRACE_EV_INPUT_RANDOM && mark(r, m, bci, false, false, err)) return err->code;
  }
  return 0;
}

bool place_passed(const struct replay *r, const struct method *m, uint32_t bci) {
  size_t i;
  for (i = 0; i < r->plan.marks.len; i++)
    if (r->plan.marks.data[i].passed && r->plan.marks.data[i].method == m &&
        r->plan.marks.data[i].bci == bci)
      return true;
  return false;
}

bool place_says(const struct plan_event *p, const struct method *m, uint32_t bci) {
  int32_t i = m->code ? m->code->index[bci] : 0;
  if (trace_has(&p->e, TRAIT_PLACE)) return place_is(&p->at, m, bci);
  return trace_has(&p->e, TRAIT_BEHIND) && i > 0 && place_is(&p->at, m, m->code->bci[i - 1]);
}
