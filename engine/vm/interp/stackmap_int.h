/* Inside the analysis of stackmap.h only: stackmap.c sets it up and makes the maps of what
 * stackmap_infer.c (forward) and stackmap_live.c (backward) find. */
#ifndef HEDDLE_VM_INTERP_STACKMAP_INT_H
#define HEDDLE_VM_INTERP_STACKMAP_INT_H

#include "engine/classfile/insn.h"
#include "engine/vm/interp/stackmap.h"

enum { NO_INSN = 0xffffffff };

/* While they are inferred, kinds beside those of stackmap.h. A subroutine is known by its number:
 * that of its entry. */
enum {
  KIND_LOST = 3,     /* would depend on the caller, but on one path only: unknown */
  KIND_ADDRESS = 4,  /* ... + n: where subroutine n returns to */
  KIND_CALLER = 128, /* ... + n: what it is at the jsr that called subroutine n */
  SUBROUTINES_MAX = 100
};

struct stackmap_work {
  const struct class_file *cf;
  const struct method_info *info;
  bool is_static;
  const char *desc;
  uint32_t count, width,
      words; /* instructions, slots of a state, 64-bit words of a set of locals */
  struct insn *insns;
  const char **effects;
  uint32_t *index; /* bytecode index -> instruction */
  uint8_t *kinds;  /* [count * width] */
  uint16_t *depth; /* [count] */
  uint8_t *reached, *queued;
  uint32_t *queue;
  uint32_t queue_len;
  uint64_t *live;    /* [count * words]: before the instruction */
  uint32_t *entries; /* of subroutines: instructions, by their numbers */
  uint32_t entry_count;
  uint8_t *by_caller; /* [entry_count * locals]: the kind at the entry is a matter of the call */
  bool again;         /* one was found: what was inferred before is not to be joined with it */
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

/* The locals an instruction reads or writes: first slot in *slot, how many slots; 0 when none. *how
 * begins with r or w. */
unsigned stackmap_local_access(const struct insn *in, const char **how, int32_t *slot,
                               const char *effect);
/* Calls fn with arg for each instruction that i may jump to; NO_INSN for one that is none. */
void stackmap_each_target(const struct stackmap_work *w, uint32_t i, void (*fn)(void *, uint32_t),
                          void *arg);
bool stackmap_has_subroutines(const struct stackmap_work *w);
/* The number of the subroutine that the jsr calls. */
uint32_t stackmap_subroutine(const struct stackmap_work *w, const struct insn *jsr);
/* Does the instruction i, a ret that is reached, end the subroutine that the jsr calls? */
bool stackmap_ends(const struct stackmap_work *w, uint32_t i, const struct insn *jsr);

/* kinds and depths before each instruction that is reached */
void stackmap_infer(struct stackmap_work *w);
/* which locals are live there; after stackmap_infer */
void stackmap_liveness(struct stackmap_work *w);

#endif
