/* The generator. A seed determines the program, on every machine. Each program has only a few
 * features, so that operations of the same kind meet. Features that cannot be combined, such as
 * locks and permits (see below), never occur in one program. */
#include "tests/tools/oracle/generate.h"

#include <string.h>

static uint64_t generator_next(struct generator *g) { /* splitmix64 */
  uint64_t z = g->state += 0x9e3779b97f4a7c15u;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

int below(struct generator *g, int n) { return (int)((generator_next(g) >> 16) % (uint64_t)n); }

bool chance(struct generator *g, int percent) { return below(g, 100) < percent; }

static bool has(const struct generator *g, unsigned feature) { return g->features & feature; }

struct stmt *stmt_new(struct generator *g, enum stmt_kind kind, int a, int b, int c) {
  struct program *p = g->p;
  struct stmt *s = &p->pool[p->used];
  *s = (struct stmt){.kind = (uint8_t)kind,
                     .a = (uint8_t)a,
                     .b = (uint8_t)b,
                     .c = (int8_t)c,
                     .number = (uint8_t)p->used};
  if (p->used < MAX_STMTS - 1) p->used++;
  g->budget--;
  return s;
}

/* ---- pieces ---- */

static int any_loc(struct generator *g) {
  if (chance(g, 60)) return g->few[below(g, 2)];
  if (has(g, F_ATOMIC) && chance(g, 25)) {
    g->p->atomic = true;
    return LOC_AI;
  }
  if (has(g, F_VOLATILE) && chance(g, 35)) return LOC_V + below(g, 2);
  if (has(g, F_ARRAY) && chance(g, 30)) return LOC_A0 + below(g, 2);
  if (has(g, F_INIT) && g->p->classes > 1 && chance(g, 40))
    return LOC_I1 + below(g, g->p->classes - 1);
  return below(g, 3);
}

static int other_thread(struct generator *g) { return below(g, g->p->threads); }

static int any_monitor(struct generator *g) {
  if (has(g, F_MONITOR_OF_THREAD) && chance(g, 75)) return other_thread(g);
  if (chance(g, 10)) return MON_CLASS;
  return chance(g, 65) ? MON_M0 : MON_M1;
}

int how_long(struct generator *g) {
  return !has(g, F_TIMED) || chance(g, 50) ? UNTIMED : 1 + below(g, TIME_COUNT - 1);
}

static struct stmt *list(struct generator *g, int most) {
  struct stmt *first = NULL, **end = &first;
  int n = 1 + below(g, most);
  g->depth++;
  for (int i = 0; i < n && (i == 0 || g->budget > 0); i++) {
    *end = statement(g);
    end = &(*end)->next;
  }
  g->depth--;
  return first;
}

static struct stmt *with_body(struct generator *g, struct stmt *s, int most) {
  s->body = list(g, most);
  return s;
}

static struct stmt *access(struct generator *g) {
  int a = any_loc(g), c = 1 + below(g, 3);
  switch (below(g, 6)) {
    case 0: return stmt_new(g, S_SET, a, 0, c);
    case 1: return stmt_new(g, S_ADD, a, 0, c);
    case 2: return stmt_new(g, S_PUT, a, 0, c);
    case 3: return stmt_new(g, S_COPY, a, any_loc(g), c);
    case 4:
      if (has(g, F_ARRAY) && has(g, F_THROW) && chance(g, 30))
        return stmt_new(g, S_OUTSIDE, 0, 0, 0); /* fall through */
    default: return stmt_new(g, S_READ, a, 0, 0);
  }
}

static struct stmt *of_monitor(struct generator *g) {
  int m = any_monitor(g);
  struct stmt *s, *inner;
  if (chance(g, 45))
    return with_body(
        g, stmt_new(g, m == MON_CLASS && g->in_class < 0 ? S_CALL_SYNC : S_SYNC, m, 0, 0), 2);
  if (g->in_class < 0 && chance(g, 25)) {
    s = stmt_new(g, S_WAIT_WHILE, any_loc(g), m, below(g, 2));
    s->d = (uint8_t)how_long(g);
    g->p->loops |= s->d != UNTIMED;
    return s;
  }
  s = stmt_new(g, S_SYNC, m, 0, 0);
  if (has(g, F_THROW) && chance(g, 8)) m = any_monitor(g); /* the thread may not own this one */
  if (g->in_class < 0 && m < g->p->threads && chance(g, 35))
    inner = stmt_new(g, S_JOIN, m, how_long(g), 0);
  else if (g->in_class < 0 && chance(g, 50))
    inner = stmt_new(g, S_WAIT, m, how_long(g), 0);
  else
    inner = stmt_new(g, chance(g, 60) ? S_NOTIFY : S_NOTIFY_ALL, m, 0, 0);
  if (chance(g, 50)) {
    s->body = access(g);
    s->body->next = inner;
  } else {
    s->body = inner;
    if (chance(g, 40)) inner->next = access(g);
  }
  return s;
}

static struct stmt *of_lock(struct generator *g) {
  if (has(g, F_THROW) && chance(g, 10)) return stmt_new(g, S_UNLOCK, 0, 0, 0);
  return with_body(g, stmt_new(g, chance(g, 65) ? S_LOCKED : S_TRY_LOCK, 0, 0, 0), 2);
}

static struct stmt *of_thread(struct generator *g) {
  int t = other_thread(g);
  switch (below(g, 5)) {
    case 0: return stmt_new(g, S_ALIVE, t, 0, 0);
    case 1:
      return stmt_new(g, has(g, F_THROW) || chance(g, 20) ? S_START : S_ALIVE,
                      t == 0 ? g->p->threads - 1 : t, 0, 0);
    default: return stmt_new(g, S_JOIN, t, how_long(g), 0);
  }
}

static struct stmt *of_interrupt(struct generator *g) {
  int t = other_thread(g);
  switch (below(g, 5)) {
    case 0: return stmt_new(g, S_INTERRUPTED, 0, 0, 0);
    case 1: /* waiting for a lock hides an interrupt for a while */
      return stmt_new(g, S_IS_INTERRUPTED, has(g, F_LOCK) ? g->thread : t, 0, 0);
    case 2:
      if (has(g, F_TIMED))
        return stmt_new(g, S_SLEEP, 0, 1 + below(g, TIME_COUNT - 1), 0); /* fall through */
    default: return stmt_new(g, S_INTERRUPT, t, 0, 0);
  }
}

static struct stmt *of_control(struct generator *g) {
  switch (below(g, has(g, F_THROW) ? 6 : 3)) {
    case 0: return with_body(g, stmt_new(g, S_IF, any_loc(g), 0, below(g, 3)), 2);
    case 1: return with_body(g, stmt_new(g, S_IF_R, 0, 0, below(g, 2)), 2);
    case 2: return with_body(g, stmt_new(g, S_LOOP, 0, 0, 2), 1);
    case 3: return stmt_new(g, S_ASSERT, any_loc(g), 0, below(g, 3));
    case 4: return with_body(g, stmt_new(g, S_TRY, 0, 0, 0), 2);
    default: return stmt_new(g, S_THROW, 0, 0, 0);
  }
}

static struct stmt *of_box(struct generator *g) {
  static const uint8_t holders[] = {LOC_B, LOC_OB, LOC_VB, LOC_VH};
  static const uint8_t kinds[] = {S_BOX, S_BOX_READ, S_BOX_READ, S_BOX_WRITE};
  return stmt_new(g, kinds[below(g, 4)], holders[below(g, 4)], 0, 1 + below(g, 3));
}

static struct stmt *of_atomic(struct generator *g) {
  g->p->atomic = true;
  if (chance(g, 50)) return stmt_new(g, S_GET_ADD, 0, 0, 1 + below(g, 2));
  return with_body(g, stmt_new(g, S_IF_CAS, 0, below(g, 2), 1 + below(g, 2)), 2);
}

static struct stmt *of_spin(struct generator *g) {
  struct stmt *s;
  int at = chance(g, 50) ? LOC_V : any_loc(g);
  if (chance(g, 15))
    s = stmt_new(g, S_SPIN_ALIVE, other_thread(g), 0, 0);
  else if (chance(g, 15))
    s = stmt_new(g, S_SPIN_CALM, 0, 0, 0);
  else
    s = stmt_new(g, S_SPIN, at, 0, below(g, 2));
  s->d = (uint8_t)below(g, 3);
  g->p->loops = true;
  return s;
}

/* Class initialisers have no operations that may wait, because an initialiser cannot throw a
 * checked exception. */
static struct stmt *of_feature(struct generator *g) {
  bool outside = g->in_class < 0;
  for (int tries = 0; tries < 8; tries++) {
    unsigned f = 1u << below(g, F_COUNT);
    if (!has(g, f)) continue;
    switch (f) {
      case F_SYNC: return of_monitor(g);
      case F_JOIN:
        if (outside) return of_thread(g);
        break;
      case F_INTERRUPT:
        if (outside) return of_interrupt(g);
        break;
      case F_PARK:
        if (outside)
          return chance(g, 50) ? stmt_new(g, S_PARK, 0, how_long(g), 0)
                               : stmt_new(g, S_UNPARK, other_thread(g), 0, 0);
        break;
      case F_LOCK: return of_lock(g);
      case F_EXIT:
        if (chance(g, 30)) return stmt_new(g, S_EXIT, 0, 0, below(g, 3));
        break;
      case F_PRINT:
        if (chance(g, 50)) return stmt_new(g, S_PRINT, g->thread, 0, 0);
        break;
      case F_THROW: return of_control(g);
      case F_BOX: return of_box(g);
      case F_ATOMIC: return of_atomic(g);
      case F_SPIN:
        if (outside && chance(g, 40)) return of_spin(g);
        break;
      default: break;
    }
  }
  return access(g);
}

struct stmt *statement(struct generator *g) {
  if (g->depth >= 3 || g->budget <= 1 || !chance(g, g->operations)) return access(g);
  return chance(g, 12) ? of_control(g) : of_feature(g);
}

/* ---- the whole program ---- */

void append(struct stmt **to, struct stmt *s) {
  while (*to) to = &(*to)->next;
  *to = s;
}

static unsigned some_features(struct generator *g) {
  static const unsigned close[] = {F_SYNC | F_JOIN | F_MONITOR_OF_THREAD,
                                   F_INTERRUPT | F_SYNC | F_TIMED,
                                   F_INTERRUPT | F_JOIN | F_MONITOR_OF_THREAD,
                                   F_PARK | F_INTERRUPT,
                                   F_INIT | F_SYNC | F_JOIN,
                                   F_INIT | F_THROW,
                                   F_LOCK | F_INTERRUPT};
  unsigned f = 0;
  g->operations = chance(g, 35) ? 88 : 65;
  if (chance(g, 40)) return close[below(g, 7)] | 1u << below(g, F_COUNT);
  for (int n = 2 + below(g, 3); n > 0; n--) f |= 1u << below(g, F_COUNT);
  if (f & F_MONITOR_OF_THREAD) f |= F_SYNC;
  if (f & F_TIMED && !(f & (F_JOIN | F_PARK | F_INTERRUPT))) f |= F_SYNC;
  return f;
}

static bool has_location(const struct generator *g, int l) {
  switch (l) {
    case LOC_A0:
    case LOC_A1: return has(g, F_ARRAY);
    case LOC_I1: return g->p->classes > 1;
    case LOC_I2: return g->p->classes > 2;
    case LOC_R1:
    case LOC_R2:
    case LOC_R3: return l - LOC_R1 + 1 < g->p->threads;
    case LOC_V:
    case LOC_W: return has(g, F_VOLATILE);
    case LOC_AI: return g->p->atomic;
    default: return l <= LOC_F;
  }
}

static void make_main(struct generator *g, struct stmt *shape) {
  struct program *p = g->p;
  struct stmt **body = &p->threads_body[0];
  bool in_init = p->own_init && chance(g, 50);
  g->thread = 0;
  if (p->own_init) {
    g->in_class = 0;
    p->init_body[0] = list(g, 2);
    g->in_class = -1;
  }
  for (int t = 1; t < p->threads; t++) {
    if (t == g->late) continue;
    append(in_init ? &p->init_body[0] : body, stmt_new(g, S_START, t, 0, 0));
  }
  if (shape) {
    append(body, shape);
    if (chance(g, 25)) append(body, statement(g));
  } else {
    g->budget += 2;
    append(body, list(g, 3));
  }
  for (int t = 1; t < p->threads; t++)
    if (!(p->daemons & 1u << t) && chance(g, 90)) append(body, stmt_new(g, S_JOIN, t, UNTIMED, 0));
  for (int l = 0; l < LOC_COUNT; l++)
    if (has_location(g, l)) append(body, stmt_new(g, S_READ, l, 0, 0));
  append(body, stmt_new(g, S_PRINT_R, 0, 0, 0));
}

/* Makes the bodies of the other threads: random ones, or those of a shape with random variations.
 * Returns the shape's statements for main, or NULL. */
static struct stmt *make_bodies(struct generator *g, int size) {
  struct program *p = g->p;
  struct stmt *main_body = NULL;
  if (g->idiom >= 0) {
    idiom_make(g, &main_body);
    /* Waiting for a lock takes permits and hides interrupts for a while. */
    if (has(g, F_PARK | F_INTERRUPT)) g->features &= ~(unsigned)F_LOCK;
    for (int t = 1; t < p->threads; t++) {
      g->thread = t, g->budget = 2;
      if (chance(g, 30)) append(&p->threads_body[t], statement(g));
    }
    return main_body;
  }
  for (int t = 1; t < p->threads; t++) {
    g->thread = t, g->budget = size;
    p->threads_body[t] = list(g, size);
    if (t == 1 && p->threads > 2 && chance(g, 15)) {
      g->late = 2;
      append(&p->threads_body[1], stmt_new(g, S_START, 2, 0, 0));
    }
  }
  return NULL;
}

static void make_initialisers(struct generator *g) {
  struct program *p = g->p;
  p->classes = has(g, F_INIT) ? 2 + below(g, 2) : 1;
  p->own_init = has(g, F_INIT) && chance(g, 25);
  if (p->classes > 2 && chance(g, 40)) p->super_of[2] = 1;
  for (int c = 1; c < p->classes; c++) {
    g->in_class = c, g->budget = 2;
    p->init_body[c] = list(g, 2);
    if (chance(g, 15)) append(&p->init_body[c], stmt_new(g, S_THROW, 0, 0, 0));
  }
  g->in_class = -1;
}

/* Chooses a patience: shorter or longer than the timed waits, or none. */
static void choose_time(struct generator *g) {
  static const int32_t patience[] = {0, 0, 1000, 1000, 3600000, 600};
  struct program *p = g->p;
  if (!p->patience) p->patience = patience[below(g, 6)];
  if (has(g, F_SYNC | F_PARK) && chance(g, 15)) p->spurious = 1;
}

void program_generate(struct program *p, uint64_t seed, int size, int idiom) {
  struct generator g = {.p = p, .state = seed * 0x2545f4914f6cdd1du + 11, .in_class = -1};
  struct stmt *shape;
  memset(p, 0, sizeof *p);
  p->seed = seed;
  g.idiom = idiom;
  g.features = idiom < 0 ? some_features(&g) : chance(&g, 50) ? 1u << below(&g, F_COUNT) : 0;
  if (idiom >= 0 && chance(&g, 30)) g.features |= F_TIMED;
  g.few[0] = below(&g, 3), g.few[1] = has(&g, F_VOLATILE) ? LOC_V : below(&g, 3);
  g.operations = g.operations ? g.operations : 65;
  p->threads = chance(&g, 55) ? 2 : 3;
  if (idiom < 0)
    make_initialisers(&g);
  else
    p->classes = 1, g.features &= ~(unsigned)F_INIT;
  if (has(&g, F_LOCK)) g.features &= ~(unsigned)F_PARK; /* waiting for a lock takes permits */
  shape = make_bodies(&g, size);
  for (int t = 1; t < p->threads; t++)
    append(&p->threads_body[t], stmt_new(&g, S_RESULT, LOC_R1 + t - 1, 0, 0));
  g.budget = size;
  make_main(&g, shape);
  starts_scatter(p, seed);
  choose_time(&g);
  p->lambdas = chance(&g, 10);
}

static bool drop_from(struct stmt **list, int number, bool keep_body) {
  for (; *list; list = &(*list)->next) {
    struct stmt *s = *list;
    if (s->number == number) {
      struct stmt *next = s->next, **end = list;
      *list = keep_body ? s->body : NULL;
      while (*end) end = &(*end)->next;
      *end = next;
      return true;
    }
    if (drop_from(&s->body, number, keep_body)) return true;
  }
  return false;
}

bool program_drop(struct program *p, int number, bool keep_body) {
  for (int t = 0; t < p->threads; t++)
    if (drop_from(&p->threads_body[t], number, keep_body)) return true;
  for (int c = 0; c < p->classes; c++)
    if (drop_from(&p->init_body[c], number, keep_body)) return true;
  return false;
}
