/* Private to the probes: the functions behind the helper class's methods, declared for the table
 * that binds them. */
#ifndef HEDDLE_RECORDER_PROBES_H
#define HEDDLE_RECORDER_PROBES_H

#include "trace/recorder/agent.h"

/* A value as an event holds it. */
union value_bits {
  jint i;
  jlong j;
  jfloat f;
  jdouble d;
  uint32_t u;
  uint64_t bits;
};
static inline uint64_t bits_I(JNIEnv *env, jint v) {
  (void)env;
  return (uint64_t)(int64_t)v;
}
static inline uint64_t bits_J(JNIEnv *env, jlong v) {
  (void)env;
  return (uint64_t)v;
}
static inline uint64_t bits_F(JNIEnv *env, jfloat v) {
  (void)env;
  return (union value_bits){.f = v}.u;
}
static inline uint64_t bits_D(JNIEnv *env, jdouble v) {
  (void)env;
  return (union value_bits){.d = v}.bits;
}
static inline uint64_t bits_A(JNIEnv *env, jobject v) { return object_id(env, v); }

/* What every probe begins with: the thread, or nothing to do. */
#define PROBE_ENTER_THREAD(t) \
  struct rthread *t = thread_self(env); \
  (void)cls; \
  if (!t) return; \
  t->probes++

extern void *const probe_functions[PROBE_COUNT];

#define PROBE_CATEGORIES(X) X(I, jint) X(J, jlong) X(F, jfloat) X(D, jdouble) X(A, jobject)

void JNICALL probe_GET(JNIEnv *env, jclass cls, jobject o, jint site);
void JNICALL probe_GETS(JNIEnv *env, jclass cls, jint site);
void JNICALL probe_LOAD(JNIEnv *env, jclass cls, jobject o, jint index, jint site);
void JNICALL probe_DONE(JNIEnv *env, jclass cls, jint site);
void JNICALL probe_ENTER(JNIEnv *env, jclass cls, jobject o, jint site);
void JNICALL probe_EXIT(JNIEnv *env, jclass cls, jobject o, jint site);
void JNICALL probe_CALL(JNIEnv *env, jclass cls, jobject o, jint site);
void JNICALL probe_CALL_T(JNIEnv *env, jclass cls, jobject o, jlong time, jint site);
void JNICALL probe_RET(JNIEnv *env, jclass cls, jobject o, jint site);
void JNICALL probe_MARK(JNIEnv *env, jclass cls, jint site);
void JNICALL probe_MARK_A(JNIEnv *env, jclass cls, jobject o, jint site);
void JNICALL probe_NOISE(JNIEnv *env, jclass cls);
#define DECLARE(c, type) \
  void JNICALL probe_GOT_##c(JNIEnv *env, jclass cls, type v, jint site); \
  void JNICALL probe_PUT_##c(JNIEnv *env, jclass cls, jobject o, type v, jint site); \
  void JNICALL probe_PUTS_##c(JNIEnv *env, jclass cls, type v, jint site); \
  void JNICALL probe_STORE_##c(JNIEnv *env, jclass cls, jobject o, jint index, type v, jint s); \
  void JNICALL probe_RET_##c(JNIEnv *env, jclass cls, type v, jobject o, jint site);
PROBE_CATEGORIES(DECLARE)
#undef DECLARE

#endif
