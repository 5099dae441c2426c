/* Records the inputs of the run, that is, data that the program reads from outside, so that a
 * replay can supply them again (engine/vm/given.h).
 *
 * Native methods of the library that query the JVM are bound to the functions of this file instead.
 * These query the JVM as before, and record the result with the innermost location in the program's
 * own code. This also covers queries made by java.time, Collections.shuffle or a HashMap. Clock
 * readings that the library makes for its own waits are not recorded. Inputs that existed before
 * the program began (the clocks, and the salt of Set.of and Map.of) are written first. Compiled
 * code must not bypass these methods with intrinsics (record.c). */
#include "trace/recorder/probes.h"

#include "engine/base/hash.h"

#include <dlfcn.h>
#include <pthread.h>
#include <time.h>

/* ---- writing ---- */

static void put(struct rthread *t, unsigned kind, const char *text, uint64_t value,
                uint32_t location) {
  struct trace_event e = {.kind = (uint8_t)kind,
                          .location = location,
                          .type = 'J',
                          .value = value,
                          .text = row_string(text)};
  emit(t, &e);
}

/* Returns the calling thread if its inputs are recorded now; NULL for a thread of the JVM, or while
 * the agent itself runs Java code. */
static struct rthread *running(void) {
  struct rthread *t = agent_live() ? thread_self_known() : NULL;
  return t && !t->in_agent ? t : NULL;
}

/* The kind of method that has called the native method now running. */
enum asker {
  ASKS_NOBODY,
  ASKS_LIBRARY,
  ASKS_LINKER,
  ASKS_CLOCK,
  ASKS_RANDOM,
  ASKS_SEED,
  ASKS_PROGRAM
};

static bool starts(const char *s, const char *with) { return !strncmp(s, with, strlen(with)); }

static enum asker asker_named(const char *signature, const char *method) {
  static const char *const clocks[] = {"Ljava/time/", "Ljava/util/Date;", "Ljava/util/Calendar",
                                       "Ljava/util/GregorianCalendar"};
  for (size_t i = 0; i < COUNT(clocks); i++)
    if (starts(signature, clocks[i])) return ASKS_CLOCK;
  if (starts(signature, "Ljava/lang/invoke/") || starts(signature, "Ljdk/") ||
      starts(signature, "Lsun/"))
    return !strcmp(method, "initialSeed") ? ASKS_SEED : ASKS_LINKER;
  if (!strcmp(signature, "Ljava/util/Random;") && !strcmp(method, "<init>")) return ASKS_RANDOM;
  return ASKS_LIBRARY;
}

static enum asker asker_of(JNIEnv *env, jmethodID method) {
  jclass k = NULL;
  char *signature = NULL, *name = NULL;
  enum asker who = ASKS_LIBRARY;
  if (method_is_users(env, method)) return ASKS_PROGRAM;
  if ((*agent.jvmti)->GetMethodDeclaringClass(agent.jvmti, method, &k)) return ASKS_NOBODY;
  if (!(*agent.jvmti)->GetClassSignature(agent.jvmti, k, &signature, NULL) &&
      !(*agent.jvmti)->GetMethodName(agent.jvmti, method, &name, NULL, NULL))
    who = asker_named(signature, name);
  (*agent.jvmti)->Deallocate(agent.jvmti, (unsigned char *)signature);
  (*agent.jvmti)->Deallocate(agent.jvmti, (unsigned char *)name);
  (*env)->DeleteLocalRef(env, k);
  return who;
}

static enum asker asker(JNIEnv *env) {
  jvmtiFrameInfo frames[2];
  jint n = 0;
  (*agent.jvmti)->GetStackTrace(agent.jvmti, NULL, 0, COUNT(frames), frames, &n);
  return n == COUNT(frames) ? asker_of(env, frames[1].method) : ASKS_NOBODY;
}

/* ---- clocks and seeds ---- */

static struct {
  jlong(JNICALL *nano_time)(JNIEnv *, jclass);
  jlong(JNICALL *millis)(JNIEnv *, jclass);
  jlong(JNICALL *adjustment)(JNIEnv *, jclass, jlong);
  jint(JNICALL *hash)(JNIEnv *, jobject);
  jint(JNICALL *identity)(JNIEnv *, jclass, jobject);
  jint(JNICALL *processors)(JNIEnv *, jobject);
  jlong(JNICALL *memory[3])(JNIEnv *, jobject);
  jint(JNICALL *read_bytes)(JNIEnv *, jobject, jbyteArray, jint, jint);
} real;

static struct {
  jclass random, system;
  jfieldID uniquifier, seed, value, stream_fd, fd;
  jfieldID local_seed, thread_id;
  jmethodID get_property;
} java;

/* Records the seed of a new Random. Its constructor combines the clock with the uniquifier, which
 * it has just updated. */
static void random_seeded(JNIEnv *env, struct rthread *t, uint64_t now) {
  jobject u = (*env)->GetStaticObjectField(env, java.random, java.uniquifier);
  put(t, TRACE_EV_INPUT_SEED, "Random", (uint64_t)(*env)->GetLongField(env, u, java.value) ^ now,
      thread_location(env));
  (*env)->DeleteLocalRef(env, u);
}

void input_random_made(JNIEnv *env, struct rthread *t, jobject random, const struct site *s) {
  static const uint64_t multiplier = 0x5DEECE66Du, mask = (UINT64_C(1) << 48) - 1;
  jobject seed = java.random ? (*env)->GetObjectField(env, random, java.seed) : NULL;
  if (!seed) return;
  put(t, TRACE_EV_INPUT_SEED, "Random.seed",
      ((uint64_t)(*env)->GetLongField(env, seed, java.value) ^ multiplier) & mask, s->location);
  (*env)->DeleteLocalRef(env, seed);
}

void input_local_random(struct rthread *t, JNIEnv *env, const struct site *s) {
  jthread self = NULL;
  if (t->local_random || !java.local_seed || !java.thread_id) return;
  t->local_random = true;
  if ((*agent.jvmti)->GetCurrentThread(agent.jvmti, &self)) return;
  put(t, TRACE_EV_INPUT_SEED, "threadId", (uint64_t)(*env)->GetLongField(env, self, java.thread_id),
      0);
  put(t, TRACE_EV_INPUT_SEED, "ThreadLocalRandom",
      (uint64_t)(*env)->GetLongField(env, self, java.local_seed), s->location);
  (*env)->DeleteLocalRef(env, self);
}

static void clock_read(JNIEnv *env, const char *source, uint64_t value) {
  struct rthread *t = running();
  if (!t) return;
  switch (asker(env)) {
    case ASKS_PROGRAM:
    case ASKS_CLOCK: put(t, TRACE_EV_INPUT_CLOCK, source, value, thread_location(env)); break;
    case ASKS_RANDOM:
      if (java.random) random_seeded(env, t, value);
      break;
    /* initialSeed combines both clocks, nanoTime last. */
    case ASKS_SEED:
      if (!strcmp(source, "nanoTime"))
        put(t, TRACE_EV_INPUT_SEED, "initialSeed", hash_mix(t->millis) ^ hash_mix(value),
            thread_location(env));
      else
        t->millis = value;
      break;
    default: break;
  }
}

static jlong JNICALL nano_time(JNIEnv *env, jclass k) {
  jlong v = real.nano_time(env, k);
  clock_read(env, "nanoTime", (uint64_t)v);
  return v;
}

static jlong JNICALL millis(JNIEnv *env, jclass k) {
  jlong v = real.millis(env, k);
  clock_read(env, "currentTimeMillis", (uint64_t)v);
  return v;
}

/* Records the wall clock. The JVM returns the nanoseconds since `offset` seconds after the epoch,
 * or -1 if the difference is too large. */
static jlong JNICALL adjustment(JNIEnv *env, jclass k, jlong offset) {
  jlong v = real.adjustment(env, k, offset);
  if (v != -1) clock_read(env, "wallClock", (uint64_t)(offset * 1000000000 + v));
  return v;
}

/* ---- hash codes, the host ---- */

static jint hashed(JNIEnv *env, jobject o, jint v) {
  struct rthread *t = o ? running() : NULL;
  uint32_t location;
  if (!t || asker(env) == ASKS_LINKER || !object_first_hashed(o)) return v;
  location = thread_location(env);
  if (!location) return v;
  struct trace_event e = {.kind = TRACE_EV_INPUT_HASH,
                          .location = location,
                          .object = object_id(env, o),
                          .type = 'I',
                          .value = (uint64_t)(int64_t)v};
  if ((*env)->IsInstanceOf(env, o, agent.class_class)) e.ref = class_id(env, o);
  emit(t, &e);
  return v;
}

static jint JNICALL hash_code(JNIEnv *env, jobject o) { return hashed(env, o, real.hash(env, o)); }
static jint JNICALL identity_hash_code(JNIEnv *env, jclass k, jobject o) {
  return hashed(env, o, real.identity(env, k, o));
}

static uint64_t of_host(JNIEnv *env, const char *what, uint64_t value) {
  struct rthread *t = running();
  if (t && asker(env) == ASKS_PROGRAM)
    put(t, TRACE_EV_INPUT_HOST, what, value, thread_location(env));
  return value;
}

static jint JNICALL processors(JNIEnv *env, jobject o) {
  return (jint)of_host(env, "availableProcessors", (uint64_t)real.processors(env, o));
}
#define MEMORY(i, name) \
  static jlong JNICALL name(JNIEnv *env, jobject o) { \
    return (jlong)of_host(env, #name, (uint64_t)real.memory[i](env, o)); \
  }
MEMORY(0, freeMemory)
MEMORY(1, totalMemory)
MEMORY(2, maxMemory)

/* ---- standard input ---- */

static void encode(struct text *t, const unsigned char *s, size_t n) {
  for (size_t i = 0; i < n; i++)
    if (s[i] > ' ' && s[i] < 127 && s[i] != '%')
      text_add(t, (const char *)&s[i], 1);
    else
      text_printf(t, "%%%02X", s[i]);
}

static void stdin_read(JNIEnv *env, struct rthread *t, jbyteArray a, jint off, jint n) {
  unsigned char *bytes = mem_alloc((size_t)n + 1);
  struct text text = {0};
  (*env)->GetByteArrayRegion(env, a, off, n, (jbyte *)bytes);
  encode(&text, bytes, (size_t)n);
  put(t, TRACE_EV_INPUT_STDIN, text.s, (uint64_t)n, thread_location(env));
  text_release(&text);
  free(bytes);
}

static jint JNICALL read_bytes(JNIEnv *env, jobject o, jbyteArray a, jint off, jint len) {
  jint n = real.read_bytes(env, o, a, off, len);
  struct rthread *t = (*env)->ExceptionCheck(env) || n <= 0 ? NULL : running();
  if (!t || !java.stream_fd || !java.fd) return n;
  jobject fd = (*env)->GetObjectField(env, o, java.stream_fd);
  if (fd && (*env)->GetIntField(env, fd, java.fd) == 0) stdin_read(env, t, a, off, n);
  (*env)->DeleteLocalRef(env, fd);
  return n;
}

/* ---- environment and properties: each name is recorded once, when first read ---- */

static struct {
  pthread_mutex_t lock;
  VEC(char *) names;
} asked = {.lock = PTHREAD_MUTEX_INITIALIZER};

static bool first_asked(char kind, const char *name) {
  bool first = true;
  pthread_mutex_lock(&asked.lock);
  for (size_t i = 0; i < asked.names.len && first; i++)
    first = asked.names.data[i][0] != kind || strcmp(asked.names.data[i] + 1, name) != 0;
  if (first) *vec_push(&asked.names) = mem_printf("%c%s", kind, name);
  pthread_mutex_unlock(&asked.lock);
  return first;
}

static void put_environment(struct rthread *t, const struct site *s, const char *entry) {
  char *name = mem_printf("%.*s", (int)strcspn(entry, "="), entry);
  if (strchr(entry, '=') && first_asked('E', name))
    put(t, TRACE_EV_INPUT_ENVIRONMENT, entry, 0, s->location);
  free(name);
}

void input_environment(JNIEnv *env, struct rthread *t, jobject name, const struct site *s) {
  extern char **environ;
  const char *key = name ? (*env)->GetStringUTFChars(env, name, NULL) : NULL;
  if (!key) {
    for (char **e = environ; *e; e++) put_environment(t, s, *e);
    return;
  }
  const char *value = getenv(key);
  char *entry = mem_printf("%s=%s", key, value ? value : "");
  if (value) put_environment(t, s, entry);
  free(entry);
  (*env)->ReleaseStringUTFChars(env, name, key);
}

void input_property(JNIEnv *env, struct rthread *t, jobject name, const struct site *s) {
  const char *key = name && java.get_property ? (*env)->GetStringUTFChars(env, name, NULL) : NULL;
  if (!key) return;
  if (*key && first_asked('P', key)) {
    jstring value = java_static(env, java.system, java.get_property, name);
    const char *text = value ? (*env)->GetStringUTFChars(env, value, NULL) : NULL;
    char *entry = text ? mem_printf("%s=%s", key, text) : mem_strdup(key);
    put(t, TRACE_EV_INPUT_PROPERTY, entry, 0, s->location);
    free(entry);
    if (text) (*env)->ReleaseStringUTFChars(env, value, text);
    (*env)->DeleteLocalRef(env, value);
  }
  (*env)->ReleaseStringUTFChars(env, name, key);
}

/* ---- setting up ---- */

/* Returns whether the class, method or field looked up last is missing in this release of the JDK.
 * If so, clears the exception. */
static bool gone(JNIEnv *env) {
  if (!(*env)->ExceptionCheck(env)) return false;
  (*env)->ExceptionClear(env);
  return true;
}

static jclass inputs_class(JNIEnv *env, const char *name) {
  jclass k = (*env)->FindClass(env, name);
  return gone(env) || !k ? NULL : (*env)->NewGlobalRef(env, k);
}

static jfieldID inputs_field(JNIEnv *env, const char *owner, const char *name, const char *desc) {
  jclass k = inputs_class(env, owner);
  jfieldID f = k ? (*env)->GetFieldID(env, k, name, desc) : NULL;
  return gone(env) ? NULL : f;
}

static void find_java(JNIEnv *env) {
  jclass random = inputs_class(env, "java/util/Random");
  java.system = inputs_class(env, "java/lang/System");
  java.get_property = (*env)->GetStaticMethodID(env, java.system, "getProperty",
                                                "(Ljava/lang/String;)Ljava/lang/String;");
  java.uniquifier = (*env)->GetStaticFieldID(env, random, "seedUniquifier",
                                             "Ljava/util/concurrent/atomic/AtomicLong;");
  if (gone(env)) java.uniquifier = NULL;
  java.seed =
      inputs_field(env, "java/util/Random", "seed", "Ljava/util/concurrent/atomic/AtomicLong;");
  java.value = inputs_field(env, "java/util/concurrent/atomic/AtomicLong", "value", "J");
  if (java.uniquifier && java.seed && java.value) java.random = random;
  java.local_seed = inputs_field(env, "java/lang/Thread", "threadLocalRandomSeed", "J");
  java.thread_id = inputs_field(env, "java/lang/Thread", "tid", "J");
  java.stream_fd = inputs_field(env, "java/io/FileInputStream", "fd", "Ljava/io/FileDescriptor;");
  java.fd = inputs_field(env, "java/io/FileDescriptor", "fd", "I");
}

/* a native method to be replaced, identified by the function that the JVM binds to it */
struct taken {
  const char *symbol;
  bool in_java; /* the function is in libjava, otherwise in libjvm */
  unsigned kind;
  void *ours;
  void *real; /* the original function is stored here */
};
#define OURS(f) (void *)(f)
static const struct taken natives[] = {
    {"JVM_NanoTime", false, TRACE_EV_INPUT_CLOCK, OURS(nano_time), &real.nano_time},
    {"JVM_CurrentTimeMillis", false, TRACE_EV_INPUT_CLOCK, OURS(millis), &real.millis},
    {"JVM_GetNanoTimeAdjustment", false, TRACE_EV_INPUT_CLOCK, OURS(adjustment), &real.adjustment},
    {"Java_jdk_internal_misc_VM_getNanoTimeAdjustment", true, TRACE_EV_INPUT_CLOCK,
     OURS(adjustment), &real.adjustment},
    {"JVM_IHashCode", false, TRACE_EV_INPUT_HASH, OURS(hash_code), &real.hash},
    {"Java_java_lang_System_identityHashCode", true, TRACE_EV_INPUT_HASH, OURS(identity_hash_code),
     &real.identity},
    {"Java_java_lang_Runtime_availableProcessors", true, TRACE_EV_INPUT_HOST, OURS(processors),
     &real.processors},
    {"Java_java_lang_Runtime_freeMemory", true, TRACE_EV_INPUT_HOST, OURS(freeMemory),
     &real.memory[0]},
    {"Java_java_lang_Runtime_totalMemory", true, TRACE_EV_INPUT_HOST, OURS(totalMemory),
     &real.memory[1]},
    {"Java_java_lang_Runtime_maxMemory", true, TRACE_EV_INPUT_HOST, OURS(maxMemory),
     &real.memory[2]},
    {"Java_java_io_FileInputStream_readBytes", true, TRACE_EV_INPUT_STDIN, OURS(read_bytes),
     &real.read_bytes},
};

void *input_native(void *address, void *next) {
  void *library = dlopen("libjava.so", RTLD_LAZY | RTLD_NOLOAD), *ours = NULL;
  for (size_t i = 0; i < COUNT(natives) && !ours; i++) {
    const struct taken *n = &natives[i];
    if (!agent_records(n->kind) || (n->in_java && !library) ||
        address != dlsym(n->in_java ? library : RTLD_DEFAULT, n->symbol))
      continue;
    memcpy(n->real, &next, sizeof next);
    ours = n->ours;
  }
  if (library) dlclose(library);
  return ours;
}

static void put_salt(JNIEnv *env, struct rthread *t) {
  jclass k = inputs_class(env, "java/util/ImmutableCollections");
  jfieldID f = k ? (*env)->GetStaticFieldID(env, k, "SALT32L", "J") : NULL;
  if (!gone(env) && f)
    put(t, TRACE_EV_INPUT_SEED, "salt", (uint64_t)(*env)->GetStaticLongField(env, k, f), 0);
}

void inputs_begin(JNIEnv *env, struct rthread *t) {
  struct timespec wall;
  find_java(env);
  if (agent_records(TRACE_EV_INPUT_CLOCK) && real.nano_time) {
    clock_gettime(CLOCK_REALTIME, &wall);
    put(t, TRACE_EV_INPUT_CLOCK, "wallClock",
        (uint64_t)wall.tv_sec * 1000000000 + (uint64_t)wall.tv_nsec, 0);
    put(t, TRACE_EV_INPUT_CLOCK, "nanoTime", (uint64_t)real.nano_time(env, NULL), 0);
  }
  if (agent_records(TRACE_EV_INPUT_SEED)) put_salt(env, t);
}
