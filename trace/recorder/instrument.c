/* Instruments the program's classes as they are loaded, and the chosen classes of the library when
 * the recording begins, because many of them are loaded before. Defines the helper class whose
 * methods the inserted code calls. */
#include "engine/env/environment.h"
#include "trace/recorder/probes.h"

static const JNINativeMethod methods[PROBE_COUNT] = {
#define PROBE(id, name, desc, params) {(char *)name, (char *)desc, (void *)probe_##id},
#include "trace/recorder/probes.def"
#undef PROBE
};

int helper_define(JNIEnv *env) {
  uint8_t *bytes;
  size_t len;
  probe_class(&bytes, &len);
  jclass k = (*env)->DefineClass(env, HELPER_CLASS, NULL, (const jbyte *)bytes, (jsize)len);
  free(bytes);
  return k && !(*env)->RegisterNatives(env, k, methods, PROBE_COUNT) ? 0 : -1;
}

/* Is it a class that the JDK generates at run time? Such classes are in modules that cannot access
 * the helper class. */
static bool is_generated(const char *name) {
  return !strncmp(name, "jdk/", 4) || !strncmp(name, "com/sun/proxy/", 14) ||
         !strncmp(name, "java/", 5);
}

static bool chosen(const char *name) {
  if (recorder_wants_anyway(&agent.options, name)) return true;
  char *dotted = mem_strdup(name);
  mem_exchange(dotted, '/', '.');
  bool yes = recorder_wants_class(&agent.options, dotted);
  free(dotted);
  return yes;
}

static void note_left_alone(uint32_t class_row, const char *reason) {
  live_emit(agent.live, NULL,
            &(struct trace_event){
                .kind = TRACE_EV_NOT_INSTRUMENTED, .ref = class_row, .text = row_string(reason)});
}

/* Drops the positions of moved instructions, because the class is not rewritten after all and keeps
 * its bytecode indices. `loader` is as in row_class. */
static void forget_moves(const char *loader, const struct class_file *cf) {
  for (uint16_t i = 0; i < cf->method_count; i++)
    site_map((void *)(uintptr_t)loader, cf, &cf->methods[i], NULL, 0);
}

static bool is_marked(void *loader, const struct class_file *cf, const struct method_info *mi,
                      uint32_t bci) {
  (void)loader;
  return recorder_marks(&agent.options, cf->name->s, mi->name->s, mi->desc->s, bci);
}

static int rewrite(const char *loader, const struct class_file *cf, const uint8_t *data, size_t len,
                   uint8_t **out, size_t *out_len, struct error *err) {
  struct rewrite_options o = {.events = agent.options.events,
                              .noise = agent.options.noise > 0,
                              .site = site_new,
                              .moved = site_map,
                              .marks = is_marked,
                              .arg = (void *)(uintptr_t)loader};
  /* then only the marked instructions get events BLOCK */
  if (agent.options.marks.len) event_forget(&o.events, TRACE_EV_BLOCK);
  return class_rewrite(data, len, cf, &o, out, out_len, err);
}

static void instrument(const char *loader, const char *name, const uint8_t *data, size_t len,
                       uint8_t **out, size_t *out_len) {
  struct error err = {0};
  struct pool pool;
  struct symtab *syms = symtab_new();
  struct class_file *cf;
  pool_init(&pool);
  if (class_parse(data, len, name, &pool, syms, &cf, &err)) {
    note_left_alone(row_class(name, loader, NULL, 0), err.msg);
  } else {
    uint32_t row = row_class(cf->name->s, loader, cf->hash, cf->flags);
    if (!chosen(cf->name->s)) {
      note_left_alone(row, "excluded");
    } else if (rewrite(loader, cf, data, len, out, out_len, &err)) {
      forget_moves(loader, cf);
      note_left_alone(row, err.msg);
    }
  }
  pool_release(&pool);
  symtab_free(syms);
}

static bool is_of_program(JNIEnv *env, jobject loader, const char *name) {
  return loader && !is_generated(name) && (*env)->IsSameObject(env, loader, agent.app_loader);
}

/* Returns the name of the class's loader, as in row_class. */
static const char *loader_word(JNIEnv *env, jobject loader) {
  if (!loader) return NULL;
  return (*env)->IsSameObject(env, loader, agent.app_loader) ? "app" : "other";
}

/* The classes that heddle makes to call a component (heddle env) are none of the program's. A JVM
 * would verify them once they have been changed, which they do not pass (env/environment_copy.c).
 */
static bool is_of_environment(const char *name) {
  return !strncmp(name, ENVIRONMENT_MAIN, strlen(ENVIRONMENT_MAIN));
}

void JNICALL instrument_on_load(jvmtiEnv *jvmti, JNIEnv *env, jclass redefined, jobject loader,
                                const char *name, jobject domain, jint len,
                                const unsigned char *data, jint *new_len,
                                unsigned char **new_data) {
  uint8_t *out = NULL;
  size_t out_len = 0;
  (void)redefined, (void)domain;
  if (!agent_live() || !name || is_of_environment(name)) return;
  if (!recorder_wants_anyway(&agent.options, name) && !is_of_program(env, loader, name)) return;
  instrument(loader_word(env, loader), name, data, (size_t)len, &out, &out_len);
  if (out && !(*jvmti)->Allocate(jvmti, (jlong)out_len, new_data)) {
    memcpy(*new_data, out, out_len);
    *new_len = (jint)out_len;
  }
  free(out);
}

/* A class of the library calls the helper class, which is in the unnamed module of the bootstrap
 * loader, so its module must read that one. */
static bool let_read_helper(JNIEnv *env, jclass k) {
  jclass helper = (*env)->FindClass(env, HELPER_CLASS);
  return helper && !(*agent.jvmti)
                        ->AddModuleReads(agent.jvmti, (*env)->GetModule(env, k),
                                         (*env)->GetModule(env, helper));
}

/* Returns a class of the bootstrap loader, or NULL. */
static jclass library_class(JNIEnv *env, const char *name) {
  char *dotted = mem_strdup(name);
  mem_exchange(dotted, '/', '.');
  jstring text = (*env)->NewStringUTF(env, dotted);
  free(dotted);
  return java_static(env, agent.class_class, agent.for_name, text, JNI_FALSE, NULL);
}

void instrument_library(JNIEnv *env) {
  for (size_t i = 0; i < agent.options.classes.len; i++) {
    const char *name = agent.options.classes.data[i];
    jclass k = library_class(env, name);
    if (!k) continue; /* a class of another loader, which is instrumented when it is loaded */
    if (!let_read_helper(env, k) || (*agent.jvmti)->RetransformClasses(agent.jvmti, 1, &k))
      note_left_alone(row_class(name, NULL, NULL, 0), "the JVM does not let the agent change it");
    (*env)->DeleteLocalRef(env, k);
  }
}
