/* The verification of a class: every method with code, by the method that the class file version
 * requires. See verify.h. */
#include "engine/vm/verify/verifier.h"

#include <stdlib.h>
#include <string.h>

enum { OLDEST_WITH_MAPS = 50, SECOND_TRY = 50 };

static vtype well_known(struct verifier *v, const char *name) {
  return vt_named(v, name, strlen(name));
}

static void begin_class(struct verifier *v, struct vm *vm, struct klass *k) {
  memset(v, 0, sizeof *v);
  v->vm = vm;
  v->k = k;
  v->cf = k->cf;
  pool_init(&v->pool);
  v->constants = mem_alloc((k->cf->cp_count + 1u) * sizeof *v->constants);
  v->this_type = vt_class(v, k->cf->name);
  v->object = well_known(v, "java/lang/Object");
  v->string = well_known(v, "java/lang/String");
  v->class_type = well_known(v, "java/lang/Class");
  v->throwable = well_known(v, "java/lang/Throwable");
  v->method_handle = well_known(v, "java/lang/invoke/MethodHandle");
  v->method_type = well_known(v, "java/lang/invoke/MethodType");
}

static void end_class(struct verifier *v) {
  pool_release(&v->pool);
  vec_free(&v->names);
  vec_free(&v->asked);
  free(v->name_slots);
  free(v->constants);
  text_release(&v->message);
}

static void begin_method(struct verifier *v, const struct method_info *m, bool inferring) {
  vtype second;
  pool_release(&v->pool);
  pool_init(&v->pool);
  v->m = m;
  v->in = NULL;
  v->frame = NULL;
  v->against = NULL;
  v->spent = 0;
  v->try_from = UINT32_MAX;
  v->try_to = 0;
  v->inferring = inferring;
  v->constructor = !strcmp(m->name->s, "<init>");
  v->result = vt_of_desc(v, desc_result(m->desc->s), &second);
}

static void check_methods(struct verifier *v, bool inferring) {
  for (unsigned i = 0; i < v->cf->method_count && !v->failed; i++) {
    if (!v->cf->methods[i].code_len) continue;
    begin_method(v, &v->cf->methods[i], inferring);
    check_limits(v);
    if (v->failed) return;
    if (inferring)
      infer_method(v);
    else
      typecheck_method(v);
  }
}

static void forget_fault(struct verifier *v) {
  v->failed = v->exhausted = false;
  text_release(&v->message);
}

static void keep_asked(struct verifier *v) {
  struct klass *k = v->k;
  if (v->missing || !v->asked.len) return;
  k->asked_count = (uint32_t)v->asked.len;
  k->asked = pool_alloc(&v->vm->pool, v->asked.len * sizeof *k->asked);
  memcpy(k->asked, v->asked.data, v->asked.len * sizeof *k->asked);
}

static int end_with(struct verifier *v, struct verify_failure *out) {
  int rc = 0;
  keep_asked(v);
  if (v->failed) {
    rc = v->exhausted ? ERR_LIMIT : ERR_INPUT;
    out->limit = v->exhausted;
    out->error_class = v->error_class;
    out->missing = v->missing;
    out->message = mem_strdup(v->message.s ? v->message.s : "");
  }
  end_class(v);
  return rc;
}

int verify_by_inference(struct vm *vm, struct klass *k, struct verify_failure *out) {
  struct verifier v;
  begin_class(&v, vm, k);
  check_methods(&v, true);
  return end_with(&v, out);
}

int verify_class(struct vm *vm, struct klass *k, struct verify_failure *out) {
  struct verifier v;
  begin_class(&v, vm, k);
  if (k->cf->major >= OLDEST_WITH_MAPS) check_methods(&v, false);
  if (v.failed && !v.final && k->cf->major == SECOND_TRY) {
    forget_fault(&v);
    check_methods(&v, true);
  } else if (k->cf->major < OLDEST_WITH_MAPS) {
    check_methods(&v, true);
  }
  return end_with(&v, out);
}
