/* See rewrite_fixture.h. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include <cmocka.h>

#include "rewrite_fixture.h"

static uint32_t number_site(void *arg, const struct class_file *cf, const struct rewrite_site *s) {
  struct rewrite_job *job = arg;
  assert_true(s->bci == 0 || s->bci < s->method->code_len);
  assert_non_null(cf);
  return job->first_site + job->sites++;
}

static void want_all(struct event_set *set) {
#define TRACE_EVENT(code, id, name, group, ref, traits) event_want(set, code);
#include "trace/events.def"
#undef TRACE_EVENT
}

struct rewrite_job rewrite_job_init(void) {
  struct rewrite_job job = {.o = {.noise = true, .site = number_site}};
  want_all(&job.o.events);
  return job;
}

void save_class(const char *dir, const char *name, const uint8_t *data, size_t len) {
  char *path = mem_printf("%s/%s.class", dir, name);
  for (char *p = path + strlen(dir) + 1; *p; p++) {
    if (*p != '/') continue;
    *p = 0;
    mkdir(path, 0777);
    *p = '/';
  }
  write_file(path, data, len);
  free(path);
}

static void rewrite_one(struct rewrite_job *job, const char *what, const uint8_t *data,
                        size_t len) {
  struct error err = {0};
  struct pool pool;
  struct symtab *syms = symtab_new();
  struct class_file *cf;
  uint8_t *out;
  size_t out_len;
  pool_init(&pool);
  job->o.arg = job;
  if (class_parse(data, len, what, &pool, syms, &cf, &err)) fail_msg("%s", err.msg);
  int rc = class_rewrite(data, len, cf, &job->o, &out, &out_len, &err);
  if (rc && rc != ERR_LIMIT) fail_msg("%s: %s", what, err.msg);
  if (rc) assert_null(out);
  job->too_large += rc == ERR_LIMIT;
  job->unchanged += !rc && !out;
  job->rewritten += out != NULL;
  if (out && job->dir) save_class(job->dir, cf->name->s, out, out_len);
  if (out && job->names) fprintf(job->names, "%.*s\n", (int)cf->name->len, cf->name->s);
  free(out);
  pool_release(&pool);
  symtab_free(syms);
}

struct module_visit {
  struct rewrite_job *job;
  const char *module;
  unsigned every, seen;
};

static int visit_class(void *arg, const struct jimage_entry *e) {
  struct module_visit *v = arg;
  if (strcmp(e->module, v->module) || strcmp(e->extension, "class") ||
      !strcmp(e->base, "module-info"))
    return 0;
  if (v->seen++ % v->every) return 0;
  char *name = mem_printf("%s/%s", e->parent, e->base);
  rewrite_one(v->job, name, e->data, e->len);
  free(name);
  return 0;
}

void rewrite_module(struct jdk_classes *k, struct rewrite_job *job, const char *module,
                    unsigned every) {
  struct module_visit v = {job, module, every, 0};
  struct error err = {0};
  assert_int_equal(jimage_each(k->image, visit_class, &v, &err), 0);
}
