/* Declares the functions that implement the helper class's native methods, and what they share. */
#ifndef HEDDLE_RECORDER_PROBES_H
#define HEDDLE_RECORDER_PROBES_H

#include "trace/recorder/agent.h"

/* A value, and the bits that an event stores for it. */
union value_bits {
  jint i;
  jlong j;
  jfloat f;
  jdouble d;
  uint32_t u;
  uint64_t bits;
};
static inline uint64_t bits_I(JNIEnv *env, struct rthread *t, jint v) {
  (void)env, (void)t;
  return (uint64_t)(int64_t)v;
}
static inline uint64_t bits_J(JNIEnv *env, struct rthread *t, jlong v) {
  (void)env, (void)t;
  return (uint64_t)v;
}
static inline uint64_t bits_F(JNIEnv *env, struct rthread *t, jfloat v) {
  (void)env, (void)t;
  return (union value_bits){.f = v}.u;
}
static inline uint64_t bits_D(JNIEnv *env, struct rthread *t, jdouble v) {
  (void)env, (void)t;
  return (union value_bits){.d = v}.bits;
}
static inline uint64_t bits_A(JNIEnv *env, struct rthread *t, jobject v) {
  return met_object(env, t, v);
}

/* Begins a probe: sets `t` to the calling thread, or returns while nothing is recorded. */
#define PROBE_ENTER_THREAD(t) \
  struct rthread *t = thread_self(env); \
  (void)cls; \
  if (!t) return; \
  t->probes++

#define PROBE_CATEGORIES(X) X(I, jint) X(J, jlong) X(F, jfloat) X(D, jdouble) X(A, jobject)

#define SELF JNIEnv *env, jclass cls
#define PROBE(id, name, desc, params) void JNICALL probe_##id params;
#include "trace/recorder/probes.def"
#undef PROBE
#undef SELF

#endif
