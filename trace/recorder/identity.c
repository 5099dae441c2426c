/* Ids of objects and classes, stored in JVMTI tags, which an object keeps as long as it lives.
 *
 * The low half of a tag is the object's id in the trace. The high half of a class mirror's tag is
 * the id of the class. The highest bit says that the object's hash code was recorded. Ids are
 * assigned once, in the order of first use, and never change. */
#include "trace/recorder/agent.h"

#include <pthread.h>
#include <stdio.h>

#define CLASS_HALF (0x7fffffffull << 32)
#define HASHED_BIT (1ull << 63)

static pthread_mutex_t tag_lock = PTHREAD_MUTEX_INITIALIZER;
static uint64_t tags_set; /* atomic; number of tags set so far, incremented under the lock */

static uint64_t tag_of(jobject o) {
  jlong tag = 0;
  (*agent.jvmti)->GetTag(agent.jvmti, o, &tag);
  return (uint64_t)tag;
}

/* Adds `bits` to the object's tag unless `half` already has a value. Returns the tag. `tag` was
 * read when `since` tags had been set; if none was set since, it need not be read again. */
static uint64_t tag_add_since(jobject o, uint64_t bits, uint64_t half, uint64_t tag,
                              uint64_t since) {
  pthread_mutex_lock(&tag_lock);
  if (since != __atomic_load_n(&tags_set, __ATOMIC_RELAXED)) tag = tag_of(o);
  if (!(tag & half)) {
    tag |= bits;
    (*agent.jvmti)->SetTag(agent.jvmti, o, (jlong)tag);
    __atomic_fetch_add(&tags_set, 1, __ATOMIC_RELEASE);
  }
  pthread_mutex_unlock(&tag_lock);
  return tag;
}

static uint64_t tag_add(jobject o, uint64_t bits, uint64_t half) {
  uint64_t since = __atomic_load_n(&tags_set, __ATOMIC_ACQUIRE);
  return tag_add_since(o, bits, half, tag_of(o), since);
}

/* Turns "Ljava/lang/String;" into "java/lang/String"; array types stay as they are. */
static char *internal_name(char *signature) {
  size_t n = strlen(signature);
  if (signature[0] != 'L' || n < 2) return signature;
  signature[n - 1] = 0;
  return signature + 1;
}

static const char *loader_name(JNIEnv *env, jclass k) {
  jobject loader = NULL;
  const char *name = NULL;
  (*agent.jvmti)->GetClassLoader(agent.jvmti, k, &loader);
  if (loader) {
    name = (*env)->IsSameObject(env, loader, agent.app_loader) ? "app" : "other";
    (*env)->DeleteLocalRef(env, loader);
  }
  return name;
}

static uint32_t class_row_of(JNIEnv *env, jclass k) {
  char *signature = NULL;
  jint flags = 0;
  if ((*agent.jvmti)->GetClassSignature(agent.jvmti, k, &signature, NULL)) return 0;
  (*agent.jvmti)->GetClassModifiers(agent.jvmti, k, &flags);
  uint32_t id = row_class(internal_name(signature), loader_name(env, k), NULL, (uint32_t)flags);
  (*agent.jvmti)->Deallocate(agent.jvmti, (unsigned char *)signature);
  return id;
}

uint32_t class_id(JNIEnv *env, jclass k) {
  uint64_t tag = tag_of(k);
  if (!(tag & CLASS_HALF)) tag = tag_add(k, (uint64_t)class_row_of(env, k) << 32, CLASS_HALF);
  return (uint32_t)((tag & CLASS_HALF) >> 32);
}

bool object_first_hashed(jobject o) {
  if (tag_of(o) & HASHED_BIT) return false;
  tag_add(o, HASHED_BIT, HASHED_BIT);
  return true;
}

uint32_t object_known(jobject o) { return o ? (uint32_t)tag_of(o) : 0; }

uint32_t object_id(JNIEnv *env, jobject o) {
  if (!o) return 0;
  struct rthread *t = thread_self_known();
  uint64_t since = __atomic_load_n(&tags_set, __ATOMIC_ACQUIRE), tag = tag_of(o);
  if ((uint32_t)tag) return (uint32_t)tag;
  jclass k = (*env)->GetObjectClass(env, o);
  uint32_t type = t ? met_class(env, t, k) : class_id(env, k),
           id = live_id(agent.live, TRACE_OBJECTS);
  (*env)->DeleteLocalRef(env, k);
  tag = tag_add_since(o, id, 0xffffffffull, tag, since);
  if ((uint32_t)tag == id) live_object(agent.live, NULL, id, type);
  return (uint32_t)tag;
}

/* ---- the declaration of a field ---- */

static jclass superclass_named(JNIEnv *env, jobject o, const char *owner) {
  jclass k = (*env)->GetObjectClass(env, o);
  while (k) {
    char *signature = NULL;
    if ((*agent.jvmti)->GetClassSignature(agent.jvmti, k, &signature, NULL)) return NULL;
    bool same = !strcmp(internal_name(signature), owner);
    (*agent.jvmti)->Deallocate(agent.jvmti, (unsigned char *)signature);
    if (same) return k;
    jclass up = (*env)->GetSuperclass(env, k);
    (*env)->DeleteLocalRef(env, k);
    k = up;
  }
  return NULL;
}

/* Finds the class by its name in the program's loader. It is loaded, because its field was just
 * accessed. */
static jclass class_named(JNIEnv *env, const char *owner) {
  char *dotted = mem_strdup(owner);
  mem_exchange(dotted, '/', '.');
  jstring name = (*env)->NewStringUTF(env, dotted);
  free(dotted);
  if (!name) return NULL;
  return java_static(env, agent.class_class, agent.for_name, name, JNI_FALSE, agent.app_loader);
}

static bool is_named(jclass k, jfieldID f, const struct site *s) {
  char *name = NULL, *desc = NULL;
  if ((*agent.jvmti)->GetFieldName(agent.jvmti, k, f, &name, &desc, NULL)) return false;
  bool same = !strcmp(name, s->name) && !strcmp(desc, s->desc);
  (*agent.jvmti)->Deallocate(agent.jvmti, (unsigned char *)name);
  (*agent.jvmti)->Deallocate(agent.jvmti, (unsigned char *)desc);
  return same;
}

static jfieldID own_field(jclass k, const struct site *s) {
  jint count = 0;
  jfieldID *fields = NULL, found = NULL;
  if ((*agent.jvmti)->GetClassFields(agent.jvmti, k, &count, &fields))
    return NULL; /* the class is not linked, so none of its own fields was accessed */
  for (jint i = 0; i < count && !found; i++) {
    if (is_named(k, fields[i], s)) found = fields[i];
  }
  (*agent.jvmti)->Deallocate(agent.jvmti, (unsigned char *)fields);
  return found;
}

/* Resolves a field as in JVMS 5.4.3.2: in the class itself, its superinterfaces, then its
 * superclass. JNI's GetStaticFieldID would initialise the named class, but a program's initialisers
 * must run at the same time as without a recorder. *in gets a new local reference to the declaring
 * class. */
static jfieldID static_field(JNIEnv *env, jclass k, const struct site *s, jclass *in) {
  jfieldID found = own_field(k, s);
  jint count = 0;
  jclass *interfaces = NULL;
  if (found) {
    *in = (*env)->NewLocalRef(env, k);
    return found;
  }
  if ((*agent.jvmti)->GetImplementedInterfaces(agent.jvmti, k, &count, &interfaces)) count = 0;
  for (jint i = 0; i < count; i++) {
    if (!found) found = static_field(env, interfaces[i], s, in);
    (*env)->DeleteLocalRef(env, interfaces[i]);
  }
  if (interfaces) (*agent.jvmti)->Deallocate(agent.jvmti, (unsigned char *)interfaces);
  jclass up = found ? NULL : (*env)->GetSuperclass(env, k);
  if (up) found = static_field(env, up, s, in);
  if (up) (*env)->DeleteLocalRef(env, up);
  return found;
}

static jfieldID instance_field(JNIEnv *env, jclass k, const struct site *s, jclass *in) {
  jfieldID id = (*env)->GetFieldID(env, k, s->name, s->desc);
  return id && !(*agent.jvmti)->GetFieldDeclaringClass(agent.jvmti, k, id, in) ? id : NULL;
}

static void resolve_in(JNIEnv *env, struct site *s, jclass k) {
  jclass declaring = NULL;
  jfieldID id = s->flags & TRACE_STATIC ? static_field(env, k, s, &declaring)
                                        : instance_field(env, k, s, &declaring);
  jint flags = 0;
  if (!id) return;
  (*agent.jvmti)->GetFieldModifiers(agent.jvmti, declaring, id, &flags);
  unsigned more =
      (flags & ACC_VOLATILE ? TRACE_VOLATILE : 0u) | (flags & ACC_FINAL ? TRACE_FINAL_FIELD : 0u);
  __atomic_fetch_or(&s->flags, (uint16_t)more, __ATOMIC_RELAXED);
  uint32_t ref = row_field(class_id(env, declaring), s->name, s->desc, (uint32_t)flags);
  __atomic_store_n(&s->ref, ref, __ATOMIC_RELAXED);
  (*env)->DeleteLocalRef(env, declaring);
}

void site_resolve(JNIEnv *env, struct site *s, jobject o) {
  if (__atomic_load_n(&s->resolved, __ATOMIC_ACQUIRE)) return;
  struct rthread *t = thread_self_known();
  if (t) t->in_agent = true;
  jclass k = o ? superclass_named(env, o, s->owner) : class_named(env, s->owner);
  if (k) resolve_in(env, s, k);
  if ((*env)->ExceptionCheck(env)) (*env)->ExceptionClear(env);
  if (k) (*env)->DeleteLocalRef(env, k);
  if (!s->ref) s->ref = row_field(row_class(s->owner, "app", NULL, 0), s->name, s->desc, 0);
  if (t) t->in_agent = false;
  __atomic_store_n(&s->resolved, true, __ATOMIC_RELEASE);
}
