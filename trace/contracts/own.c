/* Reads the rows of contracts of the user's own classes, and hashes those classes. See own.h. */
#include "trace/contracts/own.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

#include "engine/base/whole_file.h"
#include "engine/classfile/classfile.h"

/* ---- rows ---- */

static void row_release(struct contract *row) {
  const char *texts[] = {row->klass, row->before,  row->around, row->beside,
                         row->after, row->methods, row->why};
  for (size_t i = 0; i < COUNT(texts); i++) free((char *)(uintptr_t)texts[i]);
}

void own_rows_release(struct own_rows *rows) {
  for (size_t i = 0; i < rows->all.len; i++) row_release(&rows->all.data[i]);
  vec_free(&rows->all);
}

static bool own_row_of(json_t *j, struct contract *out) {
  const char *klass, *before, *around = "", *beside = "", *after = "", *methods, *why = "";
  char *name;
  if (json_unpack_ex(j, NULL, JSON_STRICT, "{s:s,s:s,s?s,s?s,s?s,s:s,s?s}", "class", &klass,
                     "before", &before, "around", &around, "beside", &beside, "after", &after,
                     "methods", &methods, "why", &why) ||
      !*klass || !*before || !*methods)
    return false;
  name = mem_strdup(klass);
  mem_exchange(name, '.', '/');
  *out = (struct contract){OWN_LAYER,           name,
                           mem_strdup(before),  mem_strdup(around),
                           mem_strdup(beside),  mem_strdup(after),
                           mem_strdup(methods), mem_strdup(why)};
  return true;
}

int own_rows_read(const char *path, struct own_rows *out, struct error *err) {
  char *text, *save = NULL;
  size_t len;
  unsigned number = 0;
  if (whole_file_read(path, &text, &len, err)) return err->code;
  for (char *line = strtok_r(text, "\n", &save); line && !err->code;
       line = strtok_r(NULL, "\n", &save)) {
    json_t *j = json_loads(line, 0, NULL);
    struct contract row;
    number++;
    if (j && own_row_of(j, &row))
      *vec_push(&out->all) = row;
    else
      error_set(err, ERR_INPUT,
                "%s: row %u is not an object with \"class\", \"before\" and \"methods\"", path,
                number);
    json_decref(j);
  }
  free(text);
  return err->code;
}

/* ---- the hash ---- */

/* A class of the class path with all classes that it names, directly or indirectly. */
struct closure {
  struct classpath *cp;
  struct pool pool;
  struct symtab *syms;
  VEC(const struct symbol *) names;
  XXH3_state_t *state;
};

static void closure_add(struct closure *c, const struct symbol *name) {
  for (size_t i = 0; i < c->names.len; i++)
    if (c->names.data[i] == name) return;
  *vec_push(&c->names) = name;
}

static void closure_names(struct closure *c, const struct class_file *cf) {
  for (uint32_t i = 0; i < cf->cp_count; i++)
    if (cf->cp[i].tag == CP_CLASS && cf->cp[i].name->s[0] != '[') closure_add(c, cf->cp[i].name);
}

/* Hashes a class and adds the classes that it names. Returns false if the class path lacks it,
 * because it belongs to the JDK or is missing. */
static bool closure_class(struct closure *c, const struct symbol *name) {
  char *entry = mem_printf("%s.class", name->s);
  struct error ignored = {0};
  struct class_file *cf;
  uint8_t *data;
  size_t len;
  bool found = !classpath_read(c->cp, entry, &data, &len, NULL, 0, &ignored);
  free(entry);
  if (!found) return false;
  XXH3_128bits_update(c->state, name->s, strlen(name->s));
  XXH3_128bits_update(c->state, data, len);
  if (!class_parse(data, len, name->s, &c->pool, c->syms, &cf, &ignored)) closure_names(c, cf);
  free(data);
  return true;
}

bool own_hash(struct classpath *cp, const char *klass, uint8_t out[16]) {
  struct closure c = {.cp = cp, .syms = symtab_new(), .state = XXH3_createState()};
  XXH128_canonical_t hash;
  bool found = true;
  pool_init(&c.pool);
  XXH3_128bits_reset(c.state);
  closure_add(&c, symtab_intern(c.syms, klass, strlen(klass)));
  for (size_t i = 0; found && i < c.names.len; i++)
    found = closure_class(&c, c.names.data[i]) || i > 0;
  XXH128_canonicalFromHash(&hash, XXH3_128bits_digest(c.state));
  memcpy(out, hash.digest, 16);
  XXH3_freeState(c.state);
  vec_free(&c.names);
  symtab_free(c.syms);
  pool_release(&c.pool);
  return found;
}
