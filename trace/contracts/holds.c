/* Finds the records that are valid in a JDK, by the hash of the code that they depend on. See
 * evidence.h. */
#include "trace/contracts/evidence.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

#include "engine/base/whole_file.h"
#include "engine/classfile/classfile.h"
#include "engine/classfile/classpath.h"
#include "engine/env/contracts.h"
#include "trace/contracts/own.h"
#include "trace/contracts/rests.h"

struct evidence_jdk {
  struct jimage *image;
  struct classpath *own; /* the user's class path; NULL: none */
  char version[64];
  int32_t release; /* feature release, such as 17 */
  struct rests *rests;
  bool has_library;
  /* hash of java.util.concurrent and its sub-packages; valid if has_library is set */
  XXH128_hash_t library;
};

struct part { /* selects the classes of an image that are to be hashed */
  XXH3_state_t *state;
  const char *package; /* such as "java/util/concurrent"; if base is NULL, with its sub-packages */
  const char *base;    /* such as "Vector", for the class and its nested classes "Vector$..." */
};

static int add_entry(void *arg, const struct jimage_entry *e) {
  const struct part *p = arg;
  size_t n = strlen(p->package);
  if (strcmp(e->extension, "class") || strncmp(e->parent, p->package, n)) return 0;
  if (p->base) {
    size_t b = strlen(p->base);
    if (e->parent[n] || strncmp(e->base, p->base, b) || (e->base[b] && e->base[b] != '$')) return 0;
  } else if (e->parent[n] && e->parent[n] != '/') {
    return 0;
  }
  XXH3_128bits_update(p->state, e->base, strlen(e->base));
  XXH3_128bits_update(p->state, e->data, e->len);
  return 0;
}

/* Reads the version from the JDK's file `release`: JAVA_RUNTIME_VERSION="17.0.15+6-Debian-1". */
static void read_version(const char *home, char *out, size_t size) {
  static const char key[] = "JAVA_RUNTIME_VERSION=\"";
  char *path = mem_printf("%s/release", home), *text = NULL, *at;
  struct error ignored = {0};
  size_t len;
  snprintf(out, size, "%d", jdk_release(home));
  if (!whole_file_read(path, &text, &len, &ignored) && (at = strstr(text, key))) {
    at += sizeof key - 1;
    snprintf(out, size, "%.*s", (int)strcspn(at, "\"\n"), at);
  }
  free(text);
  free(path);
}

int evidence_jdk_open(const char *home, const char *class_path, struct evidence_jdk **out,
                      struct error *err) {
  char found[PATH_MAX];
  char *modules;
  struct evidence_jdk *j;
  if (jdk_find(home, found, sizeof found, err)) return err->code;
  j = mem_alloc(sizeof *j);
  modules = mem_printf("%s/lib/modules", found);
  read_version(found, j->version, sizeof j->version);
  j->release = jdk_release(found);
  if (!jimage_open(modules, &j->image, err)) j->rests = rests_new(j->image);
  free(modules);
  if (!err->code && class_path && !classpath_open(class_path, &j->own, err))
    classpath_set_release(j->own, j->release);
  if (err->code) {
    evidence_jdk_close(j);
    return err->code;
  }
  *out = j;
  return 0;
}

void evidence_jdk_close(struct evidence_jdk *j) {
  if (!j) return;
  rests_free(j->rests);
  if (j->image) jimage_close(j->image);
  if (j->own) classpath_close(j->own);
  free(j);
}

const char *evidence_jdk_version(const struct evidence_jdk *j) { return j->version; }

/* Hashes the class and its nested classes. Sets `super` to the name of its superclass, or to "". */
static int hash_class(struct evidence_jdk *j, const char *klass, XXH3_state_t *state, char *super,
                      size_t size, struct error *err) {
  const char *slash = strrchr(klass, '/');
  char *package = slash ? mem_printf("%.*s", (int)(slash - klass), klass) : mem_strdup("");
  struct part p = {state, package, slash ? slash + 1 : klass};
  const uint8_t *data;
  size_t len;
  struct pool pool;
  struct symtab *syms;
  struct class_file *cf;
  *super = 0;
  if (!jimage_class(j->image, NULL, klass, &data, &len, err)) {
    pool_init(&pool);
    syms = symtab_new();
    if (!class_parse_image(data, len, NULL, &pool, syms, &cf, err) && cf->super_name)
      snprintf(super, size, "%s", cf->super_name->s);
    symtab_free(syms);
    pool_release(&pool);
    if (!err->code) jimage_each(j->image, add_entry, &p, err);
  } else if (!err->code) {
    error_set(err, ERR_NOTFOUND, "the JDK has no class %s", klass);
  }
  free(package);
  return err->code;
}

/* Hashes a class of the user, that is, one that the class path has and the image does not. Returns
 * false for any other class. */
static bool hash_own(struct evidence_jdk *j, const char *klass, XXH3_state_t *state) {
  const uint8_t *data;
  uint8_t own[16];
  size_t len;
  struct error ignored = {0};
  if (!j->own || !jimage_class(j->image, NULL, klass, &data, &len, &ignored)) return false;
  if (!own_hash(j->own, klass, own)) return false;
  XXH3_128bits_update(state, j->version, strlen(j->version));
  XXH3_128bits_update(state, own, sizeof own);
  return true;
}

/* Hashes all of java.util.concurrent in the image. */
static void hash_library(struct evidence_jdk *j, XXH3_state_t *state, struct error *err) {
  struct part p = {.package = "java/util/concurrent"};
  if (!j->has_library) {
    p.state = XXH3_createState();
    XXH3_128bits_reset(p.state);
    jimage_each(j->image, add_entry, &p, err);
    j->library = XXH3_128bits_digest(p.state);
    j->has_library = true;
    XXH3_freeState(p.state);
  }
  XXH3_128bits_update(state, &j->library, sizeof j->library);
}

/* Writes the state's digest as text and frees the state. */
static void take_hash(XXH3_state_t *state, char out[33]) {
  XXH128_hash_t h = XXH3_128bits_digest(state);
  XXH3_freeState(state);
  snprintf(out, 33, "%016llx%016llx", (unsigned long long)h.high64, (unsigned long long)h.low64);
}

int evidence_hash(struct evidence_jdk *j, const char *klass, char out[33], struct error *err) {
  XXH3_state_t *state = XXH3_createState();
  char at[512], super[512];
  XXH3_128bits_reset(state);
  hash_library(j, state, err);
  snprintf(at, sizeof at, "%s", klass);
  if (hash_own(j, klass, state)) *at = 0;
  while (*at && strcmp(at, "java/lang/Object") &&
         !hash_class(j, at, state, super, sizeof super, err))
    memcpy(at, super, sizeof at);
  take_hash(state, out);
  return err->code;
}

int evidence_hash_of(struct evidence_jdk *j, const struct evidence *e, char out[33],
                     struct error *err) {
  XXH3_state_t *state;
  XXH128_hash_t rests;
  bool own;
  if (!e->executed) return evidence_hash(j, e->klass, out, err);
  state = XXH3_createState();
  XXH3_128bits_reset(state);
  own = hash_own(j, e->klass, state);
  rests_hash(j->rests, own ? NULL : e->klass, e->executed, &rests, err);
  XXH3_128bits_update(state, &rests, sizeof rests);
  XXH3_128bits_update(state, &j->release, sizeof j->release);
  take_hash(state, out);
  return err->code;
}

/* Is the record valid? A record is never valid in another feature release. `bytes` caches
 * evidence_hash of the class for records without `executed`. */
static bool record_holds(struct evidence_jdk *j, const struct evidence *e, char bytes[33]) {
  char hash[33];
  struct error ignored = {0};
  long made_with = strtol(e->jdk, NULL, 10);
  if (made_with && made_with != j->release) return false;
  if (e->executed) return !evidence_hash_of(j, e, hash, &ignored) && !strcmp(e->hash, hash);
  if (!*bytes && evidence_hash(j, e->klass, bytes, &ignored)) strcpy(bytes, "none");
  return !strcmp(e->hash, bytes);
}

const struct evidence *evidence_for(const struct evidence_set *s, struct evidence_jdk *j,
                                    const char *klass) {
  char bytes[33] = "";
  for (size_t i = s->all.len; i-- > 0;) {
    const struct evidence *e = &s->all.data[i];
    if (!strcmp(e->klass, klass) && record_holds(j, e, bytes)) return e;
  }
  return NULL;
}

/* Is there an earlier record of the same class? Then the class has already been handled. */
static bool is_repeated(const struct evidence_set *s, size_t i) {
  for (size_t k = 0; k < i; k++)
    if (!strcmp(s->all.data[k].klass, s->all.data[i].klass)) return true;
  return false;
}

struct held { /* the records used for one text */
  VEC(const struct evidence *) all;
};

/* Adds the methods that were never called: they may see inside steps. */
static void add_left_out(struct text *t, const struct evidence *e) {
  size_t i;
  json_t *left;
  json_array_foreach(e->left_out, i, left) text_printf(t, " %s", json_string_value(left));
}

/* ---- views and iterators ---- */

/* Returns the methods in a list of "CLASS METHOD..." for the class; "" if it is not in the list. */
static const char *walk_methods(const json_t *list, const char *klass, size_t n) {
  size_t i;
  const json_t *line;
  json_array_foreach(list, i, line) {
    const char *text = json_string_value(line);
    if (text && !strncmp(text, klass, n) && text[n] == ' ') return text + n + 1;
  }
  return "";
}

/* Did a walk that used the method see inside a step of any class? Several classes may have the same
 * class of iterators, as Stack has that of Vector. */
static bool any_sees(const struct held *h, const char *klass, size_t n, const char *method) {
  for (size_t i = 0; i < h->all.len; i++)
    if (contract_claims(walk_methods(h->all.data[i]->unwalked, klass, n), method)) return true;
  return false;
}

/* Adds a line for each nested class of e's class that walks used. All its methods count as seeing
 * inside a step, except those with which walks saw nothing. */
static void add_walked(struct text *t, const struct held *h, const struct evidence *e) {
  size_t i, own = strlen(e->klass);
  json_t *line;
  json_array_foreach(e->walked, i, line) {
    const char *klass = json_string_value(line);
    size_t n = klass ? strcspn(klass, " ") : 0;
    char *words, *save = NULL;
    if (n <= own || strncmp(klass, e->klass, own) || klass[own] != '$' || !klass[n]) continue;
    words = mem_strdup(klass + n + 1);
    text_printf(t, "%.*s |*", (int)n, klass);
    for (char *w = strtok_r(words, " ", &save); w; w = strtok_r(NULL, " ", &save))
      if (!any_sees(h, klass, n, w)) text_printf(t, " !%s", w);
    text_puts(t, "\n");
    free(words);
  }
}

/* Is the class in the list, or nested in a class of the list? */
static bool lists_class(const char *list, const char *klass) {
  while (*list) {
    size_t n = strcspn(list, ",");
    if (n && !strncmp(list, klass, n) && (!klass[n] || klass[n] == '$')) return true;
    list += n + (list[n] == ',');
  }
  return false;
}

/* Collects the valid records of layers up to `most`, except those of classes in the list `but`. */
static void collect_held(const struct evidence_set *s, struct evidence_jdk *j, int most,
                         const char *but, struct held *out) {
  for (size_t i = 0; i < s->all.len; i++) {
    const struct evidence *e;
    if (is_repeated(s, i)) continue;
    e = evidence_for(s, j, s->all.data[i].klass);
    if (e && e->layer <= most && *e->methods && !lists_class(but, e->klass))
      *vec_push(&out->all) = e;
  }
}

/* Adds the methods of the class that records of other classes list in `elsewhere`, each with
 * "@CLASS" for the class whose steps it sees inside. */
static void add_from_elsewhere(struct text *t, const struct held *h, const char *klass) {
  size_t i, n = strlen(klass);
  json_t *line;
  for (size_t k = 0; k < h->all.len; k++) json_array_foreach(h->all.data[k]->elsewhere, i, line) {
      const char *text = json_string_value(line);
      if (text && !strncmp(text, klass, n) && text[n] == ' ')
        text_printf(t, " %s @%s", text + n + 1, h->all.data[k]->klass);
    }
}

static bool has_line(const struct text *t, const char *klass, size_t n) {
  for (const char *at = t->s; at && *at; at = strchr(at, '\n') + 1)
    if (!strncmp(at, klass, n) && at[n] == ' ') return true;
  return false;
}

/* Adds a line for each class that is listed in some record's `elsewhere` but has no line yet. */
static void add_elsewhere(struct text *t, const struct held *h) {
  size_t i;
  json_t *line;
  for (size_t k = 0; k < h->all.len; k++) json_array_foreach(h->all.data[k]->elsewhere, i, line) {
      const char *text = json_string_value(line);
      char *klass = mem_printf("%.*s", (int)strcspn(text ? text : "", " "), text ? text : "");
      if (*klass && !has_line(t, klass, strlen(klass))) {
        text_printf(t, "%s |", klass);
        add_from_elsewhere(t, h, klass);
        text_puts(t, "\n");
      }
      free(klass);
    }
}

static char *held_text(const struct held *h, uint32_t *count) {
  struct text t = {0};
  *count = 0;
  for (size_t i = 0; i < h->all.len; i++) {
    const struct evidence *e = h->all.data[i];
    *count += contract_count(e->methods);
    text_printf(&t, "%s %s|%s", e->klass, e->methods, e->seeing);
    add_left_out(&t, e);
    add_from_elsewhere(&t, h, e->klass);
    text_printf(&t, "%s%s\n", *e->observers ? "|" : "", e->observers);
    add_walked(&t, h, e);
  }
  add_elsewhere(&t, h);
  return t.s;
}

char *evidence_text(const struct evidence_set *s, struct evidence_jdk *j, int layer,
                    uint32_t *count) {
  struct held h = {0};
  uint32_t n;
  char *text;
  collect_held(s, j, layer - 1, "", &h);
  text = held_text(&h, count ? count : &n);
  vec_free(&h.all);
  return text;
}

/* Returns the contracts that the limit allows. A record may have been shown while contracts of
 * lower layers that the limit excludes were single steps. */
static char *text_within(const struct evidence_set *s, struct evidence_jdk *j,
                         const struct evidence_limit *limit) {
  struct held h = {0};
  uint32_t n;
  char *text;
  collect_held(s, j, limit->layers ? limit->layers : INT_MAX, limit->classes, &h);
  text = held_text(&h, &n);
  vec_free(&h.all);
  return text;
}

char *evidence_contracts(const char *java_home, const char *class_path,
                         const struct evidence_limit *limit, struct error *err) {
  struct evidence_set set = {0};
  struct evidence_jdk *j = NULL;
  char *file = evidence_user_file(), *text = NULL;
  if (!evidence_jdk_open(java_home, class_path, &j, err) && !evidence_built_in(&set, err) &&
      (!file || !evidence_read(file, &set, err))) {
    text = text_within(&set, j, limit);
    if (!text)
      error_set(err, ERR_INPUT,
                "no contract is verified for the JDK %s: run heddle contracts --verify",
                evidence_jdk_version(j));
  }
  evidence_jdk_close(j);
  evidence_set_release(&set);
  free(file);
  return text;
}
