/* Probes of field and array accesses. One probe runs before the instruction and one after it, with
 * the variable's lock held in between (order.c).
 *
 * A read is recorded after the instruction, with the value that was read; a write before it, with
 * the value to be written. Both are recorded under the lock, so the numbers of conflicting accesses
 * have the real order. A store of a reference into an array may still fail its type check, so that
 * write is recorded after the instruction, under the same lock.
 *
 * An access that will throw (null, index out of range) takes no lock and is not recorded. If an
 * access throws for any other reason, the JVM's exception event releases the lock at once
 * (access_abort). */
#include "engine/base/check.h"
#include "trace/recorder/probes.h"

void emit(struct rthread *t, struct trace_event *e) {
  if (!agent_records(e->kind)) return;
  e->thread = t->id;
  live_emit(agent.live, t->buffer, e);
}

void access_abort(struct rthread *t) {
  for (int i = 0; i < t->access_count; i++) {
    order_unlock(t->accesses[i].stripe);
    t->accesses[i].stripe = -1;
    t->accesses[i].aborted = true;
  }
}

static struct trace_event access_event(const struct site *s, unsigned kind,
                                       const struct pending_access *p) {
  return (struct trace_event){.kind = (uint8_t)kind,
                              .location = s->location,
                              .object = p->object,
                              .index = p->index,
                              .ref = __atomic_load_n(&s->ref, __ATOMIC_RELAXED),
                              .flags = __atomic_load_n(&s->flags, __ATOMIC_RELAXED)};
}

static bool is_array(const struct site *s) {
  return s->kind == SITE_AREAD || s->kind == SITE_AWRITE;
}

/* Takes the variable's lock and notes the pending access. Returns NULL if too many accesses are
 * pending. */
static struct pending_access *probes_access_begin(struct rthread *t, uint32_t number,
                                                  const struct site *s, uint32_t object,
                                                  int32_t index) {
  while (t->access_count && t->accesses[t->access_count - 1].aborted) t->access_count--;
  if (t->access_count == PENDING_ACCESSES) return NULL;
  struct pending_access *p = &t->accesses[t->access_count];
  *p = (struct pending_access){.site = number, .object = object, .index = index, .stripe = -1};
  /* An access is pending already if linking its instruction runs other code of the program. This
   * one takes no lock, because a thread must never wait while it holds one. */
  if (!t->access_count++) p->stripe = order_lock(object, is_array(s) ? 0 : s->ref, index);
  return p;
}

/* Removes the pending access of this site and stores it in *out. Returns false if there is none. */
static bool end(struct rthread *t, uint32_t number, struct pending_access *out) {
  while (t->access_count) {
    *out = t->accesses[--t->access_count];
    INVARIANT(!t->access_count || out->stripe < 0,
              "only the first pending access of a thread has a lock: %d", t->access_count);
    if (out->site == number) return true;
    order_unlock(out->stripe);
  }
  return false;
}

static void begin_read(struct rthread *t, uint32_t id, jint index, jint number) {
  const struct site *s = site_get((uint32_t)number);
  unsigned before = is_array(s) ? TRACE_EV_AREAD_BEFORE : TRACE_EV_READ_BEFORE;
  struct pending_access p = {.object = id, .index = index};
  struct trace_event e = access_event(s, before, &p);
  emit(t, &e);
  noise(t); /* other threads may run between the read's two events (trace/analysis/atomrace.c) */
  probes_access_begin(t, (uint32_t)number, s, id, index);
}

static void end_read(struct rthread *t, jint number, uint64_t value) {
  struct pending_access p;
  const struct site *s = site_get((uint32_t)number);
  if (!end(t, (uint32_t)number, &p)) return;
  struct trace_event e =
      access_event(s, is_array(s) ? TRACE_EV_AREAD_AFTER : TRACE_EV_READ_AFTER, &p);
  e.type = s->type;
  e.value = value;
  emit(t, &e);
  order_unlock(p.stripe);
}

static void write_event(struct rthread *t, const struct site *s, unsigned kind,
                        const struct pending_access *p, uint64_t value) {
  struct trace_event e = access_event(s, kind, p);
  e.type = s->type;
  e.value = value;
  emit(t, &e);
}

static void begin_write(struct rthread *t, uint32_t id, jint index, uint64_t value, jint number) {
  const struct site *s = site_get((uint32_t)number);
  noise(t);
  struct pending_access *p = probes_access_begin(t, (uint32_t)number, s, id, index);
  if (!p) return;
  p->value = value;
  if (is_array(s) && s->type == 'L') return;
  write_event(t, s, is_array(s) ? TRACE_EV_AWRITE_BEFORE : TRACE_EV_WRITE_BEFORE, p, value);
}

void JNICALL probe_DONE(JNIEnv *env, jclass cls, jint number) {
  PROBE_ENTER_THREAD(t);
  struct pending_access p;
  const struct site *s = site_get((uint32_t)number);
  if (!end(t, (uint32_t)number, &p)) return;
  if (is_array(s) && s->type == 'L') write_event(t, s, TRACE_EV_AWRITE_BEFORE, &p, p.value);
  order_unlock(p.stripe);
  unsigned after = is_array(s) ? TRACE_EV_AWRITE_AFTER : TRACE_EV_WRITE_AFTER;
  if (agent_records(after)) noise(t);
  write_event(t, s, after, &p, p.value);
}

/* Finds the field that the site accesses, and returns the id of the accessed object (0 for a static
 * field). */
static uint32_t owner(JNIEnv *env, struct rthread *t, jobject o, jint site) {
  site_resolve(env, site_get((uint32_t)site), o);
  return met_object(env, t, o);
}

void JNICALL probe_GET(JNIEnv *env, jclass cls, jobject o, jint site) {
  PROBE_ENTER_THREAD(t);
  if (o) begin_read(t, owner(env, t, o, site), 0, site);
}

void JNICALL probe_GETS(JNIEnv *env, jclass cls, jint site) {
  PROBE_ENTER_THREAD(t);
  begin_read(t, owner(env, t, NULL, site), 0, site);
}

void JNICALL probe_LOAD(JNIEnv *env, jclass cls, jobject o, jint index, jint site) {
  PROBE_ENTER_THREAD(t);
  uint32_t id;
  if (met_element(env, t, o, index, &id)) begin_read(t, id, index, site);
}

#define ACCESS_PROBES(c, type) \
  void JNICALL probe_GOT_##c(JNIEnv *env, jclass cls, type v, jint site) { \
    PROBE_ENTER_THREAD(t); \
    end_read(t, site, bits_##c(env, t, v)); \
  } \
  void JNICALL probe_PUT_##c(JNIEnv *env, jclass cls, jobject o, type v, jint site) { \
    PROBE_ENTER_THREAD(t); \
    if (o) begin_write(t, owner(env, t, o, site), 0, bits_##c(env, t, v), site); \
  } \
  void JNICALL probe_PUTS_##c(JNIEnv *env, jclass cls, type v, jint site) { \
    PROBE_ENTER_THREAD(t); \
    begin_write(t, owner(env, t, NULL, site), 0, bits_##c(env, t, v), site); \
  } \
  void JNICALL probe_STORE_##c(JNIEnv *env, jclass cls, jobject o, jint index, type v, \
                               jint site) { \
    PROBE_ENTER_THREAD(t); \
    uint32_t id; \
    if (met_element(env, t, o, index, &id)) begin_write(t, id, index, bits_##c(env, t, v), site); \
  }
PROBE_CATEGORIES(ACCESS_PROBES)
