/* Checkpoints of a session's whole search. They begin with the identity of the search (the options
 * that determine it, the JDK, the program's classes); the search follows (search/checkpoint.h).
 * Bounds that only limit a search are not part of the identity, so it can continue with other
 * bounds. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

#include "engine/reduction/atomic.h"
#include "engine/search/checkpoint.h"
#include "engine/natives/io/files.h"
#include "engine/session/checkpoint.h"
#include "engine/vm/loader/classes.h"
#include "engine/vm/interp/coverage.h"
#include "engine/vm/machine.h"

/* ---- the identity: pairs of strings in a fixed order ---- */

struct pair {
  char *key, *value; /* owned */
};
struct identity {
  VEC(struct pair) pairs;
};

static void checkpoint_add(struct identity *id, const char *key, const char *value) {
  if (value) *vec_push(&id->pairs) = (struct pair){mem_strdup(key), mem_strdup(value)};
}

static void add_number(struct identity *id, const char *key, uint64_t value) {
  char text[24];
  snprintf(text, sizeof text, "%llu", (unsigned long long)value);
  checkpoint_add(id, key, text);
}

static void add_flag(struct identity *id, const char *key, bool on) {
  checkpoint_add(id, key, on ? "on" : NULL);
}

static void add_nth(struct identity *id, const char *what, uint32_t i, const char *value) {
  char *key = mem_printf("%s %u", what, i + 1);
  checkpoint_add(id, key, value);
  free(key);
}

static void add_program(struct identity *id, struct engine *e) {
  const struct engine_options *o = &e->opt;
  const uint8_t *input;
  size_t len;
  int i;
  checkpoint_add(id, "heddle", HEDDLE_VERSION);
  checkpoint_add(id, "the JDK", engine_jdk(e));
  checkpoint_add(id, "the main class", o->main_class);
  for (i = 0; i < o->argc; i++) add_nth(id, "argument", (uint32_t)i, e->argv[i]);
  for (i = 0; i < o->readable_count; i++) add_nth(id, "readable", (uint32_t)i, e->readable[i]);
  for (i = 0; i < o->define_count; i++) add_nth(id, "system property", (uint32_t)i, e->defines[i]);
  input = files_input(e->vm, &len);
  if (input && len) add_number(id, "the hash of the standard input", XXH3_64bits(input, len));
  add_number(id, "--heap", o->heap_bytes);
  add_number(id, "--seed", o->seed);
}

#define LEFT_OUT "the contracts that were left out"
#define OWNERS "the owners of locks"
#define UNLOCKS "the releases of monitors"

static void add_properties(struct identity *id, struct engine *e) {
  const struct engine_options *o = &e->opt;
  char *names = engine_properties_text(o->properties, ",");
  checkpoint_add(id, "--property", names);
  free(names);
  checkpoint_add(id, "--por", engine_por_name((uint32_t)o->por));
  checkpoint_add(id, "--atomic", o->atomic);
  add_number(id, "--contracts", o->contracts ? XXH3_64bits(o->contracts, strlen(o->contracts)) : 0);
  if (*atomic_left_out(e->vm)) checkpoint_add(id, LEFT_OUT, atomic_left_out(e->vm));
  if (e->vm->sched.owners) checkpoint_add(id, OWNERS, "shown");
  if (e->vm->sched.unlocks) checkpoint_add(id, UNLOCKS, "shown");
  checkpoint_add(id, "--trust", o->trust);
  checkpoint_add(id, "--benign", o->benign);
  checkpoint_add(id, "--own", o->own);
  add_number(id, "--patience", o->patience);
  add_number(id, "--clock-jumps", o->clock_jumps);
  add_number(id, "--spurious", o->spurious);
  checkpoint_add(id, "--stale-reads", engine_stale_name((uint32_t)o->stale_reads));
  add_flag(id, "--race-rw", o->race_rw);
  add_flag(id, "--swallowed", o->swallowed);
  add_flag(id, "--outcomes", o->outcomes);
  add_flag(id, "--coverage", o->coverage);
}

static void add_search(struct identity *id, struct engine *e, const struct search *s) {
  const struct search_options *o = &s->opt;
  checkpoint_add(id, "--search", s->ops->name);
  if (s->ops->ranks) checkpoint_add(id, "--heuristic", o->heuristic);
  if (s->ops->ranks) checkpoint_add(id, "--prefer", o->prefer);
  if (s->ops->ranks) checkpoint_add(id, "--position", heuristic_position((uint32_t)o->position));
  checkpoint_add(id, "--jrf", o->jrf);
  add_number(id, "--preemptions", o->preemptions);
  add_number(id, "--depth", o->depth);
  add_number(id, "--pct-depth", o->pct_depth);
  add_number(id, "--backtrack", o->backtrack_max);
  add_flag(id, "--all-errors", o->all_errors);
  add_flag(id, "--thread-symmetry", o->thread_symmetry);
  add_flag(id, "--sleep-sets", o->sleep_sets);
  add_flag(id, "--exact", o->exact);
  add_flag(id, "--no-match-h", o->no_match_h);
  for (uint32_t i = 0; i < e->marks.len; i++) add_nth(id, "location", i, e->marks.data[i].text);
}

static void identity_of(struct identity *id, struct engine *e, const struct search *s) {
  add_program(id, e);
  add_properties(id, e);
  add_search(id, e, s);
}

static void identity_release(struct identity *id) {
  for (size_t i = 0; i < id->pairs.len; i++) {
    free(id->pairs.data[i].key);
    free(id->pairs.data[i].value);
  }
  vec_free(&id->pairs);
}

static const char *checkpoint_value_of(const struct identity *id, const char *key) {
  for (size_t i = 0; i < id->pairs.len; i++)
    if (!strcmp(id->pairs.data[i].key, key)) return id->pairs.data[i].value;
  return NULL;
}

static void save_identity(struct ckpt_out *o, struct engine *e, const struct search *s) {
  struct identity id = {0};
  identity_of(&id, e, s);
  ckpt_begin(o, CKPT_IDENTITY);
  ckpt_put_number(o, id.pairs.len);
  for (size_t i = 0; i < id.pairs.len; i++) {
    ckpt_put_text(o, id.pairs.data[i].key);
    ckpt_put_text(o, id.pairs.data[i].value);
  }
  identity_release(&id);
}

static void read_identity(struct ckpt_in *in, struct identity *id) {
  ckpt_need(in, CKPT_IDENTITY);
  for (uint64_t n = ckpt_number(in); n && ckpt_good(in); n--) {
    struct pair p = {ckpt_text(in), ckpt_text(in)};
    if (p.key && p.value) {
      *vec_push(&id->pairs) = p;
      continue;
    }
    free(p.key);
    free(p.value);
    ckpt_in_fail(in, ERR_INPUT, "the checkpoint is inconsistent (its options)");
  }
}

static void checkpoint_compare(struct ckpt_in *in, const struct identity *was,
                               const struct identity *is, const char *key) {
  const char *a = checkpoint_value_of(was, key), *b = checkpoint_value_of(is, key);
  if (a && b && !strcmp(a, b)) return;
  if (a && b)
    ckpt_in_fail(in, ERR_USAGE, "the checkpoint belongs to another search: %s was %s and is %s",
                 key, a, b);
  else if (a)
    ckpt_in_fail(in, ERR_USAGE,
                 "the checkpoint belongs to another search: %s was %s and is not given", key, a);
  else
    ckpt_in_fail(in, ERR_USAGE,
                 "the checkpoint belongs to another search: %s was not given and is %s", key, b);
}

static void check_identity(struct ckpt_in *in, struct engine *e, const struct search *s) {
  struct identity was = {0}, is = {0};
  size_t i;
  read_identity(in, &was);
  if (checkpoint_value_of(&was, LEFT_OUT))
    atomic_leave_out_named(e->vm, checkpoint_value_of(&was, LEFT_OUT));
  e->vm->sched.owners = checkpoint_value_of(&was, OWNERS) != NULL;
  e->vm->sched.unlocks = checkpoint_value_of(&was, UNLOCKS) != NULL;
  identity_of(&is, e, s);
  for (i = 0; i < was.pairs.len; i++) checkpoint_compare(in, &was, &is, was.pairs.data[i].key);
  for (i = 0; i < is.pairs.len; i++) checkpoint_compare(in, &was, &is, is.pairs.data[i].key);
  identity_release(&was);
  identity_release(&is);
}

/* ---- the program's classes ---- */

static bool is_programs(struct vm *vm, const struct klass *k) {
  return k && k->cf && !k->is_jdk && !k->extra && !k->host && !k->bytes_hash && !k->own_loader &&
         classes_find(vm, k->name) == k;
}

static void save_classes(struct ckpt_out *o, struct vm *vm) {
  ckpt_begin(o, CKPT_CLASSES);
  for (size_t i = 0; i < vm->klasses.len; i++) {
    const struct klass *k = vm->klasses.data[i];
    if (!is_programs(vm, k)) continue;
    ckpt_put_text(o, k->name->s);
    ckpt_put(o, k->cf->hash, sizeof k->cf->hash);
  }
  ckpt_put_text(o, NULL);
}

/* With --stale-reads racy, older writes are kept of these locations: a class and its field, or the
 * class of an array and NULL. */
static void save_older(struct ckpt_out *o, struct vm *vm) {
  for (size_t i = KLASS_FIRST; i < vm->klasses.len; i++) {
    const struct klass *k = vm->klasses.data[i];
    for (uint32_t f = 0; k && f < k->field_count; f++) {
      if (!k->fields[f].older) continue;
      ckpt_put_text(o, k->name->s);
      ckpt_put_text(o, k->fields[f].name->s);
    }
    if (!k || !k->older_elements) continue;
    ckpt_put_text(o, k->name->s);
    ckpt_put_text(o, NULL);
  }
  ckpt_put_text(o, NULL);
}

static void load_older(struct ckpt_in *in, struct vm *vm) {
  char *name, *field;
  while (ckpt_good(in) && (name = ckpt_text(in))) {
    struct error err = {0};
    struct klass *k = vm_class(vm, name, &err);
    field = ckpt_text(in);
    for (uint32_t f = 0; k && field && f < k->field_count; f++)
      if (!strcmp(k->fields[f].name->s, field)) k->fields[f].older = true;
    if (k && !field) k->older_elements = true;
    free(name);
    free(field);
  }
}

static void check_classes(struct ckpt_in *in, struct vm *vm) {
  char *name;
  ckpt_need(in, CKPT_CLASSES);
  while ((name = ckpt_text(in))) {
    struct error err = {0};
    uint8_t hash[sizeof((struct class_file *)0)->hash];
    const struct klass *k = vm_class(vm, name, &err);
    ckpt_get(in, hash, sizeof hash);
    if (!k)
      ckpt_in_fail(in, ERR_USAGE,
                   "the checkpoint belongs to another program: the class %s is missing", name);
    else if (!k->cf || memcmp(k->cf->hash, hash, sizeof hash) != 0)
      ckpt_in_fail(in, ERR_USAGE,
                   "the checkpoint belongs to another program: the class %s has changed", name);
    free(name);
  }
}

/* ---- the whole checkpoint ---- */

static int write_to(struct engine *e, struct search *s, int fd, struct error *err) {
  struct ckpt_out *o = ckpt_out_new(fd);
  save_identity(o, e, s);
  save_classes(o, e->vm);
  save_older(o, e->vm);
  checkpoint_save(o, s);
  if (e->opt.coverage) coverage_save(e->vm, o);
  return ckpt_out_close(o, &s->report.checkpoint_bytes, err);
}

int session_checkpoint_write(struct engine *e, struct search *s, const struct checkpoint_options *c,
                             struct error *err) {
  int fd = c->create(c->self, err);
  if (fd < 0) return err->code;
  if (write_to(e, s, fd, err) || c->keep(c->self, err)) return err->code;
  s->report.checkpoints++;
  return 0;
}

static int read_from(struct engine *e, struct search *s, int fd, struct error *err) {
  struct ckpt_in *in = ckpt_in_new(fd, err);
  int code;
  if (!in) return err->code;
  check_identity(in, e, s);
  if (ckpt_good(in)) check_classes(in, e->vm);
  if (ckpt_good(in)) load_older(in, e->vm);
  if (ckpt_good(in)) checkpoint_load(in, s);
  if (ckpt_good(in) && e->opt.coverage) coverage_load(e->vm, in);
  code = ckpt_in_finish(in, err);
  ckpt_in_free(in);
  return code;
}

int session_checkpoint_read(struct engine *e, struct search *s, const struct checkpoint_options *c,
                            struct error *err) {
  return read_from(e, s, c->resume, err) ? error_prefix(err, "%s", c->resume_name) : 0;
}
