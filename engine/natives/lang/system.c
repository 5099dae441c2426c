/* java.lang.System: time, identity, the standard streams.
 *
 * Time is virtual (soundness rule 15, time is a choice). Seeds that the JDK's static initialisers
 * take from the clock are derived from the run's seed instead. So they do not vary, and the clock
 * does not become part of the state. */
#include "engine/vm/answers.h"
#include "engine/vm/given.h"
#include "engine/natives/util.h"
#include "engine/vm/sched/time.h"

#include <stdlib.h>

/* Is the caller a static initialiser of the JDK, which asks for a seed? */
static bool seeding(struct native_call *c) {
  const struct frame *f = c->t->frame ? vm_frame(c->vm, c->t->frame) : NULL;
  const struct method *m = f ? frame_method(c->vm, f) : NULL;
  return c->vm->boot.running || (m && m->owner->is_jdk && !strcmp(m->name->s, "<clinit>"));
}

/* Does the program ask, directly or through a class that reads the clock for it? Otherwise the
 * library asks, for its own waits. */
static bool asked_by_program(struct native_call *c) {
  static const char *const clocks[] = {"java/time/", "java/util/Date", "java/util/Calendar",
                                       "java/util/GregorianCalendar"};
  const struct frame *f = c->t->frame ? vm_frame(c->vm, c->t->frame) : NULL;
  const struct method *m = f ? frame_method(c->vm, f) : NULL;
  size_t i;
  if (!m || !m->owner->is_jdk) return m != NULL;
  for (i = 0; i < COUNT(clocks); i++)
    if (!strncmp(m->owner->name->s, clocks[i], strlen(clocks[i]))) return true;
  return false;
}

/* Returns the reading of the recorded run's clock when the program began, or else a constant. */
static uint64_t began(struct native_call *c, const char *source, uint64_t otherwise) {
  uint64_t at;
  return given_fixed(c->vm, source, &at) ? at : otherwise;
}

static uint64_t wall_at_start(struct native_call *c) {
  return began(c, "wallClock", (uint64_t)TIME_EPOCH_MILLIS * TIME_MS);
}

static int read_point(struct native_call *c, const char *source) {
  if (!asked_by_program(c)) return NATIVE_OK;
  if (given_waits(c->vm, c->t, source, NULL)) VISIBLE(c, OPK_CLOCK, c->t->object, 0);
  return given_waits(c->vm, c->t, source, NULL) ? NATIVE_OK : time_read(c->vm, c->t);
}

/* Takes the recorded reading, in units of `unit` nanoseconds, and advances the clock to it. Returns
 * false if there is none. */
static bool recorded(struct native_call *c, const char *source, uint64_t unit, uint64_t start,
                     uint64_t *value) {
  if (!asked_by_program(c) || !given_take(c->vm, c->t, source, NULL, true, value)) return false;
  given_clock(c->vm, *value * unit - start);
  return true;
}

static int ret_answer(struct native_call *c, enum answer_source source, int64_t value) {
  vm_note_answer(c->vm, c->t, source, (uint64_t)value, NULL);
  return ret_long(c, value);
}

static int nano_time(struct native_call *c) {
  uint64_t start, value, now;
  if (seeding(c)) return ret_long(c, (int64_t)vm_seed_nanos(c->vm));
  if (read_point(c, "nanoTime") != NATIVE_OK) return NATIVE_STOP;
  start = began(c, "nanoTime", 0);
  value = 0;
  if (!recorded(c, "nanoTime", 1, start, &value))
    return ret_answer(c, ANSWER_NANO_TIME, (int64_t)(start + vm_clock(c->vm, c->t)));
  now = start + vm_clock(c->vm, c->t);
  c->vm->run.otherwise |= now != value;
  return ret_answer(c, ANSWER_NANO_TIME, (int64_t)now);
}

/* The wall clock may be a few milliseconds behind the other clock, because it is adjusted from time
 * to time. */
static uint64_t wall_clock(struct native_call *c, const char *source, uint64_t unit) {
  uint64_t start = wall_at_start(c), value, now;
  bool given = recorded(c, source, unit, start, &value);
  now = start + vm_clock(c->vm, c->t);
  if (!given) return now;
  if (now >= value * unit && now - value * unit < 5 * TIME_MS) return value * unit;
  c->vm->run.otherwise = true;
  return now;
}

static int current_time_millis(struct native_call *c) {
  if (seeding(c)) return ret_long(c, TIME_EPOCH_MILLIS);
  if (read_point(c, "currentTimeMillis") != NATIVE_OK) return NATIVE_STOP;
  return ret_answer(c, ANSWER_MILLIS,
                    (int64_t)(wall_clock(c, "currentTimeMillis", TIME_MS) / TIME_MS));
}

/* VM.getNanoTimeAdjustment(offset): returns the nanoseconds since the epoch minus `offset` seconds,
 * or -1 if that is out of range. */
static int nano_time_adjustment(struct native_call *c) {
  int64_t now, secs, diff;
  if (!seeding(c) && read_point(c, "wallClock") != NATIVE_OK) return NATIVE_STOP;
  now = seeding(c) ? TIME_EPOCH_MILLIS * TIME_MS : (int64_t)wall_clock(c, "wallClock", 1);
  secs = now / 1000000000;
  diff = secs - arg64(c, 0);
  if (diff > INT64_C(0x100000000) || diff < -INT64_C(0x100000000))
    return ret_answer(c, ANSWER_ADJUSTMENT, -1);
  return ret_answer(c, ANSWER_ADJUSTMENT, diff * 1000000000 + now % 1000000000);
}

static int identity_hash_code(struct native_call *c) {
  return ret_int(c, c->args[0] ? (int32_t)vm_identity_hash(c->vm, c->t, c->args[0]) : 0);
}

static int map_library_name(struct native_call *c) {
  char *name, *file;
  ref r;
  if (!c->args[0]) return nat_npe(c);
  name = vm_utf8(c->vm, c->args[0]);
  file = mem_printf("lib%s.so", name);
  r = vm_string(c->vm, c->t, file);
  free(name);
  free(file);
  return ret_new(c, r);
}

static int set_stream(struct native_call *c, const char *field) {
  struct field *f = klass_field(c->vm->wk.system, field, NULL);
  VISIBLE(c, OPK_WRITE, f->owner->mirror, f->offset);
  ev_access(c->vm, c->t, f->owner->mirror, f->offset, 4, 1, ACCESS_VOLATILE);
  vm_put_ref(c->vm, f->owner->mirror, f->offset, c->args[0]);
  return NATIVE_OK;
}
static int set_in(struct native_call *c) { return set_stream(c, "in"); }
static int set_out(struct native_call *c) { return set_stream(c, "out"); }
static int set_err(struct native_call *c) { return set_stream(c, "err"); }

/* The machine implements the JDK's libraries. A library of the user cannot be loaded. */
static int load_library(struct native_call *c) {
  const struct frame *f = c->t->frame ? vm_frame(c->vm, c->t->frame) : NULL;
  char *name;
  int rc;
  if (!c->args[0]) return nat_npe(c);
  if (!f || frame_method(c->vm, f)->owner->is_jdk) return NATIVE_OK;
  name = vm_utf8(c->vm, c->args[0]);
  rc =
      vm_throw(c->vm, c->t, "java/lang/UnsatisfiedLinkError", "no %s in java.library.path: ", name);
  free(name);
  return rc;
}

const struct native_row natives_system[] = {
    {"java/lang/System", "nanoTime", NULL, nano_time},
    {"java/lang/System", "currentTimeMillis", NULL, current_time_millis},
    {"java/lang/System", "identityHashCode", NULL, identity_hash_code},
    {"java/lang/System", "mapLibraryName", NULL, map_library_name},
    {"java/lang/System", "setIn0", NULL, set_in},
    {"java/lang/System", "setOut0", NULL, set_out},
    {"java/lang/System", "setErr0", NULL, set_err},
    {"java/lang/System", "loadLibrary", NULL, load_library},
    {"jdk/internal/loader/BootLoader", "loadLibrary", NULL, nat_nothing},
    {"jdk/internal/misc/VM", "getNanoTimeAdjustment", NULL, nano_time_adjustment},
    {0},
};
