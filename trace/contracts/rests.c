/* Hashes the code in a JDK that records depend on. See rests.h.
 *
 * The lists of different records share most classes, often with the same methods. Each class is
 * therefore parsed once, and hashed once for each list of its methods. */
#include "trace/contracts/rests.h"

#include <stdlib.h>
#include <string.h>

#include "engine/classfile/classfile.h"
#include "trace/contracts/digest.h"

struct rested_part { /* the hash of some methods of a class */
  char *methods;     /* NULL: all methods */
  XXH128_hash_t hash;
};

struct rested { /* a class that was read */
  const struct symbol *name;
  struct class_file *cf;
  VEC(struct rested_part) parts;
  struct rested *next; /* the next one in the same bucket */
};

enum { RESTS_BUCKETS = 256 };

struct rests {
  struct jimage *image;
  struct pool pool;
  struct symtab *syms;
  struct rested *buckets[RESTS_BUCKETS];
};

struct rests *rests_new(struct jimage *image) {
  struct rests *r = mem_alloc(sizeof *r);
  r->image = image;
  r->syms = symtab_new();
  pool_init(&r->pool);
  return r;
}

static void rested_free(struct rested *c) {
  for (size_t i = 0; i < c->parts.len; i++) free(c->parts.data[i].methods);
  vec_free(&c->parts);
  free(c);
}

void rests_free(struct rests *r) {
  if (!r) return;
  for (size_t i = 0; i < RESTS_BUCKETS; i++)
    for (struct rested *c = r->buckets[i], *next; c; c = next) {
      next = c->next;
      rested_free(c);
    }
  symtab_free(r->syms);
  pool_release(&r->pool);
  free(r);
}

/* Returns the class, reading it on first use, or NULL and an error. */
static struct rested *rested_class(struct rests *r, const char *name, struct error *err) {
  const struct symbol *s = symtab_cstr(r->syms, name);
  struct rested **at = &r->buckets[s->hash % RESTS_BUCKETS], *c;
  const uint8_t *data;
  size_t len;
  for (c = *at; c; c = c->next)
    if (c->name == s) return c;
  if (jimage_class(r->image, NULL, name, &data, &len, err)) {
    if (!err->code) error_set(err, ERR_NOTFOUND, "the JDK has no class %s", name);
    return NULL;
  }
  c = mem_alloc(sizeof *c);
  c->name = s;
  if (class_parse_image(data, len, s, &r->pool, r->syms, &c->cf, err)) {
    free(c);
    return NULL;
  }
  c->next = *at;
  *at = c;
  return c;
}

static XXH128_hash_t rested_hash(struct rested *c, const char *methods) {
  struct rested_part *p;
  for (size_t i = 0; i < c->parts.len; i++) {
    p = &c->parts.data[i];
    if (methods && p->methods ? !strcmp(p->methods, methods) : p->methods == methods)
      return p->hash;
  }
  p = vec_push(&c->parts);
  *p = (struct rested_part){methods ? mem_strdup(methods) : NULL, digest_class(c->cf, methods)};
  return p->hash;
}

/* Adds a hash to the sum. The hash of a class includes its name, so a sum, which does not depend on
 * the order, is sufficient. */
static void add_hash(XXH128_hash_t *sum, XXH128_hash_t h) {
  sum->low64 += h.low64;
  sum->high64 += h.high64;
}

static int add_rested(struct rests *r, const char *name, const char *methods, XXH128_hash_t *sum,
                      struct error *err) {
  struct rested *c = rested_class(r, name, err);
  if (!c) return err->code;
  add_hash(sum, rested_hash(c, methods));
  return 0;
}

/* Adds a class and its nested classes, with all methods. */
static int add_whole(struct rests *r, const struct class_file *cf, XXH128_hash_t *sum,
                     struct error *err) {
  const struct rested *host = rested_class(r, (cf->nest_host ? cf->nest_host : cf->name)->s, err);
  const char *name = cf->name->s;
  size_t n = strlen(name);
  if (!host || add_rested(r, name, NULL, sum, err)) return err->code;
  for (uint32_t i = 0; i < host->cf->nest_member_count; i++) {
    const char *member = host->cf->nest_members[i]->s;
    if (!strncmp(member, name, n) && member[n] == '$' && add_rested(r, member, NULL, sum, err))
      return err->code;
  }
  return 0;
}

/* Adds the contract's class and its superclasses, except those in the list of executed methods. */
static int add_own(struct rests *r, const char *klass, const json_t *executed, XXH128_hash_t *sum,
                   struct error *err) {
  const char *at = klass;
  while (strcmp(at, "java/lang/Object") != 0) {
    const struct rested *c = rested_class(r, at, err);
    if (!c || (!json_object_get(executed, at) && add_whole(r, c->cf, sum, err))) return err->code;
    if (!c->cf->super_name) break;
    at = c->cf->super_name->s;
  }
  return 0;
}

int rests_hash(struct rests *r, const char *klass, const json_t *executed, XXH128_hash_t *out,
               struct error *err) {
  const char *name;
  const json_t *methods;
  *out = (XXH128_hash_t){0};
  for (void *i = json_object_iter((json_t *)(uintptr_t)executed); i;
       i = json_object_iter_next((json_t *)(uintptr_t)executed, i)) {
    name = json_object_iter_key(i);
    methods = json_object_iter_value(i);
    if (add_rested(r, name, json_string_value(methods), out, err)) return err->code;
  }
  return klass ? add_own(r, klass, executed, out, err) : 0;
}
