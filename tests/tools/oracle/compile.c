/* Compiles the tree of a program to steps. */
#include "tests/tools/oracle/code.h"

struct compiler {
  struct code *code;
  const struct program *p;
  int saved, boxes;
};

static int emit(struct compiler *c, enum op op, int a, int b) {
  int at = c->code->length;
  if (at < CODE_MAX - 1) c->code->length++;
  c->code->at[at] = (struct instr){(uint8_t)op, (uint8_t)a, (int16_t)b, NOWHERE};
  return at;
}

static void land_here(struct compiler *c, int jump) {
  c->code->at[jump].b = (int16_t)c->code->length;
}

/* Code with a handler that follows its end. An exception in the code goes to the handler, unless an
 * inner region handles it. Normal execution jumps over the handler. */
struct region {
  int first, jump;
};

static struct region region_begin(const struct compiler *c) {
  return (struct region){c->code->length, 0};
}

static void region_end(struct compiler *c, struct region *r) {
  int last = c->code->length;
  for (int i = r->first; i < last; i++)
    if (c->code->at[i].handler == NOWHERE) c->code->at[i].handler = (int16_t)(last + 1);
  r->jump = emit(c, OP_GO, 0, NOWHERE);
}

static void compile_list(struct compiler *c, const struct stmt *s);

/* ---- accesses ---- */

static int class_of(int loc) { return loc == LOC_I1 ? 1 : loc == LOC_I2 ? 2 : 0; }

static void access(struct compiler *c, enum op op, int loc) {
  if (class_of(loc)) emit(c, OP_INIT, class_of(loc), 0);
  emit(c, op, loc, 0);
}

static void compile_access(struct compiler *c, const struct stmt *s) {
  switch (s->kind) {
    case S_READ: access(c, OP_LOAD, s->a), emit(c, OP_ACC, 0, 0); break;
    case S_SET: emit(c, OP_CONST, s->c, 0), access(c, OP_STORE, s->a); break;
    case S_PUT:
      emit(c, OP_FROM_R, 0, 0), emit(c, OP_PLUS, s->c, 0), access(c, OP_STORE, s->a);
      break;
    case S_ADD:
      access(c, OP_LOAD, s->a), emit(c, OP_PLUS, s->c, 0), access(c, OP_STORE, s->a);
      break;
    case S_COPY:
      access(c, OP_LOAD, s->b), emit(c, OP_PLUS, s->c, 0), access(c, OP_STORE, s->a);
      break;
    default: emit(c, OP_FROM_R, 0, 0), access(c, OP_STORE, s->a); break;
  }
}

/* ---- monitors and threads ---- */

/* Compiles a body that holds the monitor; it releases the monitor at a normal end and at an
 * exception. `method`: the body is that of a method, so an exception restores the caller's r. */
static void compile_sync(struct compiler *c, const struct stmt *s, int monitor, bool method) {
  struct region r;
  int slot = c->saved;
  if (method) emit(c, OP_SAVE, slot, 0), c->saved++;
  emit(c, OP_ENTER, monitor, 0);
  r = region_begin(c);
  compile_list(c, s);
  emit(c, OP_LEAVE, monitor, 0);
  region_end(c, &r);
  emit(c, OP_LEAVE, monitor, 0);
  if (method) emit(c, OP_RESTORE, slot, 1), c->saved--;
  emit(c, OP_RETHROW, 0, 0);
  land_here(c, r.jump);
  if (method) emit(c, OP_RESTORE, slot, 0);
}

static void compile_wait_while(struct compiler *c, const struct stmt *s) {
  struct region r;
  int loop, out;
  emit(c, OP_ENTER, s->b, 0);
  r = region_begin(c);
  loop = c->code->length;
  access(c, OP_LOAD, s->a);
  out = emit(c, OP_UNEQUAL, s->c, NOWHERE);
  emit(c, OP_WAIT, s->b, s->d);
  emit(c, OP_GO, 0, loop);
  land_here(c, out);
  emit(c, OP_LEAVE, s->b, 0);
  region_end(c, &r);
  emit(c, OP_LEAVE, s->b, 0);
  emit(c, OP_RETHROW, 0, 0);
  land_here(c, r.jump);
}

/* Synchronized on the thread: while (isAlive()) wait(0). With a timeout, the loop ends when a wait
 * has elapsed. */
static void compile_join(struct compiler *c, const struct stmt *s) {
  struct region r;
  int loop, out;
  emit(c, OP_ENTER, s->a, 0);
  r = region_begin(c);
  loop = emit(c, OP_ALIVE, s->a, 0);
  out = emit(c, OP_UNEQUAL, 1, NOWHERE);
  emit(c, OP_JOIN_WAIT, s->a, s->b);
  if (s->b == UNTIMED) {
    emit(c, OP_GO, 0, loop);
  } else {
    emit(c, OP_UNEQUAL, 1, loop); /* it was woken before its timeout */
    emit(c, OP_ALIVE, s->a, 0);
  }
  land_here(c, out);
  emit(c, OP_WAIT_OVER, 0, 0);
  emit(c, OP_LEAVE, s->a, 0);
  region_end(c, &r);
  emit(c, OP_WAIT_OVER, 0, 0);
  emit(c, OP_LEAVE, s->a, 0);
  emit(c, OP_RETHROW, 0, 0);
  land_here(c, r.jump);
}

static void compile_start(struct compiler *c, const struct stmt *s) {
  struct region r;
  emit(c, OP_ENTER, s->a, 0);
  r = region_begin(c);
  emit(c, OP_START, s->a, 0);
  emit(c, OP_LEAVE, s->a, 0);
  region_end(c, &r);
  emit(c, OP_LEAVE, s->a, 0);
  emit(c, OP_RETHROW, 0, 0);
  land_here(c, r.jump);
}

static void compile_interrupted(struct compiler *c) {
  int no;
  emit(c, OP_IS_INTERRUPTED, SELF, 0);
  no = emit(c, OP_UNEQUAL, 1, NOWHERE);
  emit(c, OP_CLEAR_INTERRUPTED, 0, 0);
  emit(c, OP_CONST, 1, 0);
  land_here(c, no);
  emit(c, OP_ACC, 0, 0);
}

static void compile_interrupt(struct compiler *c, const struct stmt *s) {
  emit(c, OP_BLOCKER, s->a, 0);
  emit(c, OP_SET_INTERRUPTED, s->a, 0);
  emit(c, OP_INTERRUPT, s->a, 0);
}

static void compile_locked(struct compiler *c, const struct stmt *s) {
  struct region r;
  int no = -1;
  emit(c, s->kind == S_TRY_LOCK ? OP_TRY_LOCK : OP_LOCK, 0, 0);
  if (s->kind == S_TRY_LOCK) no = emit(c, OP_UNEQUAL, 1, NOWHERE);
  r = region_begin(c);
  compile_list(c, s->body);
  region_end(c, &r); /* normal execution jumps to the second unlock */
  emit(c, OP_UNLOCK, 0, 0);
  emit(c, OP_RETHROW, 0, 0);
  land_here(c, r.jump);
  emit(c, OP_UNLOCK, 0, 0);
  if (no >= 0) land_here(c, no);
}

/* ---- loops, atomic operations, boxes ---- */

static void compile_spin(struct compiler *c, const struct stmt *s) {
  int loop = c->code->length, out;
  switch (s->kind) {
    case S_SPIN_ALIVE: emit(c, OP_ALIVE, s->a, 0); break;
    case S_SPIN_CALM: emit(c, OP_IS_INTERRUPTED, SELF, 0); break;
    case S_SPIN_CAS: emit(c, OP_CAS, s->b, s->c); break;
    default: access(c, OP_LOAD, s->a); break;
  }
  out = emit(c, OP_UNEQUAL,
             s->kind == S_SPIN_ALIVE  ? 1
             : s->kind == S_SPIN_CALM ? 0
             : s->kind == S_SPIN_CAS  ? 0
                                      : s->c,
             NOWHERE);
  if (s->kind == S_PARK_WHILE) emit(c, OP_PARK, 0, s->b);
  emit(c, OP_GO, 0, loop);
  land_here(c, out);
}

static void compile_if_cas(struct compiler *c, const struct stmt *s) {
  int out;
  emit(c, OP_CAS, s->b, s->c);
  out = emit(c, OP_UNEQUAL, 1, NOWHERE);
  compile_list(c, s->body);
  land_here(c, out);
}

/* Each place in the unrolled code has its own box, because it is executed at most once. */
static void compile_box(struct compiler *c, const struct stmt *s) {
  emit(c, OP_NEW, c->boxes++, s->c);
  emit(c, OP_STORE, s->a, 0);
}

static void compile_box_use(struct compiler *c, const struct stmt *s) {
  int out;
  emit(c, OP_LOAD, s->a, 0);
  out = emit(c, OP_ZERO, 0, NOWHERE);
  emit(c, s->kind == S_BOX_READ ? OP_LOAD_BOX : OP_STORE_BOX, 0, s->c);
  if (s->kind == S_BOX_READ) emit(c, OP_ACC, 0, 0);
  land_here(c, out);
}

/* ---- statements ---- */

static void compile_try(struct compiler *c, const struct stmt *s) {
  struct region r = region_begin(c);
  compile_list(c, s->body);
  region_end(c, &r);
  emit(c, OP_CODE, 0, 0);
  land_here(c, r.jump);
}

static void compile_condition(struct compiler *c, const struct stmt *s) {
  int out;
  if (s->kind == S_IF_R)
    emit(c, OP_FROM_R, 0, 0);
  else
    access(c, OP_LOAD, s->a);
  out = emit(c, OP_UNEQUAL, s->c, NOWHERE);
  compile_list(c, s->body);
  land_here(c, out);
}

static void compile_assert(struct compiler *c, const struct stmt *s) {
  int wrong, out;
  access(c, OP_LOAD, s->a);
  wrong = emit(c, OP_UNEQUAL, s->c, NOWHERE);
  out = emit(c, OP_GO, 0, NOWHERE);
  land_here(c, wrong);
  emit(c, OP_THROW, T_ASSERTION, 0);
  land_here(c, out);
}

static void compile_stmt(struct compiler *c, const struct stmt *s) {
  switch (s->kind) {
    case S_OUTSIDE: emit(c, OP_THROW, T_INDEX, 0); break;
    case S_IF:
    case S_IF_R: compile_condition(c, s); break;
    case S_LOOP:
      for (int i = 0; i < s->c; i++) compile_list(c, s->body);
      break;
    case S_SYNC: compile_sync(c, s->body, s->a, false); break;
    case S_CALL_SYNC: compile_sync(c, s->body, MON_CLASS, true); break;
    case S_TRY: compile_try(c, s); break;
    case S_THROW: emit(c, OP_THROW, T_ILLEGAL_STATE, 0); break;
    case S_ASSERT: compile_assert(c, s); break;
    case S_WAIT: emit(c, OP_WAIT, s->a, s->b); break;
    case S_WAIT_WHILE: compile_wait_while(c, s); break;
    case S_NOTIFY: emit(c, OP_NOTIFY, s->a, 0); break;
    case S_NOTIFY_ALL: emit(c, OP_NOTIFY_ALL, s->a, 0); break;
    case S_START: compile_start(c, s); break;
    case S_JOIN: compile_join(c, s); break;
    case S_ALIVE: emit(c, OP_ALIVE, s->a, 0), emit(c, OP_ACC, 0, 0); break;
    case S_INTERRUPT: compile_interrupt(c, s); break;
    case S_IS_INTERRUPTED: emit(c, OP_IS_INTERRUPTED, s->a, 0), emit(c, OP_ACC, 0, 0); break;
    case S_INTERRUPTED: compile_interrupted(c); break;
    case S_SPIN:
    case S_SPIN_ALIVE:
    case S_SPIN_CALM:
    case S_SPIN_CAS:
    case S_PARK_WHILE: compile_spin(c, s); break;
    case S_IF_CAS: compile_if_cas(c, s); break;
    case S_GET_ADD: emit(c, OP_GET_ADD, 0, s->c), emit(c, OP_ACC, 0, 0); break;
    case S_BOX: compile_box(c, s); break;
    case S_BOX_READ:
    case S_BOX_WRITE: compile_box_use(c, s); break;
    case S_PARK: emit(c, OP_PARK, 0, s->b); break;
    case S_UNPARK: emit(c, OP_UNPARK, s->a, 0); break;
    case S_LOCKED:
    case S_TRY_LOCK: compile_locked(c, s); break;
    case S_UNLOCK: emit(c, OP_UNLOCK, 0, 0); break;
    case S_SLEEP: emit(c, OP_SLEEP, 0, s->b); break;
    case S_PRINT: emit(c, OP_PRINT, s->a, 0); break;
    case S_PRINT_R: emit(c, OP_PRINT_R, 0, 0); break;
    case S_EXIT: emit(c, OP_EXIT, s->c, 0); break;
    default: compile_access(c, s); break;
  }
}

static void compile_list(struct compiler *c, const struct stmt *s) {
  for (; s; s = s->next) compile_stmt(c, s);
}

/* ---- the whole program ---- */

static void compile_thread(struct compiler *c, int t) {
  struct region r;
  c->code->entry[t] = c->code->length;
  r = region_begin(c);
  if (c->p->own_init) emit(c, OP_INIT, 0, 0); /* another class calls its static methods */
  compile_list(c, c->p->threads_body[t]);
  region_end(c, &r);
  emit(c, OP_UNCAUGHT, 0, 0);
  land_here(c, r.jump);
  emit(c, OP_END, 0, 0);
}

static void compile_init(struct compiler *c, int k) {
  struct region r;
  c->code->init[k] = c->code->length;
  r = region_begin(c);
  if (c->p->super_of[k]) emit(c, OP_INIT, c->p->super_of[k], 0);
  compile_list(c, c->p->init_body[k]);
  region_end(c, &r);
  emit(c, OP_INIT_FAIL, k, 0);
  land_here(c, r.jump);
  emit(c, OP_INIT_END, k, 0);
}

bool code_compile(struct code *code, const struct program *p) {
  struct compiler c = {.code = code, .p = p};
  code->length = 0;
  code->threads = p->threads;
  code->daemons = p->daemons;
  for (int t = 0; t < p->threads; t++) compile_thread(&c, t);
  for (int k = 0; k < p->classes; k++) compile_init(&c, k);
  return code->length < CODE_MAX - 2 && c.boxes <= MAX_BOXES;
}
