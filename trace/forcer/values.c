/* Compares the values that a thread has at the end of a segment with those that heddle had there.
 * See forcer.h. The first difference is nearer to the cause of a divergence than the switch that is
 * missed. */
#include "trace/forcer/forcer.h"

#include <stdio.h>

/* ---- reading ---- */

static bool read_local(jint depth, const struct place_value *v, union java_value *out) {
  jvmtiEnv *jvmti = forcer.jvmti;
  switch (v->type) {
    case 'J': return !(*jvmti)->GetLocalLong(jvmti, NULL, depth, v->slot, &out->j);
    case 'F': return !(*jvmti)->GetLocalFloat(jvmti, NULL, depth, v->slot, &out->f);
    case 'D': return !(*jvmti)->GetLocalDouble(jvmti, NULL, depth, v->slot, &out->d);
    default: return !(*jvmti)->GetLocalInt(jvmti, NULL, depth, v->slot, &out->i);
  }
}

static void read_static(JNIEnv *env, jclass k, jfieldID id, char type, union java_value *out) {
  switch (type) {
    case 'Z': out->i = (*env)->GetStaticBooleanField(env, k, id); break;
    case 'B': out->i = (*env)->GetStaticByteField(env, k, id); break;
    case 'C': out->i = (*env)->GetStaticCharField(env, k, id); break;
    case 'S': out->i = (*env)->GetStaticShortField(env, k, id); break;
    case 'J': out->j = (*env)->GetStaticLongField(env, k, id); break;
    case 'F': out->f = (*env)->GetStaticFloatField(env, k, id); break;
    case 'D': out->d = (*env)->GetStaticDoubleField(env, k, id); break;
    default: out->i = (*env)->GetStaticIntField(env, k, id);
  }
}

static void read_field(JNIEnv *env, jobject self, jfieldID id, char type, union java_value *out) {
  switch (type) {
    case 'Z': out->i = (*env)->GetBooleanField(env, self, id); break;
    case 'B': out->i = (*env)->GetByteField(env, self, id); break;
    case 'C': out->i = (*env)->GetCharField(env, self, id); break;
    case 'S': out->i = (*env)->GetShortField(env, self, id); break;
    case 'J': out->j = (*env)->GetLongField(env, self, id); break;
    case 'F': out->f = (*env)->GetFloatField(env, self, id); break;
    case 'D': out->d = (*env)->GetDoubleField(env, self, id); break;
    default: out->i = (*env)->GetIntField(env, self, id);
  }
}

static bool read_member(JNIEnv *env, jint depth, jclass k, const struct place_value *v,
                        union java_value *out) {
  const char descriptor[] = {v->type, 0};
  bool is_static = v->home == VALUE_STATIC;
  jobject self = NULL;
  jfieldID id;
  if (!is_static && (*forcer.jvmti)->GetLocalInstance(forcer.jvmti, NULL, depth, &self))
    return false;
  id = is_static ? (*env)->GetStaticFieldID(env, k, v->name, descriptor)
                 : (*env)->GetFieldID(env, k, v->name, descriptor);
  (*env)->ExceptionClear(env);
  if (id && is_static) read_static(env, k, id, v->type, out);
  if (id && self) read_field(env, self, id, v->type, out);
  (*env)->DeleteLocalRef(env, self);
  return id && (is_static || self);
}

/* ---- the difference ---- */

static void add_value(char type, uint64_t bits, struct text *t) {
  union java_value v = {.bits = bits};
  switch (type) {
    case 'Z': text_puts(t, v.i ? "true" : "false"); break;
    case 'J': text_printf(t, "%lld", (long long)v.j); break;
    case 'F': text_printf(t, "%.9g", (double)v.f); break;
    case 'D': text_printf(t, "%.17g", v.d); break;
    default: text_printf(t, "%d", v.i);
  }
}

static void values_keep(const struct place_value *v, uint64_t java) {
  struct text t = {0};
  pthread_mutex_lock(&forcer.lock);
  text_printf(&t, "%u %s %s ", forcer.at, plan_homes[v->home], v->name);
  add_value(v->type, v->bits, &t);
  text_puts(&t, " ");
  add_value(v->type, java, &t);
  forcer.difference = t.s;
  pthread_mutex_unlock(&forcer.lock);
}

/* To ask for a field of a class that is not initialised would initialise it. */
static bool is_initialised(jclass k) {
  jint status = 0;
  return !(*forcer.jvmti)->GetClassStatus(forcer.jvmti, k, &status) &&
         status & JVMTI_CLASS_STATUS_INITIALIZED;
}

static void compare_in(JNIEnv *env, jint depth, jclass k, const struct place_values *all) {
  for (uint32_t i = 0; i < all->count && !forcer.difference && is_initialised(k); i++) {
    const struct place_value *v = &all->all[i];
    union java_value java = {0};
    bool known =
        v->home == VALUE_LOCAL ? read_local(depth, v, &java) : read_member(env, depth, k, v, &java);
    if (known && java.bits != v->bits) values_keep(v, java.bits);
  }
}

void values_compare(JNIEnv *env, const struct segment *s) {
  enum { FRAMES = 64 };
  jvmtiFrameInfo frames[FRAMES];
  jint n = 0, depth = 0;
  jclass k = NULL;
  if (!s->found.count || forcer.difference) return;
  (*forcer.jvmti)->GetStackTrace(forcer.jvmti, NULL, 0, FRAMES, frames, &n);
  while (depth < n && !places_of_program(frames[depth].method)) depth++;
  if (depth < n && places_have_values(env, &frames[depth], &s->found) &&
      !(*forcer.jvmti)->GetMethodDeclaringClass(forcer.jvmti, frames[depth].method, &k))
    compare_in(env, depth, k, &s->found);
  (*env)->DeleteLocalRef(env, k);
}
