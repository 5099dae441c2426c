/* See session_fixture.h. */
#include "engine/inside.h"
#include "engine/base/mem.h"
#include "session_fixture.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

#include <cmocka.h>

struct engine *fixture_open_verdicts(const char *main_class, uint32_t properties,
                                     uint64_t heap_bytes, int por) {
  struct engine_options o;
  struct engine *e;
  struct error err = {0};
  const char *java = getenv("HEDDLE_JAVA");
  char *path = mem_printf("%s/verdicts", java ? java : "build/java");
  engine_options_init(&o);
  o.class_path = path;
  o.main_class = main_class;
  o.properties = properties;
  o.por = por;
  if (heap_bytes) o.heap_bytes = heap_bytes;
  if (engine_open(&o, &e, &err)) fail_msg("%s: %s", main_class, err.msg);
  free(path);
  return e;
}

struct engine *fixture_open(const char *where, const char *main_class, const char *args,
                            uint32_t properties) {
  struct engine_options o;
  struct engine *e;
  struct error err = {0};
  const char *build = getenv("HEDDLE_BUILD");
  char *path = mem_printf("%s/%s", build ? build : "build", where), *text = mem_strdup(args),
       *argv[8], *p;
  engine_options_init(&o);
  for (p = strtok(text, " "); p && o.argc < 8; p = strtok(NULL, " ")) argv[o.argc++] = p;
  o.class_path = path;
  o.main_class = main_class;
  o.argv = argv;
  o.properties = properties;
  o.keep_events = true;
  if (engine_open(&o, &e, &err)) fail_msg("%s", err.msg);
  free(path);
  free(text);
  return e;
}

static uint64_t mix_range(struct vm *vm, uint64_t seed, uint32_t from, uint32_t to) {
  return XXH3_64bits_withSeed(vm->arena.mem + from, to - from, seed);
}

/* The host creates immortal objects and keeps them, so only what was written to them is part of the
 * state. */
static uint64_t mix_immortals(struct vm *vm, uint64_t h) {
  uint32_t a;
  for (a = IMMORTAL_BASE; a < vm->arena.immortal_top; a += BLOCK_SIZE) {
    static const uint8_t none[BLOCK_SIZE * 8];
    if (memcmp(vm->arena.mem + a, vm->arena.pristine + a, BLOCK_SIZE) != 0)
      h = mix_range(vm, h ^ a, a, a + BLOCK_SIZE);
    if (memcmp(vm->arena.mem + SHADOW_OF(a), none, sizeof none) != 0)
      h = mix_range(vm, h ^ a, SHADOW_OF(a), SHADOW_OF(a + BLOCK_SIZE));
  }
  return h;
}

uint64_t fixture_memory(struct engine *e) {
  struct vm *vm = engine_vm(e);
  uint32_t bump = vm_machine(vm)->heap_bump, t;
  uint64_t h = mix_range(vm, 1, MACHINE_BASE, MACHINE_BASE + sizeof(struct machine));
  h = mix_range(vm, h, THREADS_BASE, THREADS_BASE + 16 * THREAD_SIZE);
  for (t = 0; t < 16; t++)
    h = mix_range(vm, h, STACKS_BASE + t * STACK_SIZE, STACKS_BASE + t * STACK_SIZE + 0x4000);
  h = mix_immortals(vm, h);
  h = mix_range(vm, h, HEAP_BASE, bump + 0x1000);
  return mix_range(vm, h, SHADOW_OF(HEAP_BASE), SHADOW_OF(bump + 0x1000));
}

struct fingerprint fixture_fingerprint(struct engine *e) {
  return canon_fingerprint(e->x.canon, e->x.match_h);
}

/* Returns the first THREAD_MAX choices. */
static uint32_t choices(struct engine *e, struct choice *out) {
  uint32_t n = engine_choices(e, out, THREAD_MAX);
  return n < THREAD_MAX ? n : THREAD_MAX;
}

node_id fixture_take(struct engine *e, const char *text) {
  struct choice c[THREAD_MAX];
  struct error err = {0};
  uint32_t i, n = choices(e, c);
  node_id id = NODE_NONE;
  for (i = 0; i < n && id == NODE_NONE; i++) {
    char *action = session_choice_text(e, c[i]);
    if (strstr(action, text) && engine_take(e, c[i], &id, &err)) fail_msg("%s", err.msg);
    free(action);
  }
  if (id == NODE_NONE) fail_msg("no choice '%s'", text);
  return id;
}

node_id fixture_run_to(struct engine *e, uint32_t thread, const char *text) {
  struct choice c[THREAD_MAX];
  struct error err = {0};
  uint32_t step, i, n;
  for (step = 0; step < 1000; step++) {
    node_id id;
    char *action;
    bool here;
    n = choices(e, c);
    for (i = 0; i < n && c[i].thread != thread; i++) continue;
    if (i == n) break;
    action = session_choice_text(e, c[i]);
    here = strstr(action, text) != NULL;
    free(action);
    if (engine_take(e, c[i], &id, &err)) fail_msg("%s", err.msg);
    if (here) return id;
  }
  fail_msg("T%u never came to '%s'", thread, text);
  return NODE_NONE;
}

bool fixture_random(struct engine *e, struct rng *rng) {
  struct choice c[THREAD_MAX];
  struct error err = {0};
  uint32_t n = choices(e, c);
  node_id id;
  struct node_info info;
  engine_node(e, engine_here(e), &info);
  if (!n || (info.flags & NODE_ERROR)) return false;
  if (engine_take(e, c[rng_below(rng, n)], &id, &err)) fail_msg("%s", err.msg);
  return true;
}

static void look_at_threads(struct engine *e) {
  uint32_t t, f;
  for (t = 0; t < engine_thread_count(e); t++) {
    struct thread_info ti;
    struct frame_info fi;
    assert_int_equal(engine_thread(e, t, &ti), 0);
    for (f = 0; f < ti.frames; f++) {
      assert_int_equal(engine_frame(e, t, f, &fi), 0);
      engine_frame_release(&fi);
    }
    assert_int_equal(engine_frame(e, t, ti.frames, &fi), ERR_NOTFOUND);
    engine_thread_release(&ti);
  }
}

static void look_at_h(struct engine *e) {
  struct h_matrix m;
  struct h_change *hc;
  struct error err = {0};
  uint32_t n, r, c;
  if (engine_h(e, &m, &err)) return;
  for (r = 0; r < m.rows; r++)
    for (c = 0; c < m.columns && c < 4; c++) {
      char *text;
      assert_int_equal(engine_h_why(e, m.row[r].name, m.column[c], &text, &err), 0);
      free(text);
    }
  engine_h_release(&m);
  assert_int_equal(engine_h_history(e, &hc, &n, &err), 0);
  engine_h_history_release(hc, n);
}

static void look_at_choices(struct engine *e) {
  struct choice c[THREAD_MAX];
  struct error err = {0};
  uint32_t i, n = choices(e, c);
  for (i = 0; i < n; i++) {
    struct preview p;
    assert_int_equal(engine_preview(e, c[i], &p, &err), 0);
    assert_non_null(p.action);
    engine_preview_release(&p);
  }
}

static void look_at_node(struct engine *e) {
  struct node_info info;
  struct event_info ev;
  struct error err = {0};
  char **lines, *s;
  uint32_t i;
  engine_node(e, engine_here(e), &info);
  for (i = 0; i < info.events; i++) {
    assert_int_equal(engine_event(e, info.id, i, &ev), 0);
    engine_event_release(&ev);
  }
  assert_int_equal(engine_event(e, info.id, info.events, &ev), ERR_NOTFOUND);
  assert_int_equal(engine_diff(e, NODE_ROOT, info.id, &lines, &err), 0);
  engine_lines_free(lines);
  s = engine_node_text(e, info.id);
  assert_true(*s);
  free(s);
  free(engine_output(e, info.id));
  if (engine_watch(e, "T0.args", &s, &err) == 0) free(s);
}

void fixture_look_at_all(struct engine *e) {
  look_at_threads(e);
  look_at_h(e);
  look_at_choices(e);
  look_at_node(e);
}

uint32_t fixture_check_start(struct engine *e, node_id from, struct check_options o) {
  struct error err = {0};
  uint32_t id;
  if (engine_check_start(e, from, &o, &id, &err)) fail_msg("%s", err.msg);
  return id;
}

struct check_info fixture_check_end(struct engine *e, uint32_t id) {
  struct check_info k;
  assert_int_equal(engine_check_wait(e, id, NULL), 0);
  assert_int_equal(engine_check(e, id - 1, &k), 0);
  assert_int_not_equal(k.state, CHECK_RUNNING);
  return k;
}

struct check_info fixture_check(struct engine *e, node_id from, struct check_options o) {
  return fixture_check_end(e, fixture_check_start(e, from, o));
}
