/* The native methods of heddle.Environment in a forced run (engine/env/environment.h). The engine's
 * are in engine/natives/test/environment.c. What the engine chose, or found out about a value, is
 * an answer of the plan; the records of the calls are kept here as in the engine. See forcer.h. */
#include "engine/env/environment.h"
#include "engine/vm/sched/call_record.h"
#include "trace/forcer/forcer.h"
#include "trace/forcer/results.h"

#define OBJECT "Ljava/lang/Object;"

static jint answer_or(const char *of, jint otherwise) {
  uint64_t value;
  return answers_take(ANSWER_CHOSEN, of, &value) ? (jint)value : otherwise;
}

static jint JNICALL our_choose(JNIEnv *env, jclass k, jint n) {
  (void)env, (void)k, (void)n;
  return answer_or(ENVIRONMENT_MAIN ".choose(I)I", 0);
}

static jint JNICALL our_shape(JNIEnv *env, jclass k, jobject value) {
  (void)env, (void)k, (void)value;
  return answer_or(ENVIRONMENT_SHAPE, SHAPE_NONE);
}

/* A combination of calls that was found is no mirror, and the model is not what failed. */
static jboolean JNICALL our_is_mirror(JNIEnv *env, jclass k, jintArray programs) {
  (void)env, (void)k, (void)programs;
  return JNI_FALSE;
}

static jboolean JNICALL our_is_model(JNIEnv *env, jclass k) {
  (void)env, (void)k;
  return JNI_FALSE;
}

/* Between enter and leave the engine takes no scheduling choices. The plan has none there. */
static void JNICALL our_section(JNIEnv *env, jclass k) { (void)env, (void)k; }

/* Adds to the counts of the calls that began (low half) and ended (high half). Returns the counts
 * before. */
static jlong add_counts(JNIEnv *env, jlongArray log, jlong add) {
  jlong before = 0, after;
  (*env)->GetLongArrayRegion(env, log, 0, 1, &before);
  after = before + add;
  (*env)->SetLongArrayRegion(env, log, 0, 1, &after);
  return before;
}

static jint JNICALL our_began(JNIEnv *env, jclass k, jlongArray log, jint call, jlong ended,
                              jlong begun) {
  const jlong entry[] = {call, ended, begun};
  uint32_t n = (uint32_t)add_counts(env, log, 1);
  (void)k;
  (*env)->SetLongArrayRegion(env, log, (jsize)record_call(n), COUNT(entry), entry);
  return (jint)n + 1;
}

static jint JNICALL our_gave(JNIEnv *env, jclass k, jlongArray log, jobjectArray gave,
                             jobject value, jint how) {
  uint32_t n = (uint32_t)(add_counts(env, log, 1ll << 32) >> 32);
  jlong entry = 0;
  (void)k;
  (*env)->GetLongArrayRegion(env, log, (jsize)record_call(n), 1, &entry);
  entry |= (jlong)how << 32;
  (*env)->SetLongArrayRegion(env, log, (jsize)record_call(n), 1, &entry);
  (*env)->SetObjectArrayElement(env, gave, (jsize)n, value);
  return (jint)n + 1;
}

/* Called when everything else has ended. The plan is not made for results that change after their
 * calls, so nothing has to be copied again. */
static jobject JNICALL our_kept(JNIEnv *env, jclass k, jobjectArray all) {
  struct text t = {0};
  (void)k;
  if (forcer.plan.failure.results) {
    results_text(env, all, &t);
    outcome_results(t.s);
    text_release(&t);
  }
  return NULL;
}

static void JNICALL our_again(JNIEnv *env, jclass k, jobjectArray all, jobject copy) {
  (void)env, (void)k, (void)all, (void)copy;
}

struct own_native {
  const char *name, *descriptor;
  void (*code)(void);
};

static const struct own_native natives[] = {
    {"choose", "(I)I", (void (*)(void))our_choose},
    {"shape", "(" OBJECT ")I", (void (*)(void))our_shape},
    {"isMirror", "([I)Z", (void (*)(void))our_is_mirror},
    {"isModel", "()Z", (void (*)(void))our_is_model},
    {"enter", "()V", (void (*)(void))our_section},
    {"leave", "()V", (void (*)(void))our_section},
    {"began", "([JIJJ)I", (void (*)(void))our_began},
    {"gave", "([J[" OBJECT OBJECT "I)I", (void (*)(void))our_gave},
    {"kept", "([" OBJECT ")" OBJECT, (void (*)(void))our_kept},
    {"again", "([" OBJECT OBJECT ")V", (void (*)(void))our_again},
};

/* The class declares only the methods that it needs. */
void environment_set_in(JNIEnv *env, jclass k, const char *signature) {
  if (strcmp(signature, "L" ENVIRONMENT_MAIN ";") != 0) return;
  for (size_t i = 0; i < COUNT(natives); i++) {
    JNINativeMethod m = {.name = (char *)natives[i].name,
                         .signature = (char *)natives[i].descriptor};
    memcpy(&m.fnPtr, &natives[i].code, sizeof m.fnPtr);
    if ((*env)->RegisterNatives(env, k, &m, 1)) (*env)->ExceptionClear(env);
  }
}
