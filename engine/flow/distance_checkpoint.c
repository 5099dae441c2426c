/* Distances in a checkpoint: the additions of run-time refinement (distance.h). */
#include "engine/flow/distance_int.h"
#include <stdlib.h>
#include "engine/base/block_file.h"
#include "engine/classfile/insn.h"
#include "engine/vm/machine.h"

void distances_save(const struct distances *d, struct ckpt_out *o) {
  struct error ignored = {0};
  ckpt_put_number(o, d->steps.len);
  for (size_t i = 0; i < d->steps.len; i++) {
    const struct method *m = d->steps.data[i].method;
    if (vm_class(d->vm, m->owner->name->s, &ignored) != m->owner)
      ckpt_out_fail(o, ERR_UNSUPPORTED,
                    "the heuristic has met the class %s, which cannot be found by its name",
                    m->owner->name->s);
    ckpt_put_text(o, m->owner->name->s);
    ckpt_put_text(o, m->name->s);
    ckpt_put_text(o, m->desc->s);
    ckpt_put_number(o, d->steps.data[i].explored);
  }
}

static void load_step(struct distances *d, struct ckpt_in *in) {
  struct error err = {0};
  char *owner = ckpt_text(in), *name = ckpt_text(in), *desc = ckpt_text(in);
  struct klass *k = owner ? vm_class(d->vm, owner, &err) : NULL;
  struct method *m = k && name && desc ? klass_declared_method(k, name, desc) : NULL;
  struct rta_method *rm = m ? distance_method_in(d, m) : NULL;
  if (ckpt_number(in) && rm) distance_explore(d, rm);
  if (!rm)
    ckpt_in_fail(in, ERR_INPUT, "the checkpoint does not fit the program: no method %s.%s",
                 owner ? owner : "?", name ? name : "?");
  free(owner);
  free(name);
  free(desc);
}

void distances_load(struct distances *d, struct ckpt_in *in) {
  distances_new_trial(d);
  for (uint64_t n = ckpt_number(in); n && ckpt_good(in); n--) load_step(d, in);
}
