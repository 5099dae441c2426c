/* Writes the results of an environment's calls as text. See results.h. What this text must be is
 * defined by engine/assess/record.c, which reads the same objects in the engine's own heap: heddle
 * confirm compares the two texts. */
#include "trace/forcer/results.h"

#include "engine/vm/sched/call_record.h"
#include "trace/forcer/forcer.h"

struct result_names {
  VEC(jobject) all; /* local references to the objects that have numbers */
  bool closed;      /* no more objects get numbers */
};

struct result_writer {
  JNIEnv *env;
  struct result_names names;
  struct text *out;
};

/* ---- classes ---- */

/* Returns the name of a class as in class files; the caller frees it. */
static char *internal_name(jclass k) {
  char *signature = NULL, *name;
  (*forcer.jvmti)->GetClassSignature(forcer.jvmti, k, &signature, NULL);
  name = signature && *signature == 'L'
             ? mem_printf("%.*s", (int)strlen(signature) - 2, signature + 1)
             : mem_strdup(signature ? signature : "");
  (*forcer.jvmti)->Deallocate(forcer.jvmti, (unsigned char *)signature);
  return name;
}

static char *name_of_class(struct result_writer *w, jobject r) {
  jclass k = (*w->env)->GetObjectClass(w->env, r);
  char *name = internal_name(k);
  (*w->env)->DeleteLocalRef(w->env, k);
  return name;
}

static void put_simple_name(struct result_writer *w, jobject r) {
  char *name = name_of_class(w, r), *slash = strrchr(name, '/');
  text_puts(w->out, slash ? slash + 1 : name);
  free(name);
}

static bool has_class(struct result_writer *w, jobject r, const char *name) {
  char *own = name_of_class(w, r);
  bool same = !strcmp(own, name);
  free(own);
  return same;
}

static bool is_enum(struct result_writer *w, jobject r) {
  jclass k = (*w->env)->GetObjectClass(w->env, r), super = (*w->env)->GetSuperclass(w->env, k);
  char *name = super ? internal_name(super) : mem_strdup("");
  bool is = !strcmp(name, "java/lang/Enum");
  free(name);
  (*w->env)->DeleteLocalRef(w->env, super);
  (*w->env)->DeleteLocalRef(w->env, k);
  return is;
}

/* ---- values ---- */

static void put_char(struct text *out, jchar c) {
  text_printf(out, c > ' ' && c < 127 ? "'%c'" : "'\\u%04x'", c);
}

static void put_string(struct result_writer *w, jstring s, const char *quote) {
  const char *utf = s ? (*w->env)->GetStringUTFChars(w->env, s, NULL) : NULL;
  text_printf(w->out, "%s%s%s", quote, utf ? utf : "", quote);
  if (utf) (*w->env)->ReleaseStringUTFChars(w->env, s, utf);
}

static void put_by_itself(struct result_writer *w, jobject r) {
  jclass k = (*w->env)->GetObjectClass(w->env, r);
  struct result_names *names = &w->names;
  unsigned nth = 1;
  size_t i;
  put_simple_name(w, r);
  for (i = 0; i < names->all.len; i++) {
    jclass other = (*w->env)->GetObjectClass(w->env, names->all.data[i]);
    if ((*w->env)->IsSameObject(w->env, names->all.data[i], r)) break;
    nth += (*w->env)->IsSameObject(w->env, k, other);
    (*w->env)->DeleteLocalRef(w->env, other);
  }
  (*w->env)->DeleteLocalRef(w->env, k);
  if (i == names->all.len && names->closed) return;
  if (i == names->all.len) *vec_push(&names->all) = (*w->env)->NewLocalRef(w->env, r);
  text_printf(w->out, "#%u", nth);
}

/* Puts the value of a box. Returns false if r is no box. */
static bool put_box(struct result_writer *w, jobject r) {
  JNIEnv *env = w->env;
  jclass k = (*env)->GetObjectClass(env, r);
  char *name = internal_name(k);
  jfieldID id;
  bool is = true;
#define VALUE(get, type) (id = (*env)->GetFieldID(env, k, "value", type), (*env)->get(env, r, id))
  if (!strcmp(name, "java/lang/Boolean"))
    text_puts(w->out, VALUE(GetBooleanField, "Z") ? "true" : "false");
  else if (!strcmp(name, "java/lang/Byte"))
    text_printf(w->out, "%d", VALUE(GetByteField, "B"));
  else if (!strcmp(name, "java/lang/Short"))
    text_printf(w->out, "%d", VALUE(GetShortField, "S"));
  else if (!strcmp(name, "java/lang/Character"))
    put_char(w->out, VALUE(GetCharField, "C"));
  else if (!strcmp(name, "java/lang/Integer"))
    text_printf(w->out, "%d", VALUE(GetIntField, "I"));
  else if (!strcmp(name, "java/lang/Long"))
    text_printf(w->out, "%lld", (long long)VALUE(GetLongField, "J"));
  else if (!strcmp(name, "java/lang/Float"))
    text_printf(w->out, "%.9g", (double)VALUE(GetFloatField, "F"));
  else if (!strcmp(name, "java/lang/Double"))
    text_printf(w->out, "%.17g", VALUE(GetDoubleField, "D"));
  else
    is = false;
#undef VALUE
  free(name);
  (*env)->DeleteLocalRef(env, k);
  return is;
}

static void put_enum(struct result_writer *w, jobject r) {
  jclass k = (*w->env)->GetObjectClass(w->env, r);
  jfieldID id = (*w->env)->GetFieldID(w->env, k, "name", "Ljava/lang/String;");
  jstring name = (*w->env)->GetObjectField(w->env, r, id);
  put_string(w, name, "");
  (*w->env)->DeleteLocalRef(w->env, name);
  (*w->env)->DeleteLocalRef(w->env, k);
}

static void put_class(struct result_writer *w, jclass of) {
  char *name = internal_name(of);
  text_puts(w->out, name);
  free(name);
}

static void put_returned(struct result_writer *w, jobject r) {
  if (!r)
    text_puts(w->out, "null");
  else if (has_class(w, r, "java/lang/String"))
    put_string(w, r, "\"");
  else if (put_box(w, r))
    return;
  else if (is_enum(w, r))
    put_enum(w, r);
  else if (has_class(w, r, "java/lang/Class"))
    put_class(w, r);
  else
    put_by_itself(w, r);
}

/* ---- copies ---- */

static void put_element(struct text *out, char type, const void *at) {
  switch (type) {
    case 'Z': text_puts(out, *(const jboolean *)at ? "true" : "false"); break;
    case 'B': text_printf(out, "%d", *(const jbyte *)at); break;
    case 'S': text_printf(out, "%d", *(const jshort *)at); break;
    case 'C': put_char(out, *(const jchar *)at); break;
    case 'I': text_printf(out, "%d", *(const jint *)at); break;
    case 'J': text_printf(out, "%lld", (long long)*(const jlong *)at); break;
    case 'F': text_printf(out, "%.9g", (double)*(const jfloat *)at); break;
    default: text_printf(out, "%.17g", *(const jdouble *)at);
  }
}

static size_t element_size(char type) {
  switch (type) {
    case 'Z':
    case 'B': return 1;
    case 'S':
    case 'C': return 2;
    case 'J':
    case 'D': return 8;
    default: return 4;
  }
}

static void put_primitives(struct result_writer *w, jarray r) {
  char *name = name_of_class(w, r);
  jsize n = (*w->env)->GetArrayLength(w->env, r);
  const char *data = (*w->env)->GetPrimitiveArrayCritical(w->env, r, NULL);
  text_puts(w->out, "[");
  for (jsize i = 0; data && i < n; i++) {
    if (i) text_puts(w->out, ", ");
    put_element(w->out, name[1], data + (size_t)i * element_size(name[1]));
  }
  text_puts(w->out, "]");
  if (data) (*w->env)->ReleasePrimitiveArrayCritical(w->env, r, (void *)data, JNI_ABORT);
  free(name);
}

static bool is_array_of(struct result_writer *w, jobject r, bool of_objects) {
  char *name = r ? name_of_class(w, r) : mem_strdup("");
  bool is = *name == '[' && (name[1] == 'L' || name[1] == '[') == of_objects;
  free(name);
  return is;
}

static void put_copy(struct result_writer *w, jobject r);

static void put_part(struct result_writer *w, jobjectArray of, jsize i) {
  jobject part = (*w->env)->GetObjectArrayElement(w->env, of, i);
  if (is_array_of(w, part, true) || is_array_of(w, part, false))
    put_copy(w, part);
  else
    put_returned(w, part);
  (*w->env)->DeleteLocalRef(w->env, part);
}

static int by_part(const void *a, const void *b) {
  return strcmp(*(char *const *)a, *(char *const *)b);
}

static void put_parts(struct result_writer *w, jobjectArray r, enum record_shape shape) {
  bool sorted = shape == SHAPE_BAG || shape == SHAPE_BAG_MAP;
  bool braces = sorted || shape == SHAPE_MAP, closed = w->names.closed;
  size_t n = (size_t)(*w->env)->GetArrayLength(w->env, r) - 1;
  char **parts = mem_alloc((n + 1) * sizeof *parts);
  struct text *out = w->out;
  w->names.closed |= sorted;
  for (size_t i = 0; i < n; i++) {
    struct text t = {0};
    w->out = &t;
    put_part(w, r, (jsize)i + 1);
    parts[i] = t.s;
  }
  w->out = out;
  w->names.closed = closed;
  if (sorted) qsort(parts, n, sizeof *parts, by_part);
  text_puts(out, braces ? "{" : "[");
  for (size_t i = 0; i < n; i++) {
    text_printf(out, "%s%s", i ? ", " : "", parts[i]);
    free(parts[i]);
  }
  text_puts(out, braces ? "}" : "]");
  free(parts);
}

static enum record_shape shape_of(struct result_writer *w, jobjectArray r) {
  jobject box = (*w->env)->GetObjectArrayElement(w->env, r, 0);
  jclass k = (*w->env)->GetObjectClass(w->env, box);
  jint shape = (*w->env)->GetIntField(w->env, box, (*w->env)->GetFieldID(w->env, k, "value", "I"));
  (*w->env)->DeleteLocalRef(w->env, k);
  (*w->env)->DeleteLocalRef(w->env, box);
  return (enum record_shape)shape;
}

/* A copy is an array of its shape and its parts, or an array of a primitive type. */
static void put_copy(struct result_writer *w, jobject r) {
  jobject part;
  if (is_array_of(w, r, false)) {
    put_primitives(w, r);
    return;
  }
  switch (shape_of(w, r)) {
    case SHAPE_NONE:
      part = (*w->env)->GetObjectArrayElement(w->env, r, 1);
      text_puts(w->out, "unreadable: ");
      put_simple_name(w, part);
      (*w->env)->DeleteLocalRef(w->env, part);
      return;
    case SHAPE_TEXT:
      part = (*w->env)->GetObjectArrayElement(w->env, r, 1);
      put_string(w, part, "");
      (*w->env)->DeleteLocalRef(w->env, part);
      return;
    case SHAPE_ENTRY:
      put_part(w, r, 1);
      text_puts(w->out, "=");
      put_part(w, r, 2);
      return;
    case SHAPE_OPTIONAL:
      part = (*w->env)->GetObjectArrayElement(w->env, r, 1);
      text_puts(w->out, "Optional[");
      if (part) put_part(w, r, 1);
      text_puts(w->out, "]");
      (*w->env)->DeleteLocalRef(w->env, part);
      return;
    default: put_parts(w, r, shape_of(w, r));
  }
}

/* ---- calls ---- */

static void put_result(struct result_writer *w, jobject r, enum record_how how) {
  jobject copy;
  switch (how) {
    case RECORD_VOID: text_puts(w->out, "void"); return;
    case RECORD_THREW:
      text_puts(w->out, "throws ");
      put_simple_name(w, r);
      return;
    case RECORD_COPY:
      copy = (*w->env)->GetObjectArrayElement(w->env, r, RECORD_GAVE);
      put_copy(w, copy);
      (*w->env)->DeleteLocalRef(w->env, copy);
      return;
    case RECORD_VALUE: put_returned(w, r);
  }
}

/* Puts the results of one object of the environment: "0:true\n1:null\n|". */
static void put_object(struct result_writer *w, jobject of) {
  JNIEnv *env = w->env;
  jclass k = (*env)->GetObjectClass(env, of);
  jlongArray log = (*env)->GetObjectField(env, of, (*env)->GetFieldID(env, k, "log", "[J"));
  jobjectArray gave =
      (*env)->GetObjectField(env, of, (*env)->GetFieldID(env, k, "gave", "[Ljava/lang/Object;"));
  jlong counts = 0, call = 0;
  (*env)->GetLongArrayRegion(env, log, 0, 1, &counts);
  for (uint32_t i = 0; i < (uint32_t)(counts >> 32); i++) {
    jobject r = (*env)->GetObjectArrayElement(env, gave, (jsize)i);
    (*env)->GetLongArrayRegion(env, log, (jsize)record_call(i), 1, &call);
    text_printf(w->out, "%u:", (uint32_t)call);
    put_result(w, r, (enum record_how)(call >> 32));
    text_puts(w->out, "\n");
    (*env)->DeleteLocalRef(env, r);
  }
  text_puts(w->out, "|");
  (*env)->DeleteLocalRef(env, gave);
  (*env)->DeleteLocalRef(env, log);
  (*env)->DeleteLocalRef(env, k);
}

void results_text(JNIEnv *env, jobjectArray all, struct text *out) {
  struct result_writer w = {.env = env, .out = out};
  jsize threads = ((*env)->GetArrayLength(env, all) - 1) / 2;
  for (jsize i = 0; i <= threads; i++) {
    jobject of = (*env)->GetObjectArrayElement(env, all, i);
    put_object(&w, of);
    (*env)->DeleteLocalRef(env, of);
  }
  for (size_t i = 0; i < w.names.all.len; i++) (*env)->DeleteLocalRef(env, w.names.all.data[i]);
  vec_free(&w.names.all);
}
