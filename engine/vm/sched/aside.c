/* See aside.h. */
#include "engine/vm/sched/aside.h"

void aside_begin(struct vm *vm, struct aside *a) {
  *a = (struct aside){.cur = vm->run.cur,
                      .choice = vm->run.choice,
                      .mark_hit = vm->marks.hit,
                      .out_fd = vm->opt.out_fd,
                      .insn_total = vm->insn_total,
                      .insn_limit = vm->sched.insn_limit,
                      .asked_world = vm->run.asked_world,
                      .unreported = vm->run.unreported,
                      .sections_seen = vm->seen.sections,
                      .time_seen = vm->seen.time,
                      .patient_seen = vm->seen.patient,
                      .seed_seen = vm->seen.seed,
                      .weak_seen = vm->seen.weak,
                      .distinguished_by = vm->seen.distinguished_by};
  vm->opt.out_fd = -1;
  vm->sched.insn_limit = 0;
}

void aside_end(struct vm *vm, const struct aside *a) {
  vm->run.cur = a->cur;
  vm->run.choice = a->choice;
  vm->marks.hit = a->mark_hit;
  vm->opt.out_fd = a->out_fd;
  vm->insn_total = a->insn_total;
  vm->sched.insn_limit = a->insn_limit;
  vm->run.asked_world = a->asked_world;
  vm->run.unreported = a->unreported;
  vm->seen.sections = a->sections_seen;
  vm->seen.time = a->time_seen;
  vm->seen.patient = a->patient_seen;
  vm->seen.seed = a->seed_seen;
  vm->seen.weak = a->weak_seen;
  vm->seen.distinguished_by = a->distinguished_by;
}
