/* Methods of the library and of the program whose result the plan prescribes: they return at once,
 * without executing their code. A breakpoint on the first instruction holds the thread for that.
 * See forcer.h.
 *
 *   - Inputs that the search chose: the methods of class Verify and of similar classes.
 *   - SecureRandom, whose bytes come from the operating system. */
#include "trace/forcer/forcer.h"

#define SECURE "java/security/SecureRandom"
#define NEXT_BYTES "nextBytes"
#define GENERATE_SEED "generateSeed"

/* ---- breakpoints ---- */

/* Sets a breakpoint on the method that an answer "CLASS.NAMEDESCRIPTOR" names, if it is in k. */
static void set_chosen(jclass k, const char *signature, const char *of) {
  const char *dot = strchr(of, '.'), *descriptor = strchr(of, '(');
  char *name, *class_name;
  if (!dot || !descriptor) return;
  class_name = mem_printf("L%.*s;", (int)(dot - of), of);
  name = mem_printf("%.*s", (int)(descriptor - dot - 1), dot + 1);
  if (!strcmp(signature, class_name)) places_set(k, signature, name, descriptor, 0);
  free(class_name);
  free(name);
}

void returns_set_in(jclass k, const char *signature) {
  bool secure = !strcmp(signature, "L" SECURE ";");
  for (size_t i = 0; i < forcer.plan.answers.len; i++) {
    const struct answer *a = &forcer.plan.answers.data[i];
    if (a->source == ANSWER_CHOSEN) set_chosen(k, signature, a->of);
    if (a->source != ANSWER_SECURE || !secure) continue;
    places_set(k, signature, NEXT_BYTES, "([B)V", 0);
    places_set(k, signature, GENERATE_SEED, "(I)[B", 0);
    secure = false;
  }
}

/* ---- returning ---- */

static void return_value(jthread self, char type, uint64_t bits) {
  union java_value r = {.bits = bits};
  jvmtiEnv *jvmti = forcer.jvmti;
  switch (type) {
    case 'J': (*jvmti)->ForceEarlyReturnLong(jvmti, self, r.j); break;
    case 'F': (*jvmti)->ForceEarlyReturnFloat(jvmti, self, r.f); break;
    case 'D': (*jvmti)->ForceEarlyReturnDouble(jvmti, self, r.d); break;
    case 'B': (*jvmti)->ForceEarlyReturnInt(jvmti, self, (jbyte)bits); break;
    case 'S': (*jvmti)->ForceEarlyReturnInt(jvmti, self, (jshort)bits); break;
    default: (*jvmti)->ForceEarlyReturnInt(jvmti, self, r.i);
  }
}

static bool return_chosen(jthread self, const char *signature, const char *name,
                          const char *descriptor) {
  char *of = mem_printf("%.*s.%s%s", (int)strlen(signature) - 2, signature + 1, name, descriptor);
  uint64_t value;
  bool found = answers_take(ANSWER_CHOSEN, of, &value);
  if (found) return_value(self, strchr(descriptor, ')')[1], value);
  free(of);
  return found;
}

/* Fills the array with the bytes that the plan prescribes. */
static bool fill(JNIEnv *env, jbyteArray array) {
  jsize n = array ? (*env)->GetArrayLength(env, array) : 0;
  uint64_t word;
  bool any = false;
  for (jsize i = 0; i < n && answers_take(ANSWER_SECURE, NULL, &word); i += 8) {
    (*env)->SetByteArrayRegion(env, array, i, n - i < 8 ? n - i : 8, (const jbyte *)&word);
    any = true;
  }
  return any;
}

/* The argument of both methods is in the second local, after `this`. */
static bool return_bytes(JNIEnv *env, jthread self) {
  jobject array = NULL;
  bool filled =
      !(*forcer.jvmti)->GetLocalObject(forcer.jvmti, self, 0, 1, &array) && fill(env, array);
  if (filled) (*forcer.jvmti)->ForceEarlyReturnVoid(forcer.jvmti, self);
  return filled;
}

static bool return_seed(JNIEnv *env, jthread self) {
  jbyteArray array = NULL;
  jint n = 0;
  if (!(*forcer.jvmti)->GetLocalInt(forcer.jvmti, self, 0, 1, &n) && n >= 0)
    array = (*env)->NewByteArray(env, n);
  if (!array || !fill(env, array)) return false;
  (*forcer.jvmti)->ForceEarlyReturnObject(forcer.jvmti, self, array);
  return true;
}

bool returns_at(JNIEnv *env, jthread self, const char *signature, const char *name,
                const char *descriptor) {
  if (strcmp(signature, "L" SECURE ";") != 0)
    return return_chosen(self, signature, name, descriptor);
  if (!strcmp(name, NEXT_BYTES)) return return_bytes(env, self);
  return !strcmp(name, GENERATE_SEED) && return_seed(env, self);
}
