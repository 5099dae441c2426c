/* Makes what is package-private or protected in one package public, for an environment that calls
 * it: heddle.Environment is in another package, and the engine grants it the access that a class
 * beside the component has. Only flags change, in the files of classes while they are loaded. See
 * forcer.h. */
#include "engine/classfile/classfile.h"
#include "trace/forcer/forcer.h"

struct class_walk {
  uint8_t *data;
  size_t len, at;
};

static uint32_t big_endian(struct class_walk *w, size_t size) {
  uint32_t v = 0;
  for (size_t i = 0; i < size; i++, w->at++) v = v << 8 | (w->at < w->len ? w->data[w->at] : 0);
  return v;
}

/* Returns the number of bytes that follow the tag of a constant, except a text. */
static size_t constant_size(uint32_t tag) {
  switch (tag) {
    case CP_LONG:
    case CP_DOUBLE: return 8;
    case CP_METHODHANDLE: return 3;
    case CP_CLASS:
    case CP_STRING:
    case CP_METHODTYPE:
    case CP_MODULE:
    case CP_PACKAGE: return 2;
    default: return 4;
  }
}

static void skip_constants(struct class_walk *w) {
  uint32_t count = big_endian(w, 2);
  for (uint32_t i = 1; i < count && w->at < w->len; i++) {
    uint32_t tag = big_endian(w, 1);
    w->at += tag == CP_UTF8 ? big_endian(w, 2) : constant_size(tag);
    i += tag == CP_LONG || tag == CP_DOUBLE;
  }
}

static void open_flags(struct class_walk *w) {
  size_t at = w->at;
  uint32_t flags = big_endian(w, 2);
  if (w->at > w->len || flags & (ACC_PUBLIC | ACC_PRIVATE)) return;
  flags = (flags & ~(uint32_t)ACC_PROTECTED) | ACC_PUBLIC;
  w->data[at] = (uint8_t)(flags >> 8);
  w->data[at + 1] = (uint8_t)flags;
}

/* Walks the fields, or the methods. */
static void open_members(struct class_walk *w) {
  for (uint32_t n = big_endian(w, 2); n && w->at < w->len; n--) {
    open_flags(w);
    w->at += 4; /* name and descriptor */
    for (uint32_t k = big_endian(w, 2); k && w->at < w->len; k--) {
      w->at += 2;
      w->at += big_endian(w, 4);
    }
  }
}

/* data: a class file, which is changed in place. */
static void open_class(uint8_t *data, size_t len) {
  struct class_walk w = {.data = data, .len = len, .at = 8};
  skip_constants(&w);
  open_flags(&w);
  w.at += 4; /* this class and its superclass */
  w.at += 2 * big_endian(&w, 2);
  open_members(&w);
  open_members(&w);
}

/* `package` ends with a slash; "/" is the unnamed package. */
static bool is_in(const char *name, const char *package) {
  size_t n = strcmp(package, "/") ? strlen(package) : 0;
  return !strncmp(name, package, n) && !strchr(name + n, '/');
}

void JNICALL opens_on_load(jvmtiEnv *jvmti, JNIEnv *env, jclass redefined, jobject loader,
                           const char *name, jobject domain, jint len, const unsigned char *data,
                           jint *new_len, unsigned char **new_data) {
  (void)env, (void)redefined, (void)loader, (void)domain;
  if (!name || !is_in(name, forcer.plan.opens)) return;
  if ((*jvmti)->Allocate(jvmti, len, new_data)) return;
  memcpy(*new_data, data, (size_t)len);
  open_class(*new_data, (size_t)len);
  *new_len = len;
}
