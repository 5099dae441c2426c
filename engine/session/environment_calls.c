/* The calls of an environment on the path to the current node, and when each began and ended. If
 * results are assessed, this comes from the records of the environment's class (assess/record.h).
 * Otherwise it is derived from the threads' positions at each step of the path, and the results of
 * calls are unknown. */
#include "engine/environments.h"

#include <stdlib.h>

#include "engine/assess/listing.h"
#include "engine/assess/record.h"
#include "engine/env/environment.h"
#include "engine/session/session.h"
#include "engine/vm/code.h"
#include "engine/vm/machine.h"
#include "engine/natives/util.h"
#include "engine/vm/sched/call_record.h"

_Static_assert((int)ENVIRONMENT_THREADS == (int)RECORD_THREADS, "threads of an environment");

char *engine_environment_source(const struct engine *e) {
  struct text t = {0};
  struct error err = {0};
  if (!e->vm->environment.about) return NULL;
  if (environment_source(e->opt.argc, e->argv, "Environment", NULL, &t, &err)) text_release(&t);
  return t.s;
}

void engine_environment_orders(struct engine *e, struct environment_orders *out) {
  memset(out, 0, sizeof *out);
  if (e->vm->environment.assessed)
    listing_of(&e->x, out);
  else
    out->why = mem_strdup("no property compares results");
}

/* ---- the environment in a JVM ---- */

const uint8_t *engine_environment_class(const struct engine *e, size_t n, const char **name,
                                        size_t *len) {
  const struct environment_file *f = e->vm->environment.files;
  for (; f && n; n--) f = f->next;
  if (!f) return NULL;
  *name = f->name;
  *len = f->len;
  return f->bytes;
}

const char *engine_environment_beside(const struct engine *e) {
  const struct klass *main = e->vm->environment.main;
  return main && main->beside ? main->beside->name->s : NULL;
}

const char *engine_environment_results(struct engine *e, struct text *out) {
  struct records r;
  if (!e->vm->environment.assessed || !records_read(e->vm, &r) || !records_done(e->vm, &r))
    return "a call of the environment does not return";
  records_text(e->vm, &r, out);
  if (strstr(out->s, "$$Lambda"))
    return "a result is a lambda, whose class a JVM names differently";
  return strstr(out->s, RECORD_AT_THE_END) ? "a result changes after its call has returned" : NULL;
}

/* ---- the calls of a thread ---- */

static struct environment_call *call_at(struct environment_thread *t, uint32_t i) {
  if (i >= t->count) {
    t->calls = mem_realloc(t->calls, (i + 1) * sizeof *t->calls);
    for (; t->count <= i; t->count++)
      t->calls[t->count] =
          (struct environment_call){.text = "", .begin = NODE_NONE, .end = NODE_NONE};
  }
  return &t->calls[i];
}

static void begin_calls(struct environment_thread *t, uint32_t begun, node_id n, uint32_t step) {
  for (; t->begun < begun; t->begun++) {
    struct environment_call *c = call_at(t, t->begun);
    c->begun = true;
    c->begin = n;
    c->from = step;
  }
}

static void end_calls(struct environment_thread *t, uint32_t ended, node_id n, uint32_t step) {
  for (; t->ended < ended; t->ended++) {
    struct environment_call *c = call_at(t, t->ended);
    c->ended = true;
    c->end = n;
    c->to = step;
  }
}

/* ---- from the records ---- */

static void look_at_record(struct engine *e, struct environment_info *out, node_id n,
                           uint32_t step) {
  struct records r;
  if (!records_read(e->vm, &r)) return;
  for (uint32_t i = 0; i <= r.threads; i++) {
    struct environment_thread *t = i < r.threads ? &out->of[i] : &out->behind;
    t->thread = r.of[i].thread;
    begin_calls(t, record_begun(e->vm, &r.of[i]), n, step);
    end_calls(t, record_ended(e->vm, &r.of[i]), n, step);
  }
}

static void read_results(struct engine *e, struct environment_info *out) {
  const struct vm_environment *env = &e->vm->environment;
  struct record_names names = {0};
  struct records r;
  if (!records_read(e->vm, &r)) return;
  for (uint32_t i = 0; i <= r.threads; i++) {
    struct environment_thread *t = i < r.threads ? &out->of[i] : &out->behind;
    for (uint32_t k = 0; k < t->begun; k++) {
      struct text result = {0};
      uint64_t saw = record_saw_ended(e->vm, &r.of[i], k);
      t->calls[k].text = env->calls[i][record_number(e->vm, &r.of[i], k)];
      for (uint32_t o = 0; o < r.threads && o < ENVIRONMENT_THREADS; o++)
        t->calls[k].before[o] = (uint8_t)record_of(saw, o, r.threads);
      if (k >= t->ended) continue;
      record_result(e->vm, &r.of[i], k, &names, &result);
      t->calls[k].result = result.s;
    }
  }
  vec_free(&names.all);
}

/* ---- from the threads' positions ---- */

struct standing {
  bool of_environment, in_call;
  uint32_t who, number;
};

static uint32_t number_at(const struct vm_environment *env, uint32_t who, int line) {
  uint32_t i = 0;
  while (i < env->counts[who] && (int)env->lines[who][i] != line) i++;
  return i;
}

/* The outermost frames belong to the environment's class: run, then the method that makes the
 * calls. */
static struct standing standing_of(struct vm *vm, const struct thread *t) {
  struct standing s = {0};
  int line = -1;
  for (uint32_t at = t->frame; at; at = vm_frame(vm, at)->prev) {
    const struct frame *f = vm_frame(vm, at);
    const struct method *m = f->flags & FRAME_ROOT ? NULL : frame_method(vm, f);
    if (!m || m->owner != vm->environment.main) continue;
    if (!strcmp(m->name->s, "run")) {
      s.of_environment = true;
      s.who = (uint32_t)field_get_int(vm, *MEM32(vm, f->locals), "who");
    } else if (m->info) {
      line = method_line(m->info, frame_bci(vm, f));
    }
  }
  if (!s.of_environment || line < 0) return s;
  s.number = number_at(&vm->environment, s.who, line);
  s.in_call = s.number < vm->environment.counts[s.who];
  return s;
}

static void look_at_call(struct engine *e, const struct standing *s, struct environment_thread *t,
                         node_id n, uint32_t step) {
  const struct vm_environment *env = &e->vm->environment;
  bool same = s->in_call && t->begun > t->ended &&
              !strcmp(t->calls[t->ended].text, env->calls[s->who][s->number]);
  if (env->written) {
    uint32_t ended = s->in_call ? s->number : t->begun;
    begin_calls(t, s->in_call ? s->number + 1 : ended, n, step);
    end_calls(t, ended, n, step);
    return;
  }
  if (!same) end_calls(t, t->begun, n, step);
  if (!s->in_call || same) return;
  begin_calls(t, t->begun + 1, n, step);
  t->calls[t->begun - 1].text = env->calls[s->who][s->number];
}

static void look_at_threads(struct engine *e, struct environment_info *out, node_id n,
                            uint32_t step) {
  for (uint32_t i = 0; i < vm_machine(e->vm)->thread_count; i++) {
    const struct thread *t = vm_thread(e->vm, i);
    struct standing s = standing_of(e->vm, t);
    if (s.of_environment) {
      out->of[s.who].thread = i;
      look_at_call(e, &s, &out->of[s.who], n, step);
    }
    for (uint32_t who = 0; t->state == THREAD_TERMINATED && who < out->threads; who++) {
      struct environment_thread *k = &out->of[who];
      if (k->thread != i) continue;
      if (e->vm->environment.written) begin_calls(k, e->vm->environment.counts[who], n, step);
      end_calls(k, k->begun, n, step);
    }
  }
}

/* ---- the whole path ---- */

static void name_calls(const struct vm_environment *env, struct environment_info *out) {
  for (uint32_t i = 0; env->written && i < out->threads; i++)
    for (uint32_t k = 0; k < env->counts[i]; k++) call_at(&out->of[i], k)->text = env->calls[i][k];
}

int engine_environment(struct engine *e, struct environment_info *out) {
  const struct vm_environment *env = &e->vm->environment;
  node_id here = engine_here(e), *path;
  uint32_t n = engine_path(e, here, NULL, 0);
  memset(out, 0, sizeof *out);
  if (!env->about) return ERR_NOTFOUND;
  out->about = env->about;
  out->kept = env->assessed;
  out->threads = env->threads;
  for (uint32_t i = 0; i < ENVIRONMENT_THREADS; i++) out->of[i].thread = UINT32_MAX;
  name_calls(env, out);
  path = mem_alloc((n + 1) * sizeof *path);
  engine_path(e, here, path, n);
  for (uint32_t i = 0; i < n; i++) {
    if (!session_intact(e, path[i])) continue;
    explorer_go(&e->x, path[i]);
    if (out->kept)
      look_at_record(e, out, path[i], i);
    else
      look_at_threads(e, out, path[i], i);
  }
  explorer_go(&e->x, here);
  if (out->kept && session_intact(e, here)) read_results(e, out);
  free(path);
  return 0;
}

static void thread_release(struct environment_thread *t) {
  for (uint32_t i = 0; i < t->count; i++) free(t->calls[i].result);
  free(t->calls);
}

void engine_environment_release(struct environment_info *info) {
  for (uint32_t i = 0; i < ENVIRONMENT_THREADS; i++) thread_release(&info->of[i]);
  thread_release(&info->behind);
  memset(info, 0, sizeof *info);
}
