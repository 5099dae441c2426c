/* Sets breakpoints on the places of the plan, and ends segments when they are hit. See forcer.h.
 *
 * A visit of a place counts only if the program causes it. The JVM executes the library's loaders,
 * linkers and class initialisers at points where the engine does not, so hits below such a frame do
 * not count (as in engine/session/segments.c). */
#include "engine/base/clock.h"
#include "engine/classfile/insn.h"
#include "trace/forcer/forcer.h"
#include "trace/recorder/agent.h"

/* A loop may pass a place very often, in segments of hangs for example. So many visits are progress
 * as a switch is. */
enum { PROGRESS_VISITS = 1000 };

/* ---- setting breakpoints ---- */

static bool has_signature(const char *signature, const char *class_name) {
  size_t n = strlen(class_name);
  return signature[0] == 'L' && !strncmp(signature + 1, class_name, n) && signature[n + 1] == ';' &&
         !signature[n + 2];
}

/* Does an instruction of the method begin there? In a class that has changed since the plan was
 * made, a breakpoint elsewhere would overwrite an operand, and the JVM does not check. */
static bool begins_instruction(jmethodID method, jlocation at) {
  unsigned char *code = NULL;
  jint n = 0, pc = 0, length = 1;
  if ((*forcer.jvmti)->GetBytecodes(forcer.jvmti, method, &n, &code)) return false;
  while (pc < at && pc < n && length > 0) {
    length = insn_length(code, (uint32_t)n, (uint32_t)pc);
    pc += length;
  }
  (*forcer.jvmti)->Deallocate(forcer.jvmti, code);
  return pc == at && at < n;
}

static void set_in(jmethodID method, const char *want_name, const char *want_descriptor,
                   jlocation at) {
  char *name = NULL, *descriptor = NULL;
  if ((*forcer.jvmti)->GetMethodName(forcer.jvmti, method, &name, &descriptor, NULL)) return;
  if (!strcmp(name, want_name) && !strcmp(descriptor, want_descriptor) &&
      begins_instruction(method, at))
    /* fails if it is already set, which is harmless */
    (*forcer.jvmti)->SetBreakpoint(forcer.jvmti, method, at);
  (*forcer.jvmti)->Deallocate(forcer.jvmti, (unsigned char *)name);
  (*forcer.jvmti)->Deallocate(forcer.jvmti, (unsigned char *)descriptor);
}

/* The recorder may have moved the method's instructions. `signature` is the class's. */
static jlocation position(const char *signature, const char *name, const char *descriptor,
                          uint32_t bci) {
  return forcer.records ? (jlocation)site_position(signature, name, descriptor, bci)
                        : (jlocation)bci;
}

void places_set(jclass k, const char *signature, const char *name, const char *descriptor,
                uint32_t bci) {
  jlocation at = position(signature, name, descriptor, bci);
  jmethodID *methods = NULL;
  jint n = 0;
  if ((*forcer.jvmti)->GetClassMethods(forcer.jvmti, k, &n, &methods)) return;
  for (jint i = 0; i < n; i++) set_in(methods[i], name, descriptor, at);
  (*forcer.jvmti)->Deallocate(forcer.jvmti, (unsigned char *)methods);
}

/* The JVM does not report when virtual threads begin and end, except to agents that support all of
 * them. Here each is bound to a thread of the system (forced_jvm_options); it begins with
 * BoundVirtualThread.run and ends with Thread.exit. */
#define BOUND_VIRTUAL "Ljava/lang/ThreadBuilders$BoundVirtualThread;"

static void set_in_virtual_threads(JNIEnv *env, jclass bound) {
  jclass thread = (*env)->FindClass(env, "java/lang/Thread");
  places_set(bound, BOUND_VIRTUAL, "run", "()V", 0);
  if (thread) places_set(thread, "Ljava/lang/Thread;", "exit", "()V", 0);
}

static const char main_descriptor[] = "([Ljava/lang/String;)V";

static void set_all_in(JNIEnv *env, jclass k) {
  char *signature = NULL;
  if ((*forcer.jvmti)->GetClassSignature(forcer.jvmti, k, &signature, NULL)) return;
  for (size_t i = 0; i < forcer.plan.segments.len; i++) {
    const struct segment *s = &forcer.plan.segments.data[i];
    if (s->class_name && has_signature(signature, s->class_name))
      places_set(k, signature, s->method, s->descriptor, s->bci);
  }
  for (size_t i = 0; i < forcer.plan.first.len; i++)
    if (has_signature(signature, forcer.plan.first.data[i]))
      places_set(k, signature, "<clinit>", "()V", 0);
  if (has_signature(signature, forcer.plan.main_class))
    places_set(k, signature, "main", main_descriptor, 0);
  returns_set_in(k, signature);
  environment_set_in(env, k, signature);
  if (!strcmp(signature, BOUND_VIRTUAL)) set_in_virtual_threads(env, k);
  (*forcer.jvmti)->Deallocate(forcer.jvmti, (unsigned char *)signature);
}

void JNICALL places_on_prepare(jvmtiEnv *jvmti, JNIEnv *env, jthread thread, jclass k) {
  (void)jvmti, (void)thread;
  set_all_in(env, k);
}

void places_begin(JNIEnv *env) {
  jclass *classes = NULL;
  jint n = 0, status;
  if ((*forcer.jvmti)->GetLoadedClasses(forcer.jvmti, &n, &classes)) return;
  for (jint i = 0; i < n; i++) {
    if (!(*forcer.jvmti)->GetClassStatus(forcer.jvmti, classes[i], &status) &&
        status & JVMTI_CLASS_STATUS_PREPARED)
      set_all_in(env, classes[i]);
    (*env)->DeleteLocalRef(env, classes[i]);
  }
  (*forcer.jvmti)->Deallocate(forcer.jvmti, (unsigned char *)classes);
}

/* ---- hits ---- */

struct place_names {
  char *class_name, *method, *descriptor; /* class_name is the class's signature */
};

static bool names_of(JNIEnv *env, jmethodID method, struct place_names *out) {
  jclass k = NULL;
  *out = (struct place_names){0};
  if ((*forcer.jvmti)->GetMethodDeclaringClass(forcer.jvmti, method, &k)) return false;
  (*forcer.jvmti)->GetClassSignature(forcer.jvmti, k, &out->class_name, NULL);
  (*forcer.jvmti)->GetMethodName(forcer.jvmti, method, &out->method, &out->descriptor, NULL);
  (*env)->DeleteLocalRef(env, k);
  return out->class_name && out->method && out->descriptor;
}

static void names_release(struct place_names *n) {
  (*forcer.jvmti)->Deallocate(forcer.jvmti, (unsigned char *)n->class_name);
  (*forcer.jvmti)->Deallocate(forcer.jvmti, (unsigned char *)n->method);
  (*forcer.jvmti)->Deallocate(forcer.jvmti, (unsigned char *)n->descriptor);
}

static bool is_library(const char *signature) {
  static const char *const packages[] = {"Ljava/", "Ljdk/", "Lsun/", "Ljavax/", "Lcom/sun/"};
  for (size_t i = 0; i < COUNT(packages); i++)
    if (!strncmp(signature, packages[i], strlen(packages[i]))) return true;
  return false;
}

bool places_of_program(jmethodID method) {
  jclass k = NULL;
  char *signature = NULL;
  bool program;
  if ((*forcer.jvmti)->GetMethodDeclaringClass(forcer.jvmti, method, &k) ||
      (*forcer.jvmti)->GetClassSignature(forcer.jvmti, k, &signature, NULL))
    return false;
  program = !is_library(signature);
  (*forcer.jvmti)->Deallocate(forcer.jvmti, (unsigned char *)signature);
  return program;
}

/* Does the class prepare method or var handles? Handles are native in the engine. The frames of a
 * handle itself may call the library for the program; all other code of java.lang.invoke prepares
 * handles. */
static bool prepares_handles(const char *signature) {
  static const char package[] = "Ljava/lang/invoke/";
  const char *name = signature + sizeof package - 1;
  return !strncmp(signature, package, sizeof package - 1) &&
         strncmp(name, "LambdaForm$", 11) != 0 && !strstr(name, "$Holder;");
}

/* Does the method look for the providers of a service? In the engine it is native. */
static bool finds_providers(const struct place_names *n) {
  return !strncmp(n->class_name, "Ljava/util/ServiceLoader$", 25) &&
         (!strcmp(n->method, "nextProviderClass") || !strcmp(n->method, "iteratorFor"));
}

static bool keeps_house(const struct place_names *n) {
  return !strcmp(n->method, "<clinit>") || !strcmp(n->class_name, "Ljava/lang/ClassLoader;") ||
         !strncmp(n->class_name, "Ljdk/internal/loader/", 21) || prepares_handles(n->class_name) ||
         finds_providers(n);
}

bool places_keep_house(JNIEnv *env) {
  enum { FRAMES = 200 };
  jvmtiFrameInfo frames[FRAMES];
  jint n = 0;
  bool found = false, program = false;
  (*forcer.jvmti)->GetStackTrace(forcer.jvmti, NULL, 0, FRAMES, frames, &n);
  for (jint i = 0; i < n && !found && !program; i++) {
    struct place_names names;
    if (names_of(env, frames[i].method, &names)) {
      program = !is_library(names.class_name);
      found = !program && keeps_house(&names);
    }
    names_release(&names);
  }
  return found;
}

static bool ends_at_place(const struct segment *s) {
  return s->end == SEGMENT_PLACE || s->end == SEGMENT_ACCESS;
}

static bool is_place(const struct segment *s, const struct place_names *n, jlocation at) {
  return s->class_name && !strcmp(s->method, n->method) && !strcmp(s->descriptor, n->descriptor) &&
         has_signature(n->class_name, s->class_name) &&
         position(n->class_name, n->method, n->descriptor, s->bci) == at;
}

bool places_have_values(JNIEnv *env, const jvmtiFrameInfo *frame,
                        const struct place_values *values) {
  const struct segment s = {.class_name = values->class_name,
                            .method = values->method,
                            .descriptor = values->descriptor,
                            .bci = values->bci};
  struct place_names names;
  bool same = names_of(env, frame->method, &names) && is_place(&s, &names, frame->location);
  names_release(&names);
  return same;
}

/* Does the program begin here? It begins with the first class initialiser of main's class or its
 * superclasses, or with main. */
static bool begins(const struct place_names *n, jlocation at) {
  if (at != position(n->class_name, n->method, n->descriptor, 0)) return false;
  if (!strcmp(n->method, "<clinit>"))
    for (size_t i = 0; i < forcer.plan.first.len; i++)
      if (has_signature(n->class_name, forcer.plan.first.data[i])) return true;
  return !strcmp(n->method, "main") && !strcmp(n->descriptor, main_descriptor) &&
         has_signature(n->class_name, forcer.plan.main_class);
}

static void places_arrive(JNIEnv *env, const struct segment *s) {
  bool last;
  pthread_mutex_lock(&forcer.lock);
  last = ++forcer.visits == s->visits;
  if (forcer.visits % PROGRESS_VISITS == 0) forcer.progressed = clock_seconds();
  pthread_mutex_unlock(&forcer.lock);
  if (!last) return;
  if (s->end == SEGMENT_ACCESS) {
    forcer_access();
    return;
  }
  values_compare(env, s);
  forcer_advance(env);
  forcer_hold(env);
}

/* Handles the begin and the end of a virtual thread. Returns whether the place is one of these. */
static bool is_virtual_edge(JNIEnv *env, jthread thread, const struct place_names *n) {
  int self = forcer_self();
  if (self == NOT_FORCED && !strcmp(n->class_name, BOUND_VIRTUAL)) {
    forcer_thread_begins(env, thread);
    self = forcer_self();
    if (self != NOT_FORCED) forcer.threads[self].bound = true;
    return true;
  }
  if (self == NOT_FORCED || !forcer.threads[self].bound || strcmp(n->method, "exit") != 0 ||
      strcmp(n->class_name, "Ljava/lang/Thread;") != 0)
    return false;
  forcer_thread_ends(env);
  return true;
}

void JNICALL places_on_breakpoint(jvmtiEnv *jvmti, JNIEnv *env, jthread thread, jmethodID method,
                                  jlocation location) {
  const struct segment *s = forcer_segment();
  struct place_names names;
  (void)jvmti;
  if (!s && forcer_self() != NOT_FORCED && !forcer.threads[forcer_self()].bound) return;
  if (names_of(env, method, &names) && !is_virtual_edge(env, thread, &names) && s) {
    if (!forcer.begun && begins(&names, location)) {
      forcer.begun = true;
      answers_give_local_random(env, thread, 0);
    }
    if (forcer.begun && location == 0)
      returns_at(env, thread, names.class_name, names.method, names.descriptor);
    if (forcer.begun && ends_at_place(s) && is_place(s, &names, location) &&
        !places_keep_house(env))
      places_arrive(env, s);
  }
  names_release(&names);
}

/* ---- behind a wait for a class initialiser ---- */

void places_stop_behind_wait(void) {
  jthread self = forcer.threads[forcer_self()].object;
  (*forcer.jvmti)
      ->SetEventNotificationMode(forcer.jvmti, JVMTI_ENABLE, JVMTI_EVENT_SINGLE_STEP, self);
}

/* Until its segment ends, the thread is on its way to the wait: it may load the class. */
void JNICALL places_on_step(jvmtiEnv *jvmti, JNIEnv *env, jthread thread, jmethodID method,
                            jlocation location) {
  const struct segment *s = forcer_segment();
  (void)method, (void)location;
  if ((s && s->end == SEGMENT_BLOCKS) || (!s && places_keep_house(env))) return;
  (*jvmti)->SetEventNotificationMode(jvmti, JVMTI_DISABLE, JVMTI_EVENT_SINGLE_STEP, thread);
  if (!s) forcer_hold(env);
}
