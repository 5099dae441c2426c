/* See aside.h. */
#include "engine/vm/sched/aside.h"

void aside_begin(struct vm *vm, struct aside *a) {
  *a = (struct aside){.cur = vm->cur,
                      .choice = vm->choice,
                      .mark_hit = vm->mark_hit,
                      .out_fd = vm->opt.out_fd,
                      .insn_total = vm->insn_total,
                      .insn_limit = vm->insn_limit,
                      .asked_world = vm->asked_world,
                      .unreported = vm->unreported,
                      .sections_seen = vm->sections_seen,
                      .time_seen = vm->time_seen,
                      .patient_seen = vm->patient_seen,
                      .seed_seen = vm->seed_seen,
                      .distinguished_by = vm->distinguished_by};
  vm->opt.out_fd = -1;
  vm->insn_limit = 0;
}

void aside_end(struct vm *vm, const struct aside *a) {
  vm->cur = a->cur;
  vm->choice = a->choice;
  vm->mark_hit = a->mark_hit;
  vm->opt.out_fd = a->out_fd;
  vm->insn_total = a->insn_total;
  vm->insn_limit = a->insn_limit;
  vm->asked_world = a->asked_world;
  vm->unreported = a->unreported;
  vm->sections_seen = a->sections_seen;
  vm->time_seen = a->time_seen;
  vm->patient_seen = a->patient_seen;
  vm->seed_seen = a->seed_seen;
  vm->distinguished_by = a->distinguished_by;
}
