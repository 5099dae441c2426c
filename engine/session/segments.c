/* See engine/segments.h.
 *
 * The visits of a place are counted with a mark there while the steps of the segment are executed
 * again. What the library does for itself is not counted: heddle loads classes without executing
 * ClassLoader, initialises many classes of the library before the program begins, and links call
 * sites without the library's code, so a JVM passes there at other times. */
#include "engine/segments.h"

#include <stdlib.h>
#include <string.h>

#include "engine/base/check.h"
#include "engine/classfile/insn.h"
#include "engine/natives/lang/random.h"
#include "engine/session/place_values.h"
#include "engine/session/session.h"
#include "engine/vm/code.h"
#include "engine/vm/interp/interp.h"
#include "engine/vm/loader/loaders.h"
#include "engine/vm/given.h"
#include "engine/vm/machine.h"
#include "engine/vm/sched/deadlock.h"
#include "engine/vm/sched/time.h"

/* Ids of two marks: on the instruction whose visits are counted, and on the next instruction. */
enum { SEGMENT_MARK = 0xfffe, SEGMENT_MARK_BEHIND = 0xfffd };

typedef VEC(struct segment) segment_list;

/* ---- how a segment starts and ends ---- */

static enum segment_start start_of(struct choice c) {
  switch (c.kind) {
    case CHOICE_TIMEOUT: return SEGMENT_ELAPSE;
    case CHOICE_INTERRUPT: return SEGMENT_INTERRUPT;
    case CHOICE_SPURIOUS: return SEGMENT_SPURIOUS;
    default: return SEGMENT_RUN;
  }
}

static bool has_place(const struct thread *t, struct vm *vm) {
  return t->frame && !(vm_frame(vm, t->frame)->flags & FRAME_ROOT);
}

/* The end of the step that led to node n, where the session is. */
static enum segment_end segment_end_of(struct engine *e, const struct xnode *n) {
  const struct thread *t = vm_thread(e->vm, n->choice.thread);
  if (n->stop == STOP_ERROR) return SEGMENT_ERROR;
  if (n->stop == STOP_EXIT) return SEGMENT_EXIT;
  if (t->state == THREAD_TERMINATED) return SEGMENT_ENDED;
  if (t->state == THREAD_WAITING) return SEGMENT_WAIT;
  if (t->op == OPK_END) return SEGMENT_LEAVES;
  return SEGMENT_PLACE;
}

/* A step that only leaves the wait set and finds the monitor taken: the JVM's thread keeps waiting,
 * and its next step decides. */
static bool only_leaves_wait(const struct xnode *n, const struct thread *t) {
  return t->state == THREAD_BLOCKED && t->op == OPK_REACQUIRE && n->choice.kind != CHOICE_RUN;
}

/* Returns the reason why no JVM can be made to take the step to n; NULL: it can. */
static const char *beyond_jvm(const struct xnode *n) {
  if (n->choice.kind == CHOICE_SPURIOUS && n->op == OPK_ATOMIC)
    return "it depends on a weak compare-and-set that fails without a cause";
  if (n->choice.kind == CHOICE_STALE)
    return "a read returns an older value of a location, which cannot be forced";
  if (n->choice.kind == CHOICE_TIMEOUT && n->op == OPK_CLOCK)
    return "it depends on a jump of the clock";
  if (n->violation && !strcmp(n->violation->kind, "java.lang.OutOfMemoryError"))
    return "it depends on heddle's bound of the heap";
  return NULL;
}

/* The thread goes on in the same segment if it only stopped before an operation. */
static bool goes_on(const struct segment *s, uint32_t thread, struct choice c) {
  return s->thread == thread && s->end == SEGMENT_PLACE && c.kind == CHOICE_RUN && s->visits == 0;
}

/* Classes of lambdas have other names in a JVM: there the thread stops before it calls one. */
static bool is_of_lambda(const struct method *m) {
  return strstr(m->owner->shown->s, "$$Lambda") != NULL;
}

static const struct frame *place_frame(struct vm *vm, const struct thread *t) {
  const struct frame *f = vm_frame(vm, t->frame);
  while (is_of_lambda(frame_method(vm, f)) && f->prev &&
         !(vm_frame(vm, f->prev)->flags & FRAME_ROOT))
    f = vm_frame(vm, f->prev);
  return f;
}

static void segment_forget_place(struct segment *s) {
  free(s->class_name);
  free(s->method);
  free(s->descriptor);
  place_values_forget(&s->found);
  s->class_name = s->method = s->descriptor = NULL;
}

static void segment_put_place(struct segment *s, const struct method *m, uint32_t bci) {
  segment_forget_place(s);
  s->class_name = mem_strdup(m->owner->shown->s);
  s->method = mem_strdup(m->name->s);
  s->descriptor = mem_strdup(m->desc->s);
  s->bci = bci;
}

static struct method *set_place(struct engine *e, struct segment *s, const struct thread *t) {
  const struct frame *f;
  segment_forget_place(s);
  if (s->end != SEGMENT_PLACE || !has_place(t, e->vm)) return NULL;
  f = place_frame(e->vm, t);
  segment_put_place(s, frame_method(e->vm, f), frame_bci(e->vm, f));
  place_values_take(e->vm, f, &s->found);
  return frame_method(e->vm, f);
}

/* ---- the segments of a path ---- */

struct segment_builder {
  struct engine *e;
  segment_list all;
  VEC(uint32_t) firsts;         /* the first step of each segment */
  VEC(uint8_t) states;          /* enum thread_state of its thread there */
  VEC(struct method *) methods; /* of the place at its end; NULL: none */
  enum segment_start *woken;    /* by thread: how it left a wait set that it could not leave yet */
};

static bool is_bulk(uint32_t op) {
  return op == OPK_BULK_READ || op == OPK_BULK_WRITE || op == OPK_COPY_READ;
}

/* A native that copies one element after the other executes no bytecode in between. */
static bool is_inside_native(const struct xnode *n, const struct thread *t) {
  return t->state == THREAD_RUNNABLE &&
         (t->flags & (TF_RESUMED | TF_CURSOR) ||
          (is_bulk(n->op) && is_bulk(t->op) && n->thread_insns == 0));
}

static void add_step(struct segment_builder *b, const struct xnode *n, uint32_t step) {
  const uint32_t thread = n->choice.thread;
  const struct thread *t = vm_thread(b->e->vm, thread);
  struct segment *last = b->all.len ? &b->all.data[b->all.len - 1] : NULL;
  enum segment_start start = start_of(n->choice);
  if (only_leaves_wait(n, t)) {
    b->woken[thread] = start;
    return;
  }
  if (start == SEGMENT_RUN) start = b->woken[thread];
  b->woken[thread] = SEGMENT_RUN;
  if (!last || !goes_on(last, thread, n->choice) || start != SEGMENT_RUN) {
    last = vec_push(&b->all);
    *last = (struct segment){.thread = thread, .start = start};
    *vec_push(&b->firsts) = step;
    *vec_push(&b->methods) = NULL;
    *vec_push(&b->states) = THREAD_NONE;
  }
  last->end = segment_end_of(b->e, n);
  last->step = step;
  b->methods.data[b->all.len - 1] = set_place(b->e, last, t);
  b->states.data[b->all.len - 1] = (uint8_t)t->state;
  last->inside_native = is_inside_native(n, t);
  /* a thread that blocks, sleeps or parks there gets a segment of its own when it continues */
  if (last->end == SEGMENT_PLACE && t->state != THREAD_RUNNABLE) last->visits = 1;
}

/* ---- visits ---- */

struct visit_count {
  const struct method *method;
  uint32_t bci; /* of the place */
  uint32_t visits;
  /* The frame that has begun the instruction at the place but has not reached the next one; 0:
   * none. After a class initialiser, the engine begins the same instruction again. A JVM does not,
   * so the second time is not a visit. */
  uint32_t begun;
};

/* Returns whether the thread executes the library's own business: a class initialiser of the
 * library, or code that loads or links, above the innermost frame of the program. */
static bool is_housekeeping(struct vm *vm, const struct thread *t) {
  uint32_t at = t->frame;
  while (at) {
    const struct frame *f = vm_frame(vm, at);
    const struct method *m;
    if (f->flags & FRAME_ROOT) return false;
    m = frame_method(vm, f);
    if (!m->owner->is_jdk) return false;
    if (!strcmp(m->name->s, "<clinit>") || !strcmp(m->owner->name->s, "java/lang/ClassLoader") ||
        !strncmp(m->owner->name->s, "jdk/internal/loader/", 20) ||
        !strncmp(m->owner->name->s, "java/lang/invoke/", 17))
      return true;
    at = f->prev;
  }
  return false;
}

static bool may_initialise(uint8_t op) {
  return op == OP_GETSTATIC || op == OP_PUTSTATIC || op == OP_INVOKESTATIC || op == OP_NEW;
}

static void count_visit(void *self, struct vm *vm, const struct thread *t) {
  struct visit_count *v = self;
  const struct frame *f = vm_frame(vm, t->frame);
  const struct method *m = frame_method(vm, f);
  /* a JVM's breakpoints are in all classes of that name, whatever loader defined them */
  bool here = frame_bci(vm, f) == v->bci;
  if ((m != v->method && !vm_is_copy(m, v->method)) || is_housekeeping(vm, t)) return;
  v->visits += here && v->begun != t->frame;
  v->begun = here && may_initialise(v->method->info->code[v->bci]) ? t->frame : 0;
}

/* From a node nearby, so that long paths take linear time. */
static void step_again(struct engine *e, node_id n,
                       void (*at_mark)(void *self, struct vm *vm, const struct thread *t),
                       void *self) {
  explorer_go(&e->x, n);
  session_step_again(e, n, at_mark, self);
}

/* Returns the thread's innermost frame that, at node n, is at the place; 0: none. If it is not the
 * innermost of all, the thread is inside the class initialiser that the instruction runs. */
static uint32_t frame_at(struct engine *e, node_id n, uint32_t thread,
                         const struct visit_count *v) {
  uint32_t at;
  explorer_go(&e->x, n);
  at = vm_thread(e->vm, thread)->frame;
  while (at) {
    const struct frame *f = vm_frame(e->vm, at);
    if (!(f->flags & FRAME_ROOT) && frame_method(e->vm, f) == v->method &&
        frame_bci(e->vm, f) == v->bci)
      return at;
    at = f->prev;
  }
  return 0;
}

/* The thread was inside the class initialiser that the instruction runs, and now stops before the
 * access itself, where a JVM cannot be stopped: it stops behind the instruction. */
static void stop_behind(struct segment *s, const struct method *m, uint32_t behind) {
  uint8_t op = m->info->code[s->bci];
  if (s->end != SEGMENT_PLACE || (op != OP_GETSTATIC && op != OP_PUTSTATIC)) return;
  segment_put_place(s, m, behind);
  s->visits = 1;
}

static int count_visits(struct engine *e, const node_id *path, uint32_t from, struct method *m,
                        struct segment *s, struct error *err) {
  struct visit_count v = {.method = m, .bci = s->bci};
  uint8_t op = m->info->code[s->bci];
  uint32_t behind = s->bci + (uint32_t)insn_length(m->info->code, m->info->code_len, s->bci);
  bool inside = false;
  CHECK(from && from <= s->step, "a segment begins before it ends: %u..%u", from, s->step);
  if (may_initialise(op)) {
    v.begun = frame_at(e, path[from - 1], s->thread, &v);
    inside = v.begun && v.begun != vm_thread(e->vm, s->thread)->frame;
    if (vm_mark_add(e->vm, m, behind, SEGMENT_MARK_BEHIND, err)) return err->code;
  }
  if (!vm_mark_add(e->vm, m, s->bci, SEGMENT_MARK, err))
    for (uint32_t i = from; i <= s->step; i++) step_again(e, path[i], count_visit, &v);
  vm_mark_remove(e->vm, SEGMENT_MARK);
  if (may_initialise(op)) vm_mark_remove(e->vm, SEGMENT_MARK_BEHIND);
  if (err->code) return err->code;
  s->visits = v.visits;
  if (inside && !v.visits) stop_behind(s, m, behind);
  return 0;
}

/* ---- what surrounds them ---- */

static void add_first_classes(struct engine *e, struct segments *out) {
  const struct method *m = e->vm->main_method;
  VEC(char *) names = {0};
  out->main_class = mem_strdup(m->owner->name->s);
  for (const struct klass *k = m->owner; k && !k->is_jdk; k = k->super)
    *vec_push(&names) = mem_strdup(k->name->s);
  *vec_push(&names) = NULL;
  out->first_classes = names.data;
}

static void add_stuck(struct engine *e, const struct xnode *n, struct segments *out) {
  VEC(uint32_t) stuck = {0};
  struct vm *vm = e->vm;
  if (!n->violation || n->violation->property != PROP_DEADLOCK) return;
  for (uint32_t i = 0; i < vm_machine(vm)->thread_count; i++) {
    struct thread *t = vm_thread(vm, i);
    if (t->state == THREAD_NONE || t->state == THREAD_TERMINATED) continue;
    if (n->violation->cycle && !deadlock_in_cycle(vm, t)) continue;
    *vec_push(&stuck) = i;
  }
  out->stuck = stuck.data;
  out->stuck_count = (uint32_t)stuck.len;
}

/* A segment without a visit began at its place and ends there. If it waits for a class initialiser,
 * it may have begun to initialise a class itself, so a JVM's thread has to enter the instruction.
 * Otherwise nothing happened, and the thread can wait before the instruction instead. The next
 * segment of the thread then starts as planned. */
static void take_segments(struct segment_builder *b, struct segments *out) {
  segment_list kept = {0};
  CHECK(b->states.len == b->all.len && b->methods.len == b->all.len && b->firsts.len == b->all.len,
        "each segment has a first step, a state and a place: %zu", b->all.len);
  for (size_t i = 0; i < b->all.len; i++) {
    struct segment *s = &b->all.data[i];
    if (s->class_name && !s->visits && s->end != SEGMENT_ACCESS) {
      if (b->states.data[i] == THREAD_INITWAIT) {
        s->end = SEGMENT_BLOCKS;
      } else {
        segment_forget_place(s);
        continue;
      }
    }
    *vec_push(&kept) = *s;
  }
  vec_free(&b->all);
  out->all = kept.data;
  out->count = (uint32_t)kept.len;
}

static void gather_answers(struct engine *e, const node_id *path, uint32_t count,
                           struct segments *out) {
  struct vm_answers *a = &e->vm->answers;
  CHECK(!a->wanted && !a->all.len, "answers are gathered for one path at a time: %zu", a->all.len);
  a->wanted = true;
  a->await_woke = a->other_choice = false;
  for (uint32_t i = 1; i < count; i++) step_again(e, path[i], NULL, NULL);
  a->wanted = false;
  if (a->await_woke && !out->beyond)
    out->beyond = mem_strdup(
        "it depends on a spurious wake-up of Condition.await, which the "
        "specification allows but the JDK's own locks never do");
  if (a->other_choice && !out->beyond)
    out->beyond = mem_strdup("it depends on a text or a thread's state that heddle chose");
  out->answers = a->all.data;
  out->answer_count = (uint32_t)a->all.len;
  *a = (struct vm_answers){0};
  out->seed_nanos = vm_seed_nanos(e->vm);
  out->seed_millis = (uint64_t)TIME_EPOCH_MILLIS;
  out->seed_of_map_order = given_map_order(e->vm);
  out->seed_of_generators = random_initial_seed(e->vm);
}

/* Main may have drawn numbers before the root; the other threads begin on the path to n. */
static void add_local_randoms(struct engine *e, node_id n, struct segments *out) {
  VEC(struct local_random) all = {0};
  explorer_go(&e->x, NODE_ROOT);
  *vec_push(&all) = random_now(e->vm, vm_thread(e->vm, 0));
  explorer_go(&e->x, n);
  for (uint32_t i = 1; i < vm_machine(e->vm)->thread_count; i++)
    *vec_push(&all) = random_of_thread(e->vm, vm_thread(e->vm, i));
  out->locals = all.data;
  out->local_count = (uint32_t)all.len;
}

/* ---- races ---- */

/* The library makes accesses for the program in native methods too: reflection, arraycopy. */
static bool is_access_instruction(const struct method *m, uint32_t bci) {
  uint8_t op = m->info->code[bci];
  return (op >= OP_GETSTATIC && op <= OP_PUTFIELD) || (op >= OP_IALOAD && op <= OP_SALOAD) ||
         (op >= OP_IASTORE && op <= OP_SASTORE);
}

static bool is_call(const struct method *m, uint32_t bci) {
  uint8_t op = m->info->code[bci];
  return op >= OP_INVOKEVIRTUAL && op <= OP_INVOKEINTERFACE;
}

/* Returns the reason why the recorder cannot see that the instruction is executed; NULL: it can. */
static const char *unrecorded(const struct method *m, uint32_t bci) {
  if (!strncmp(m->owner->name->s, "java/lang/invoke/", 17))
    return "an access of the race is made by a method handle, which is not recorded";
  if (!is_call(m, bci) && !is_access_instruction(m, bci))
    return "an access of the race is made by no instruction";
  return NULL;
}

/* The last segment ends before the second access. */
static void add_race(struct segment_builder *b, node_id n, struct segments *out) {
  struct segment *last = &b->all.data[b->all.len - 1];
  struct race_instructions at;
  explorer_go(&b->e->x, n);
  if (last->end != SEGMENT_ERROR || !session_race_instructions(b->e, &at)) {
    out->beyond = mem_strdup("the accesses of the race are not known");
    return;
  }
  for (int i = 0; i < 2; i++) {
    const char *why = unrecorded(at.method[i], at.bci[i]);
    if (why && !out->beyond) out->beyond = mem_strdup(why);
  }
  if (out->beyond) return;
  for (int i = 0; i < 2; i++)
    out->racing[i] = (struct racing_access){
        .instruction = mem_printf("%s.%s%s@%u", at.method[i]->owner->shown->s,
                                  at.method[i]->name->s, at.method[i]->desc->s, at.bci[i]),
        .apart = at.method[i]->owner->is_jdk || loader_own(b->e->vm, at.method[i]->owner),
        .call = is_call(at.method[i], at.bci[i])};
  last->end = SEGMENT_ACCESS;
  segment_put_place(last, at.method[1], at.bci[1]);
  b->methods.data[b->all.len - 1] = at.method[1];
}

/* The threads that make the steps between two equal states. */
static void add_looping(struct engine *e, const node_id *path, uint32_t count,
                        struct segments *out) {
  const struct fingerprint end = xnode(&e->x, path[count - 1])->fp;
  VEC(uint32_t) stuck = {0};
  uint32_t from = count - 1;
  while (from > 0) {
    const struct fingerprint *f = &xnode(&e->x, path[--from])->fp;
    if (f->lo == end.lo && f->hi == end.hi) break;
  }
  for (uint32_t i = from + 1; i < count; i++) {
    uint32_t thread = xnode(&e->x, path[i])->choice.thread;
    bool known = false;
    for (size_t k = 0; k < stuck.len; k++) known |= stuck.data[k] == thread;
    if (!known) *vec_push(&stuck) = thread;
  }
  out->stuck = stuck.data;
  out->stuck_count = (uint32_t)stuck.len;
  out->hang = true;
}

int engine_segments(struct engine *e, node_id n, struct segments *out, struct error *err) {
  struct session_visit here = session_visit(e);
  uint32_t count = engine_path(e, n, NULL, 0);
  node_id *path = mem_alloc((count + 1) * sizeof *path);
  struct segment_builder b = {.e = e};
  *out = (struct segments){0};
  engine_path(e, n, path, count);
  b.woken = mem_alloc((THREAD_MAX + 1) * sizeof *b.woken);
  for (uint32_t i = 1; i < count; i++) {
    const char *beyond = beyond_jvm(xnode(&e->x, path[i]));
    if (beyond && !out->beyond) out->beyond = mem_strdup(beyond);
    explorer_go(&e->x, path[i]);
    add_step(&b, xnode(&e->x, path[i]), i);
  }
  add_first_classes(e, out);
  add_stuck(e, xnode(&e->x, n), out);
  if (xnode(&e->x, n)->violation && xnode(&e->x, n)->violation->property == PROP_HANG)
    add_looping(e, path, count, out);
  if (xnode(&e->x, n)->violation && xnode(&e->x, n)->violation->property == PROP_RACE &&
      !out->beyond)
    add_race(&b, n, out);
  for (size_t i = 0; i < b.all.len && !out->beyond; i++)
    if (b.all.data[i].inside_native)
      out->beyond = mem_strdup("threads switch inside a native method, such as arraycopy or clone");
  gather_answers(e, path, count, out);
  add_local_randoms(e, n, out);
  for (size_t i = 0; i < b.all.len && !err->code; i++)
    if (b.methods.data[i])
      count_visits(e, path, b.firsts.data[i], b.methods.data[i], &b.all.data[i], err);
  session_return(e, here);
  take_segments(&b, out);
  vec_free(&b.firsts);
  vec_free(&b.methods);
  vec_free(&b.states);
  free(b.woken);
  free(path);
  if (err->code) engine_segments_release(out);
  return err->code;
}

void engine_segments_release(struct segments *s) {
  for (uint32_t i = 0; i < s->count; i++) segment_forget_place(&s->all[i]);
  for (char **c = s->first_classes; c && *c; c++) free(*c);
  free(s->all);
  free(s->first_classes);
  free(s->main_class);
  free(s->stuck);
  free(s->answers);
  free(s->locals);
  free(s->beyond);
  for (int i = 0; i < 2; i++) free(s->racing[i].instruction);
  *s = (struct segments){0};
}
