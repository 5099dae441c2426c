/* Answers the program's reads of clocks, identity hash codes and seeds as the plan prescribes. See
 * forcer.h.
 *
 * Each thread gets its answers of one source in order. The JVM also reads the clock while it loads
 * and links classes, which the engine does not; those reads get the real time. An object keeps the
 * hash code that it got; its JVMTI tag stores it. */
#include "engine/base/hash.h"
#include "trace/forcer/forcer.h"

static struct {
  jlong(JNICALL *nano_time)(JNIEnv *, jclass);
  jlong(JNICALL *millis)(JNIEnv *, jclass);
  jlong(JNICALL *adjustment)(JNIEnv *, jclass, jlong);
  jint(JNICALL *hash)(JNIEnv *, jobject);
  jint(JNICALL *identity)(JNIEnv *, jclass, jobject);
  jlong(JNICALL *map_order)(JNIEnv *, jclass);
} real;

bool answers_take(enum answer_source source, const char *of, uint64_t *out) {
  bool found = false;
  pthread_mutex_lock(&forcer.lock);
  for (size_t i = 0; i < forcer.plan.answers.len && !found; i++) {
    struct answer *a = &forcer.plan.answers.data[i];
    if (a->source != source || (int)a->thread != forcer_self()) continue;
    if (of && (!a->of || strcmp(a->of, of) != 0)) continue;
    *out = a->value;
    a->thread = UINT32_MAX; /* used */
    found = true;
  }
  pthread_mutex_unlock(&forcer.lock);
  return found;
}

static bool answers_now(void) { return forcer.begun && forcer_segment(); }

/* Is this the method `depth` frames above the native method? A class of NULL matches all. */
static bool is_caller(jint depth, const char *class_signature, const char *method) {
  jvmtiFrameInfo frame;
  char *name = NULL, *signature = NULL;
  jclass k = NULL;
  jint n = 0;
  bool same;
  (*forcer.jvmti)->GetStackTrace(forcer.jvmti, NULL, depth, 1, &frame, &n);
  if (n < 1 || (*forcer.jvmti)->GetMethodName(forcer.jvmti, frame.method, &name, NULL, NULL) ||
      (*forcer.jvmti)->GetMethodDeclaringClass(forcer.jvmti, frame.method, &k) ||
      (*forcer.jvmti)->GetClassSignature(forcer.jvmti, k, &signature, NULL))
    return false;
  same = !strcmp(name, method) && (!class_signature || !strcmp(signature, class_signature));
  (*forcer.jvmti)->Deallocate(forcer.jvmti, (unsigned char *)name);
  (*forcer.jvmti)->Deallocate(forcer.jvmti, (unsigned char *)signature);
  return same;
}

/* Does a class initialiser of the library read the clock directly? It uses the time as a seed. */
static bool asks_for_seed(void) { return is_caller(1, NULL, "<clinit>"); }

/* Random() seeds itself with seedUniquifier() ^ System.nanoTime(), in this order. Returns false if
 * it is not the caller, or if it makes the ThreadLocalRandom, which the engine makes before the
 * program. Otherwise sets *out to the time that leads to the planned seed. */
static bool random_answer(JNIEnv *env, uint64_t *out) {
  jclass random, atomic;
  jobject uniquifier;
  uint64_t seed;
  if (!answers_now() || !is_caller(1, "Ljava/util/Random;", "<init>") ||
      is_caller(2, "Ljava/util/concurrent/ThreadLocalRandom;", "<init>") ||
      !answers_take(ANSWER_RANDOM, NULL, &seed))
    return false;
  random = (*env)->FindClass(env, "java/util/Random");
  atomic = (*env)->FindClass(env, "java/util/concurrent/atomic/AtomicLong");
  uniquifier = (*env)->GetStaticObjectField(
      env, random,
      (*env)->GetStaticFieldID(env, random, "seedUniquifier",
                               "Ljava/util/concurrent/atomic/AtomicLong;"));
  *out = seed ^ (uint64_t)(*env)->CallLongMethod(env, uniquifier,
                                                 (*env)->GetMethodID(env, atomic, "get", "()J"));
  return true;
}

/* RandomSupport.initialSeed() is hash_mix(currentTimeMillis()) ^ hash_mix(nanoTime()). */
static bool asks_for_initial_seed(void) {
  return answers_now() && is_caller(1, "Ljdk/internal/util/random/RandomSupport;", "initialSeed");
}

static bool clock_answer(JNIEnv *env, enum answer_source source, uint64_t seed, uint64_t *out) {
  if (!answers_now()) return false;
  if (places_keep_house(env)) {
    *out = seed;
    return seed && asks_for_seed();
  }
  return answers_take(source, NULL, out);
}

static jlong JNICALL our_nano_time(JNIEnv *env, jclass k) {
  uint64_t value;
  if (random_answer(env, &value)) return (jlong)value;
  if (asks_for_initial_seed())
    return (jlong)hash_unmix(forcer.plan.seed_of_generators ^ hash_mix(forcer.plan.seed_millis));
  return clock_answer(env, ANSWER_NANO_TIME, forcer.plan.seed_nanos, &value)
             ? (jlong)value
             : real.nano_time(env, k);
}

static jlong JNICALL our_millis(JNIEnv *env, jclass k) {
  uint64_t value;
  if (asks_for_initial_seed()) return (jlong)forcer.plan.seed_millis;
  return clock_answer(env, ANSWER_MILLIS, forcer.plan.seed_millis, &value) ? (jlong)value
                                                                           : real.millis(env, k);
}

static jlong JNICALL our_adjustment(JNIEnv *env, jclass k, jlong offset) {
  uint64_t value;
  return clock_answer(env, ANSWER_ADJUSTMENT, 0, &value) ? (jlong)value
                                                         : real.adjustment(env, k, offset);
}

/* ---- ThreadLocalRandom ---- */

/* The number from which nextSecondarySeed makes x. */
static uint32_t before_xorshift(uint32_t x) {
  x ^= x << 5 ^ x << 10 ^ x << 15 ^ x << 20 ^ x << 25 ^ x << 30;
  x ^= x >> 17;
  return x ^ x << 13 ^ x << 26;
}

static void set_long(JNIEnv *env, jclass k, jobject o, const char *name, uint64_t value) {
  jfieldID f = (*env)->GetFieldID(env, k, name, "J");
  if (f) (*env)->SetLongField(env, o, f, (jlong)value);
  (*env)->ExceptionClear(env);
}

static void set_int(JNIEnv *env, jclass k, jobject o, const char *name, uint32_t value) {
  jfieldID f = (*env)->GetFieldID(env, k, name, "I");
  if (f) (*env)->SetIntField(env, o, f, (jint)value);
  (*env)->ExceptionClear(env);
}

void answers_give_local_random(JNIEnv *env, jobject thread, uint32_t number) {
  const struct local_random *r;
  jclass k;
  if (number >= forcer.plan.locals.len) return;
  r = &forcer.plan.locals.data[number];
  k = (*env)->FindClass(env, "java/lang/Thread");
  if (r->id) set_long(env, k, thread, "tid", r->id);
  set_long(env, k, thread, "threadLocalRandomSeed", r->seed);
  set_int(env, k, thread, "threadLocalRandomProbe", r->probe);
  set_int(env, k, thread, "threadLocalRandomSecondarySeed", before_xorshift(r->secondary));
  (*env)->DeleteLocalRef(env, k);
}

/* ---- identity hash codes ---- */

/* An object's tag is the identity hash that it was given, with a bit that distinguishes a hash of 0
 * from "no tag". */
#define HASH_BITS 0xffffffffll
#define HASH_SET (1ll << 32)

/* Returns the class of the object or, if it is a Class, its own name, as in struct answer; the
 * caller frees it. */
static char *hashed_class(JNIEnv *env, jobject object) {
  jclass k = (*env)->GetObjectClass(env, object),
         mirror = (*env)->FindClass(env, "java/lang/Class");
  char *signature = NULL, *name;
  if (mirror && (*env)->IsSameObject(env, k, mirror)) {
    (*env)->DeleteLocalRef(env, k);
    k = (*env)->NewLocalRef(env, object);
  }
  (*forcer.jvmti)->GetClassSignature(forcer.jvmti, k, &signature, NULL);
  name = mem_strdup(!signature ? "" : *signature == 'L' ? signature + 1 : signature);
  if (signature && *signature == 'L') name[strcspn(name, ";")] = 0;
  name[plan_class_length(name)] = 0;
  (*forcer.jvmti)->Deallocate(forcer.jvmti, (unsigned char *)signature);
  (*env)->DeleteLocalRef(env, k);
  (*env)->DeleteLocalRef(env, mirror);
  return name;
}

/* The class selects the answer, because the JVM also hashes objects that the engine does not hash,
 * and the other way round. */
static bool hash_answer(JNIEnv *env, jobject object, uint64_t *out) {
  char *of;
  bool found;
  if (!answers_now() || places_keep_house(env)) return false;
  of = hashed_class(env, object);
  found = answers_take(ANSWER_HASH, of, out);
  free(of);
  return found;
}

static jint JNICALL our_hash(JNIEnv *env, jobject object) {
  uint64_t value;
  jlong tag = 0;
  if (!object) return real.hash(env, object);
  (*forcer.jvmti)->GetTag(forcer.jvmti, object, &tag);
  if (tag) return (jint)(tag & HASH_BITS);
  /* a hash that the JVM has given must not change later */
  if (!hash_answer(env, object, &value)) value = (uint32_t)real.hash(env, object);
  (*forcer.jvmti)->SetTag(forcer.jvmti, object, (jlong)value | HASH_SET);
  return (jint)value;
}

static jint JNICALL our_identity_hash(JNIEnv *env, jclass system, jobject object) {
  (void)system;
  return our_hash(env, object);
}

static jlong JNICALL our_map_order(JNIEnv *env, jclass k) {
  (void)env, (void)k;
  return (jlong)forcer.plan.seed_of_map_order;
}

const struct replaced_native answer_natives[] = {
    {"JVM_NanoTime", &real.nano_time, (void (*)(void))our_nano_time},
    {"JVM_CurrentTimeMillis", &real.millis, (void (*)(void))our_millis},
    {"JVM_GetNanoTimeAdjustment", &real.adjustment, (void (*)(void))our_adjustment},
    {"JVM_IHashCode", &real.hash, (void (*)(void))our_hash},
    {"Java_java_lang_System_identityHashCode", &real.identity, (void (*)(void))our_identity_hash},
    {"Java_jdk_internal_misc_CDS_getRandomSeedForDumping", &real.map_order,
     (void (*)(void))our_map_order},
    {NULL, NULL, NULL},
};
