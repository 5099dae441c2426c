/* See outcomes.h. */
#include "engine/search/outcomes.h"

#include <stdlib.h>

#include "engine/base/check.h"
#include "engine/vm/interp/interp.h"
#include "engine/vm/machine.h"
#include "engine/vm/sched/printed.h"

static char *schedule_text(struct explorer *x) {
  static const char *const kinds[] = {"", "t", "n", "i", "v", "s", "o"};
  struct choice *c;
  struct text t = {0};
  uint32_t n = explorer_schedule(x, x->here, &c), i, k;
  text_puts(&t, "");
  for (i = 0; i < n; i += k) {
    for (k = 1; i + k < n && !memcmp(&c[i], &c[i + k], sizeof *c); k++) continue;
    text_printf(&t, "%s%u%s", i ? " " : "", c[i].thread, kinds[c[i].kind]);
    if (c[i].kind == CHOICE_NOTIFY || c[i].kind == CHOICE_VALUE || c[i].kind == CHOICE_STALE)
      text_printf(&t, "%u", c[i].arg);
    if (k > 1) text_printf(&t, "x%u", k);
  }
  free(c);
  return t.s;
}

static const char *const ends[] = {"exit",     "deadlock", "exception", "race",
                                   "conflict", "hang",     "results"};
enum { EXIT, DEADLOCK, EXCEPTION, RACE, CONFLICT, HANG, RESULTS };

static const char *end_of(const struct xnode *n) {
  if (!(n->flags & NODE_ERROR)) return n->flags & NODE_ENDED ? ends[EXIT] : ends[DEADLOCK];
  switch (n->violation->property) {
    case PROP_DEADLOCK: return ends[DEADLOCK];
    case PROP_RACE: return ends[RACE];
    case PROP_CONFLICT: return ends[CONFLICT];
    case PROP_HANG: return ends[HANG];
    case PROP_LINEARIZABLE:
    case PROP_SEQUENTIAL:
    case PROP_QUIESCENT: return ends[RESULTS];
    default: return ends[EXCEPTION];
  }
}

const char *outcome_end(const char *word) {
  for (size_t i = 0; i < COUNT(ends); i++)
    if (!strcmp(ends[i], word)) return ends[i];
  return NULL;
}

/* Writes the thread's place, such as "0.1.0": the first child of main's second child. */
static void put_place(struct vm *vm, uint32_t thread, struct text *out) {
  const struct thread *t = vm_thread(vm, thread);
  CHECK(t->parent <= thread, "a thread is younger than its parent: T%u", thread);
  if (t->parent) put_place(vm, t->parent - 1u, out);
  text_printf(out, "%s%u", t->parent ? "." : "", t->ordinal);
}

/* Returns the message with each thread's place instead of its number. */
static char *outcome_key(struct vm *vm, const struct violation *v) {
  const char *from = v ? v->message : "";
  struct text key = {0};
  text_puts(&key, "");
  for (size_t i = 0; v && i < v->mentions.len; i++) {
    const char *title = v->message + v->mentions.data[i].at;
    text_add(&key, from, (size_t)(title - from));
    text_puts(&key, "T");
    put_place(vm, v->mentions.data[i].thread, &key);
    from = title + strcspn(title, " "); /* after the number */
  }
  text_puts(&key, from);
  return key.s;
}

static void outcomes_add(struct outcome_set *o, struct explorer *x, bool stands) {
  const struct xnode *n = xnode(x, x->here);
  struct outcome new = {.end = end_of(n), .met = 1, .stands = stands};
  const struct violation *v = n->flags & NODE_ERROR ? n->violation : NULL;
  size_t i;
  new.status = !strcmp(new.end, "exit") ? (int)vm_machine(x->vm)->exit_code : 0;
  new.output = printed_text(x->vm, &new.output_len);
  new.key = outcome_key(x->vm, v);
  for (i = 0; i < o->all.len; i++) {
    struct outcome *k = &o->all.data[i];
    if (strcmp(k->end, new.end) || k->status != new.status || strcmp(k->key, new.key) ||
        k->stands != stands || k->output_len != new.output_len ||
        memcmp(k->output, new.output, new.output_len) != 0)
      continue;
    k->met++;
    free(new.output);
    free(new.key);
    return;
  }
  new.message = mem_strdup(v ? v->message : "");
  new.schedule = schedule_text(x);
  *vec_push(&o->all) = new;
}

void outcomes_met(struct outcome_set *o, struct explorer *x) { outcomes_add(o, x, false); }

void outcomes_met_circle(struct outcome_set *o, struct explorer *x) { outcomes_add(o, x, true); }

static void outcome_release(struct outcome *k) {
  free(k->output);
  free(k->message);
  free(k->key);
  free(k->schedule);
}

static bool has_ended(const struct outcome_set *o, const char *key) {
  for (size_t i = 0; i < o->ended.len; i++)
    if (!strcmp(o->ended.data[i], key)) return true;
  return false;
}

void outcomes_circle_ended(struct outcome_set *o, struct vm *vm, const struct violation *circle) {
  char *key = outcome_key(vm, circle);
  if (has_ended(o, key))
    free(key);
  else
    *vec_push(&o->ended) = key;
}

static void drop_circles(struct outcome_set *o) {
  for (size_t i = o->all.len; i-- > 0;) {
    struct outcome *k = &o->all.data[i];
    if (!k->stands || !has_ended(o, k->key)) continue;
    outcome_release(k);
    memmove(k, k + 1, (--o->all.len - i) * sizeof *k);
  }
}

static int outcomes_compare(const void *a, const void *b) {
  const struct outcome *x = a, *y = b;
  size_t n = x->output_len < y->output_len ? x->output_len : y->output_len;
  int c = memcmp(x->output, y->output, n);
  if (!c) c = (x->output_len > y->output_len) - (x->output_len < y->output_len);
  if (!c) c = strcmp(x->end, y->end);
  if (!c) c = x->status - y->status;
  return c ? c : strcmp(x->message, y->message);
}

void outcomes_sort(struct outcome_set *o) {
  drop_circles(o);
  if (o->all.len) qsort(o->all.data, o->all.len, sizeof *o->all.data, outcomes_compare);
}

void outcomes_release(struct outcome_set *o) {
  size_t i;
  for (i = 0; i < o->all.len; i++) outcome_release(&o->all.data[i]);
  for (i = 0; i < o->ended.len; i++) free(o->ended.data[i]);
  vec_free(&o->ended);
  vec_free(&o->all);
}
