/* Makes long traces for tests (see long_trace.h). */
#include "tests/tools/support/long_trace.h"

#include <inttypes.h>
#include <stdio.h>

#include "engine/base/rng.h"
#include "trace/format/writer.h"

enum { THREADS = 50, ACCOUNTS = 100000, FIELDS = 8, PLACES = 400 };

struct maker {
  struct trace_writer *w;
  struct rng rng;
  uint32_t account, method, fields[FIELDS], places[PLACES];
  uint64_t left;
};

static void make_tables(struct maker *m) {
  char name[32];
  m->account = trace_writer_class(m->w, "bank/Account", "app", NULL, NULL, 0);
  m->method = trace_writer_method(m->w, m->account, "transfer", "()V", 0);
  for (uint32_t i = 0; i < FIELDS; i++) {
    snprintf(name, sizeof name, "field%" PRIu32, i);
    m->fields[i] = trace_writer_field(m->w, m->account, name, "I", 0);
  }
  for (uint32_t i = 0; i < PLACES; i++)
    m->places[i] = trace_writer_location(m->w, m->method, i * 3, (int32_t)i + 10);
  for (uint32_t i = 1; i <= ACCOUNTS; i++) trace_writer_object(m->w, i, m->account);
  for (uint32_t i = 1; i <= THREADS; i++) {
    snprintf(name, sizeof name, "worker-%" PRIu32, i);
    trace_writer_thread(m->w, i, name, i > 1, i - 1, 0, 0);
  }
}

static void make_event(struct maker *m, struct trace_event e) {
  if (!m->left) return;
  m->left--;
  e.location = m->places[rng_below(&m->rng, PLACES)];
  trace_writer_event(m->w, &e);
}

static void make_access(struct maker *m, uint32_t thread, uint32_t object) {
  bool write = rng_below(&m->rng, 3) == 0, element = rng_below(&m->rng, 4) == 0;
  struct trace_event e = {.thread = thread, .object = object, .type = 'I'};
  e.value = rng_below(&m->rng, 1000);
  if (element) {
    e.kind = write ? TRACE_EV_AWRITE_BEFORE : TRACE_EV_AREAD_AFTER;
    e.index = (int32_t)rng_below(&m->rng, 16);
  } else {
    e.kind = write ? TRACE_EV_WRITE_BEFORE : TRACE_EV_READ_AFTER;
    e.ref = m->fields[rng_below(&m->rng, FIELDS)];
  }
  make_event(m, e);
}

/* Makes a turn: some accesses by one thread to one account, nearly always with its lock. */
static void make_turn(struct maker *m) {
  uint32_t thread = rng_below(&m->rng, THREADS) + 1, accesses = rng_below(&m->rng, 8) + 1;
  uint32_t object = rng_below(&m->rng, ACCOUNTS) + 1;
  bool locked = rng_below(&m->rng, 1000) != 0;
  struct trace_event lock = {.thread = thread, .object = object, .kind = TRACE_EV_MONITOR_ENTER};
  if (locked) make_event(m, lock);
  while (accesses--) make_access(m, thread, object);
  lock.kind = TRACE_EV_MONITOR_EXIT;
  if (locked) make_event(m, lock);
}

int long_trace_write(const char *file, uint64_t events, struct error *err) {
  struct maker m = {.left = events};
  rng_seed(&m.rng, 1);
  if (trace_writer_open(file, &m.w, err)) return err->code;
  make_tables(&m);
  for (uint32_t i = 2; i <= THREADS; i++)
    make_event(&m, (struct trace_event){.thread = 1, .kind = TRACE_EV_THREAD_START, .ref = i});
  while (m.left) make_turn(&m);
  return trace_writer_close(m.w, err);
}
