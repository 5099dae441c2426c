/* Internal to the analysis of stackmap.h: stackmap.c sets it up and makes the maps from the results
 * of stackmap_infer.c (forward) and stackmap_live.c (backward). */
#ifndef HEDDLE_VM_INTERP_STACKMAP_INT_H
#define HEDDLE_VM_INTERP_STACKMAP_INT_H

#include "engine/classfile/insn.h"
#include "engine/vm/interp/stackmap.h"

enum { NO_INSN = 0xffffffff };

/* Kinds used during inference, in addition to those of stackmap.h. A subroutine is identified by
 * the number of its entry. */
enum {
  KIND_LOST = 3,    /* depends on the caller on some paths only: unknown */
  KIND_ADDRESS = 4, /* KIND_ADDRESS + n: the return address of subroutine n */
  /* KIND_CALLER + n: the kind that the slot has at the jsr that called subroutine n */
  KIND_CALLER = 128,
  SUBROUTINES_MAX = 100
};

struct stackmap_work {
  const struct class_file *cf;
  const struct method_info *info;
  bool is_static;
  const char *desc;
  uint32_t count, width,
      words; /* number of instructions, slots of a state, 64-bit words of a set of locals */
  struct insn *insns;
  const char **effects;
  uint32_t *index; /* bytecode index -> instruction */
  uint8_t *kinds;  /* [count * width] */
  uint16_t *depth; /* [count] */
  uint8_t *reached, *queued;
  uint32_t *queue;
  uint32_t queue_len;
  uint64_t *live;    /* [count * words]: locals live before the instruction */
  uint32_t *entries; /* entries of subroutines: instructions, by subroutine number */
  uint32_t entry_count;
  uint8_t *by_caller; /* [entry_count * locals]: the kind at the entry depends on the call */
  bool again;         /* another such local was found, so the inference must start again */
  struct pool pool;
};

static inline uint8_t *state_of(const struct stackmap_work *w, uint32_t i) {
  return w->kinds + (size_t)i * w->width;
}
static inline uint64_t *live_of(const struct stackmap_work *w, uint32_t i) {
  return w->live + (size_t)i * w->words;
}
static inline uint32_t insn_at(const struct stackmap_work *w, uint32_t pc) {
  return pc < w->info->code_len ? w->index[pc] : NO_INSN;
}

static inline unsigned slots_of(char letter) { return letter == 'J' || letter == 'D' ? 2 : 1; }

/* Returns how many local slots an instruction reads or writes, or 0, and sets *slot to the first
 * one. *how begins with r or w. */
unsigned stackmap_local_access(const struct insn *in, const char **how, int32_t *slot,
                               const char *effect);
/* Calls fn with arg for each instruction that i may jump to; with NO_INSN for an invalid target. */
void stackmap_each_target(const struct stackmap_work *w, uint32_t i, void (*fn)(void *, uint32_t),
                          void *arg);
bool stackmap_has_subroutines(const struct stackmap_work *w);
/* Returns the number of the subroutine that the jsr calls. */
uint32_t stackmap_subroutine(const struct stackmap_work *w, const struct insn *jsr);
/* Returns whether the reached ret at instruction i ends the subroutine that the jsr calls. */
bool stackmap_ends(const struct stackmap_work *w, uint32_t i, const struct insn *jsr);

/* infers kinds and depths before each reached instruction */
void stackmap_infer(struct stackmap_work *w);
/* computes the live locals before each reached instruction; call after stackmap_infer */
void stackmap_liveness(struct stackmap_work *w);

#endif
