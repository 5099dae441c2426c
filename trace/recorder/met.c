/* A cache of the objects that a thread has recently met, by address. Reading a JVMTI tag takes a
 * lock and a change of the thread's state, which costs more than the rest of an event.
 *
 * An object's address is read from its handle. It identifies the object as long as no object is
 * moved or freed. The supported collectors do that only in pauses (met_begin), and JVMTI reports
 * the beginning of each pause before anything moves. A cache entry is therefore valid for one
 * epoch, the time between the beginnings of two pauses. An address is trusted if the epoch was the
 * same before and after reading the handle and no pause was in progress. Probes run in native
 * state, so a pause may begin and end at any moment here. */
#include "trace/recorder/agent.h"

static struct {
  uint64_t number; /* atomic; incremented at the beginning of a pause */
  /* atomic; number of pauses in progress, plus one if addresses can never be trusted */
  int pauses;
} epoch = {.pauses = 1};

void met_begin(void) {
  if (jvm_flag("UseG1GC") || jvm_flag("UseSerialGC") || jvm_flag("UseParallelGC"))
    __atomic_fetch_sub(&epoch.pauses, 1, __ATOMIC_SEQ_CST);
}

void JNICALL met_on_pause(jvmtiEnv *jvmti) {
  (void)jvmti;
  __atomic_fetch_add(&epoch.pauses, 1, __ATOMIC_SEQ_CST);
  __atomic_fetch_add(&epoch.number, 1, __ATOMIC_SEQ_CST);
}

void JNICALL met_on_pause_end(jvmtiEnv *jvmti) {
  (void)jvmti;
  __atomic_fetch_sub(&epoch.pauses, 1, __ATOMIC_SEQ_CST);
}

/* Returns the object's address in epoch *number, or 0 if it is uncertain. */
static uintptr_t met_place(jobject o, uint64_t *number) {
  *number = __atomic_load_n(&epoch.number, __ATOMIC_ACQUIRE);
  if (__atomic_load_n(&epoch.pauses, __ATOMIC_ACQUIRE)) return 0;
  uintptr_t place = __atomic_load_n((const uintptr_t *)(const void *)o, __ATOMIC_RELAXED);
  __atomic_thread_fence(__ATOMIC_ACQUIRE);
  return __atomic_load_n(&epoch.number, __ATOMIC_RELAXED) == *number ? place : 0;
}

static struct met_object *met_slot(struct rthread *t, uintptr_t place) {
  return &t->met[((place * 0x9e3779b97f4a7c15ull) >> 32) % MET_OBJECTS];
}

/* Returns the cache entry of the address, or NULL if there is none. */
static const struct met_object *met_find(struct rthread *t, uintptr_t place, uint64_t number) {
  const struct met_object *m = met_slot(t, place);
  return place && m->place == place && m->epoch == number ? m : NULL;
}

static void met_keep(struct rthread *t, uintptr_t place, uint64_t number, uint32_t id,
                     int32_t length) {
  if (place) *met_slot(t, place) = (struct met_object){place, number, id, length};
}

uint32_t met_object(JNIEnv *env, struct rthread *t, jobject o) {
  uint64_t number;
  if (!o) return 0;
  uintptr_t place = met_place(o, &number);
  const struct met_object *m = met_find(t, place, number);
  if (m) return m->id;
  uint32_t id = object_id(env, o);
  met_keep(t, place, number, id, MET_NO_LENGTH);
  return id;
}

/* A class's id as an object and its id as a class have different cache entries. The latter's
 * address is made odd; real addresses are even. */
uint32_t met_class(JNIEnv *env, struct rthread *t, jclass k) {
  uint64_t number;
  uintptr_t place = met_place(k, &number);
  if (place) place |= 1;
  const struct met_object *m = met_find(t, place, number);
  if (m) return m->id;
  uint32_t id = class_id(env, k);
  met_keep(t, place, number, id, MET_NO_LENGTH);
  return id;
}

bool met_element(JNIEnv *env, struct rthread *t, jobject a, int32_t index, uint32_t *id) {
  uint64_t number;
  if (!a || index < 0) return false;
  uintptr_t place = met_place(a, &number);
  const struct met_object *m = met_find(t, place, number);
  if (m && m->length != MET_NO_LENGTH) {
    *id = m->id;
    return index < m->length;
  }
  int32_t length = (*env)->GetArrayLength(env, a);
  if (index >= length) return false;
  *id = object_id(env, a);
  met_keep(t, place, number, *id, length);
  return true;
}
