/* Reads lanes from the engine's path, and recognises java.util.concurrent locks on it. recorded.c
 * reads lanes of a trace. */
#include "tui/views/lanes/read.h"

#include <stdlib.h>
#include <string.h>

#include "engine/base/check.h"
#include "engine/base/hash.h"
#include "tui/views/lanes/locks.h"

/* ---- java.util.concurrent locks ---- */

/* The engine executes the locks' real code, so it reports accesses to the field that holds their
 * state. Lanes show these accesses as lock operations. */

static const char field[] = ".state";
/* Classes (with their nested classes) whose state counts how often one thread holds the lock. Locks
 * that several threads can hold at once are shown as variables. */
static const char *const owned[] = {"java.util.concurrent.locks.ReentrantLock$"};

size_t lanes_lock_name(const char *object) {
  size_t n = strlen(object), i;
  if (n < sizeof field || strcmp(object + n - (sizeof field - 1), field) != 0) return 0;
  for (i = 0; i < COUNT(owned); i++)
    if (!strncmp(object, owned[i], strlen(owned[i]))) return n - (sizeof field - 1);
  return 0;
}

static uint64_t lanes_key(const char *object, bool lock);

static struct lanes_lock *lock_of(struct lanes_locks *l, const char *object) {
  uint64_t key = lanes_key(object, true);
  struct lanes_lock *k;
  for (k = l->locks.data; k < l->locks.data + l->locks.len; k++)
    if (k->key == key) return k;
  k = vec_push(&l->locks);
  k->key = key;
  k->held = false;
  return k;
}

enum lane_op lanes_lock_op(struct lanes_locks *l, const char *object, const char *value,
                           enum lane_op op) {
  struct lanes_lock *k;
  bool held;
  if (op != LANE_WRITE || !lanes_lock_name(object)) return op;
  k = lock_of(l, object);
  held = strcmp(value, "0") != 0;
  if (held == k->held) return op; /* a nested acquisition or release */
  k->held = held;
  return held ? LANE_LOCK : LANE_UNLOCK;
}

void lanes_locks_release(struct lanes_locks *l) { vec_free(&l->locks); }

/* ---- events of the path ---- */

static const struct {
  uint8_t op, sync;
} lanes_ops[] = {
    [EVENT_OTHER] = {LANE_OTHER, LANE_PLAIN},
    [EVENT_READ] = {LANE_READ, LANE_PLAIN},
    [EVENT_WRITE] = {LANE_WRITE, LANE_PLAIN},
    [EVENT_VOLATILE_READ] = {LANE_READ, LANE_SYNC},
    [EVENT_VOLATILE_WRITE] = {LANE_WRITE, LANE_SYNC},
    [EVENT_ATOMIC] = {LANE_WRITE, LANE_UPDATE},
    [EVENT_BULK_READ] = {LANE_READ, LANE_PLAIN},
    [EVENT_BULK_WRITE] = {LANE_WRITE, LANE_PLAIN},
    [EVENT_LOCK] = {LANE_LOCK, LANE_PLAIN},
    [EVENT_UNLOCK] = {LANE_UNLOCK, LANE_PLAIN},
    [EVENT_WAIT] = {LANE_WAIT, LANE_PLAIN},
    [EVENT_NOTIFY] = {LANE_NOTIFY, LANE_PLAIN},
    [EVENT_PARK] = {LANE_PARK, LANE_PLAIN},
    [EVENT_UNPARK] = {LANE_UNPARK, LANE_PLAIN},
    [EVENT_START] = {LANE_START, LANE_PLAIN},
    [EVENT_JOIN] = {LANE_JOIN, LANE_PLAIN},
    [EVENT_BEGIN] = {LANE_BEGIN, LANE_PLAIN},
    [EVENT_END] = {LANE_END, LANE_PLAIN},
};

/* Returns the key of a lock or variable for lanes of a path, computed from its name. Never 0. */
static uint64_t lanes_key(const char *object, bool lock) {
  uint64_t h = lock;
  for (; *object; object++) h = hash_mix(h ^ (unsigned char)*object) + 1;
  return h | 1;
}

static uint32_t path_lane(struct lanes *l, struct engine *e, uint32_t thread) {
  struct thread_info t;
  char *name;
  uint32_t lane;
  memset(&t, 0, sizeof t);
  if (engine_thread(e, thread, &t)) memset(&t, 0, sizeof t);
  name = t.name ? mem_strdup(t.name) : mem_printf("T%u", thread);
  lane = lanes_lane(l, thread, name);
  engine_thread_release(&t);
  free(name);
  return lane;
}

/* Joins a stale read, the last event, to the write that it returned. */
static void path_older(struct lanes *l, const struct lanes_source *s, struct lanes_step read) {
  struct lanes_step write;
  size_t i = s->steps.len;
  uint32_t event;
  if (!engine_older_write(s->engine, read.node, read.index, &write.node, &write.index)) return;
  while (i-- > 0 && (s->steps.data[i].node != write.node || s->steps.data[i].index != write.index))
    continue;
  event = i < s->steps.len ? lanes_event_from(l, i) : LANE_NONE;
  if (event < l->events.len && l->events.data[event].source == i) lanes_older(l, event);
}

static void path_event(struct lanes *l, struct lanes_source *s, struct lanes_locks *locks,
                       const struct event_info *e, struct lanes_step step) {
  uint32_t lane = path_lane(l, s->engine, e->thread), other = LANE_NONE, n;
  enum lane_op op = lanes_ops[e->kind].op;
  enum lane_sync sync = lanes_ops[e->kind].sync;
  bool memory, lock;
  if (e->value) op = lanes_lock_op(locks, e->object, e->value, op);
  if (e->behind) sync = LANE_OLDER;
  memory = op == LANE_READ || op == LANE_WRITE;
  lock = op == LANE_LOCK || op == LANE_UNLOCK || op == LANE_WAIT || op == LANE_NOTIFY;
  if (e->other != UINT32_MAX) other = path_lane(l, s->engine, e->other);
  n = lanes_add(l, lane, op, (memory || lock) && *e->object ? lanes_key(e->object, lock) : 0, other,
                (uint32_t)s->steps.len, sync);
  *vec_push(&s->steps) = step;
  if (e->behind && n != LANE_NONE) path_older(l, s, step);
  if (e->h_effect & H_CHANGES && n != LANE_NONE) *vec_push(&l->changes) = n;
}

/* Marks the threads that cannot run here. */
static void path_blocked(struct lanes *l, struct lanes_source *s) {
  uint32_t i;
  for (i = 0; i < engine_thread_count(s->engine); i++) {
    struct thread_info t;
    memset(&t, 0, sizeof t);
    if (engine_thread(s->engine, i, &t)) continue;
    if (!t.enabled && t.life != LIFE_ENDED) lanes_blocked(l, path_lane(l, s->engine, i));
    engine_thread_release(&t);
  }
}

/* Adds the error at the end of the path. Marks the threads that cannot run, before and after adding
 * it. */
static void path_end(struct lanes *l, struct lanes_source *s, node_id end) {
  struct node_info node;
  struct violation_info v;
  if (engine_node(s->engine, end, &node)) return;
  path_blocked(l, s);
  if (node.flags & NODE_ERROR && !engine_violation(s->engine, end, &v)) {
    if (v.property == PROP_RACE) lanes_race_of(l, path_lane(l, s->engine, v.thread));
    lanes_add(l, path_lane(l, s->engine, v.thread), LANE_ERROR, 0, LANE_NONE,
              (uint32_t)s->steps.len, LANE_PLAIN);
    *vec_push(&s->steps) = (struct lanes_step){end, UINT32_MAX};
  }
  path_blocked(l, s);
}

void lanes_read_path(struct lanes *l, struct lanes_source *s, node_id end, bool library) {
  uint32_t n = engine_path(s->engine, end, NULL, 0), i, k;
  node_id *ids = mem_alloc((n + 1) * sizeof *ids);
  struct lanes_locks locks = {0};
  engine_path(s->engine, end, ids, n);
  s->steps.len = 0;
  path_lane(l, s->engine, 0);
  for (i = 0; i < n; i++) {
    struct node_info node;
    if (engine_node(s->engine, ids[i], &node)) continue;
    for (k = 0; k < node.events; k++) {
      struct event_info e;
      if (engine_event(s->engine, ids[i], k, &e)) continue;
      if (library || !e.internal) path_event(l, s, &locks, &e, (struct lanes_step){ids[i], k});
      engine_event_release(&e);
    }
  }
  free(ids);
  lanes_locks_release(&locks);
  path_end(l, s, end);
}

/* ---- texts about an event ---- */

static char *recorded_text(const struct lanes_source *s, const struct lane_event *e, char what) {
  struct trace_event ev;
  struct text t = {0};
  text_add(&t, "", 0);
  if (trace_reader_event(s->trace, e->source, &ev, NULL)) return t.s;
  if (what == 'k') text_puts(&t, trace_kind_name(ev.kind) ? trace_kind_name(ev.kind) : "?");
  if (what == 'p' && ev.location) trace_name_location(s->trace, ev.location, &t);
  if (what == 'v' && ev.type && ev.type != 's') trace_name_value(s->trace, ev.type, ev.value, &t);
  if (what == 'o') {
    trace_name_variable(s->trace, &ev, &t);
    if (!t.len && trace_kind_ref(ev.kind) == TRACE_REF_THREAD)
      trace_title_thread(s->trace, ev.ref, &t);
    if (!t.len && ev.kind == TRACE_EV_ERROR)
      text_puts(&t, trace_reader_string(s->trace, ev.text, NULL));
    if (!t.len && ev.object) trace_name_object(s->trace, ev.object, &t);
  }
  return t.s;
}

static char *error_text(const struct lanes_source *s, node_id n, char what) {
  struct violation_info v;
  if (engine_violation(s->engine, n, &v) || what == 'v') return mem_strdup("");
  return mem_strdup(what == 'k'   ? "error"
                    : what == 'o' ? v.message ? v.message : v.kind
                    : v.location  ? v.location
                                  : "");
}

/* Returns "Bank.java:12", or as much of it as is known. Caller frees. */
static char *event_place(const struct event_info *ev) {
  const char *file = ev->file ? ev->file : ev->class_name ? ev->class_name : "";
  return ev->line > 0 ? mem_printf("%s:%d", file, ev->line) : mem_strdup(file);
}

/* Returns a text about an event: its object ('o'), value ('v'), kind ('k') or place ('p'). Caller
 * frees. */
static char *lanes_text(const struct lanes_source *s, const struct lane_event *e, char what) {
  struct lanes_step step;
  struct event_info ev;
  char *text;
  if (s->trace) return recorded_text(s, e, what);
  CHECK(e->source < s->steps.len, "an event of the path has a step: %u of %zu", e->source,
        s->steps.len);
  step = s->steps.data[e->source];
  if (step.index == UINT32_MAX) return error_text(s, step.node, what);
  if (engine_event(s->engine, step.node, step.index, &ev)) return mem_strdup("");
  text = what == 'p' ? event_place(&ev)
                     : mem_strdup(what == 'o'   ? ev.object
                                  : what == 'v' ? ev.value
                                                : ev.op);
  engine_event_release(&ev);
  return text;
}

uint64_t lanes_place_key(const struct lanes_source *s, const struct lane_event *e) {
  struct trace_event recorded;
  struct lanes_step step;
  struct event_info ev;
  uint64_t key;
  if (s->trace)
    return trace_reader_event(s->trace, e->source, &recorded, NULL) ? 0 : recorded.location;
  CHECK(e->source < s->steps.len, "an event with a place has a step: %u of %zu", e->source,
        s->steps.len);
  step = s->steps.data[e->source];
  if (step.index == UINT32_MAX || engine_event(s->engine, step.node, step.index, &ev)) return 0;
  key = lanes_key(ev.class_name, false) ^ hash_mix((uint32_t)ev.line);
  engine_event_release(&ev);
  return key;
}

char *lanes_object_text(const struct lanes_source *s, const struct lane_event *e) {
  return lanes_text(s, e, 'o');
}
char *lanes_track_text(const struct lanes *l, const struct lanes_source *s, uint32_t track) {
  const struct lane_track *t = &l->tracks.data[track];
  char *name = lanes_object_text(s, &l->events.data[t->named_by]);
  size_t n = t->lock ? lanes_lock_name(name) : 0;
  if (n) name[n] = 0;
  return name;
}
char *lanes_value_text(const struct lanes_source *s, const struct lane_event *e) {
  return lanes_text(s, e, 'v');
}
char *lanes_kind_text(const struct lanes_source *s, const struct lane_event *e) {
  return lanes_text(s, e, 'k');
}
char *lanes_place_text(const struct lanes_source *s, const struct lane_event *e) {
  return lanes_text(s, e, 'p');
}
