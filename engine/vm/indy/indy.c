/* Links call sites of invokedynamic according to the bootstrap method that they name. See
 * indy.h. */
#include "engine/vm/indy/indy.h"

#include <stdlib.h>

static const struct bootstrap {
  const char *klass, *name, *kind;
  indy_fn *fn;
} bootstraps[] = {
#define BOOTSTRAP(klass, name, fn) {klass, name, #fn, fn},
#include "engine/vm/indy/bootstraps.def"
#undef BOOTSTRAP
};

static const struct bootstrap *indy_find(const struct cp_entry *method) {
  for (size_t i = 0; i < COUNT(bootstraps); i++)
    if (!strcmp(method->owner->s, bootstraps[i].klass) &&
        !strcmp(method->name->s, bootstraps[i].name))
      return &bootstraps[i];
  return NULL;
}

int indy_resolve_bootstrap(struct vm *vm, struct thread *t, struct klass *k, uint32_t index) {
  const struct bootstrap_method *bm = &k->cf->bootstraps[k->cf->cp[index].index];
  const struct cp_entry *method = &k->cf->cp[k->cf->cp[bm->method_handle].index];
  int rc = indy_find(method) ? NATIVE_OK : resolve_handle(vm, t, k, bm->method_handle);
  for (uint32_t i = 0; i < bm->argc && rc == NATIVE_OK; i++)
    if (k->cf->cp[bm->args[i]].tag == CP_METHODHANDLE) rc = resolve_handle(vm, t, k, bm->args[i]);
  return rc;
}
char *indy_class_name(struct vm *vm, struct klass *host, const char *what, uint32_t index) {
  uint64_t view = resolve_view(vm, host, index);
  if (!view) return mem_printf("%s$$%s$%u", host->name->s, what, index);
  return mem_printf("%s$$%s$%u@%016llx", host->name->s, what, index, (unsigned long long)view);
}

/* Returns "Host$$Lambda$42" for the site at constant 42 and a function indy_lambda*. */
static char *site_name(struct vm *vm, struct klass *host, uint32_t index, const char *function) {
  const char *kind = function + strlen("indy_");
  size_t n = strcspn(kind, "_");
  char *what = mem_printf("%.*s", (int)n, kind), *name = indy_class_name(vm, host, what, index);
  size_t at = host->name->len + 2;
  name[at] = (char)(name[at] - 'a' + 'A');
  free(what);
  return name;
}

const struct cp_entry *indy_arg(const struct indy *site, uint32_t i, int tag) {
  const struct cp_entry *e;
  if (i >= site->argc) return NULL;
  e = &site->cp[site->args[i]];
  return e->tag == tag ? e : NULL;
}

int indy_bad(const struct indy *site, const char *what) {
  return vm_unsupported(site->vm, site->t, "call site %s%s in %s: %s", site->name, site->desc,
                        site->host->name->s, what);
}

int indy_finish(struct indy *site, struct synth *s, const char *method, struct call_site *out) {
  struct error err = {0};
  struct klass *k = synth_define(site->vm, s, site->host, &err);
  if (!k) return synth_failed(site->vm, site->t, &err);
  out->target = klass_declared_method(k, method, site->desc);
  return out->target ? NATIVE_OK : indy_bad(site, "its class has no target");
}

/* Finds the call site of a class that was made by an earlier link. */
static bool known(const struct indy *site, struct call_site *out) {
  struct klass *k = synth_find(site->vm, site->klass_name);
  const struct call_site *before = k ? synth_fact(k, "site", k->name) : NULL;
  if (before) *out = *before;
  return before != NULL;
}

static void indy_remember(const struct indy *site, const struct call_site *out) {
  struct klass *k = synth_find(site->vm, site->klass_name);
  struct call_site *copy;
  if (!k) return;
  copy = pool_alloc(&site->vm->pool, sizeof *copy);
  *copy = *out;
  synth_fact_put(site->vm, k, "site", k->name, copy);
}

int indy_link(struct vm *vm, struct thread *t, struct klass *k, uint32_t index,
              struct call_site *out) {
  const struct cp_entry *e = &k->cf->cp[index];
  const struct bootstrap_method *bm = &k->cf->bootstraps[e->index];
  const struct cp_entry *method = &k->cf->cp[k->cf->cp[bm->method_handle].index];
  const struct bootstrap *b = indy_find(method);
  struct indy *site;
  int rc;
  memset(out, 0, sizeof *out);
  if (!b) return indy_user(vm, t, k, index, out);
  site = mem_alloc(sizeof *site);
  *site = (struct indy){.vm = vm,
                        .t = t,
                        .host = k,
                        .cp = k->cf->cp,
                        .name = e->name->s,
                        .desc = e->desc->s,
                        .argc = bm->argc,
                        .args = bm->args};
  site->klass_name = site_name(vm, k, index, b->kind);
  if (known(site, out)) {
    rc = NATIVE_OK;
  } else {
    rc = sig_parse(&site->sig, site->desc) ? b->fn(site, out) : indy_bad(site, "bad descriptor");
    if (rc == NATIVE_OK) indy_remember(site, out);
  }
  free(site->klass_name);
  free(site);
  return rc;
}

int resolve_indy(struct vm *vm, struct thread *t, struct klass *k, uint32_t index,
                 struct call_site *out) {
  const struct call_site *seen;
  uint64_t view;
  int rc = k->cp[index] && !k->own_loader ? NATIVE_OK : indy_resolve_bootstrap(vm, t, k, index);
  if (rc == NATIVE_OK) rc = resolve_constant_names(vm, t, k, index);
  if (rc) return rc;
  view = resolve_view(vm, k, index);
  seen = resolve_seen(k, index, view);
  memset(out, 0, sizeof *out);
  if (!seen) rc = indy_link(vm, t, k, index, out);
  if (rc == NATIVE_OK && !seen) resolve_note_seen(vm, k, index, view, out);
  if (seen) *out = *seen;
  return rc;
}
