/* Private to the assembler (synth.c, synth_code.c): the class and the method under construction. */
#ifndef HEDDLE_VM_SYNTH_SYNTH_INT_H
#define HEDDLE_VM_SYNTH_SYNTH_INT_H

#include "engine/vm/synth/synth.h"

/* Class file versions. A class with jumps gets an old version, which needs no stack maps, unless it
 * calls code of an interface directly. */
enum { PLAIN_VERSION = 52, JUMP_VERSION = 49 };

struct synth_label {
  int32_t pc;    /* -1: not bound yet */
  int32_t depth; /* stack depth at the label; -1: not known yet */
};

struct synth_fixup {
  uint32_t at, from; /* position of the offset, and the instruction from which it counts */
  int label;
  bool wide; /* offset of four bytes */
};

struct synth_line {
  uint32_t pc, line;
};

struct synth_handler {
  int start, end, target;
  uint16_t type;
};

struct synth_method {
  struct synth *s;
  uint16_t flags, name, desc;
  int depth; /* stack depth; -1: after an unconditional jump */
  int max_stack, max_locals;
  struct text code;
  VEC(struct synth_label) labels;
  VEC(struct synth_fixup) fixups;
  VEC(struct synth_handler) handlers;
  VEC(struct synth_line) lines;
  struct synth_method *next;
};

struct synth {
  char *name, *source; /* source: NULL if there is none */
  uint16_t flags, this_class, super_class;
  bool bad;
  bool jumps, interface_code; /* they decide on the version; interface_code needs 52 */
  struct text pool;           /* bytes of the constants */
  VEC(uint32_t) constants;    /* offset in pool by index - 1; UINT32_MAX: second half of a long */
  VEC(uint16_t) interfaces;
  struct text fields;
  uint16_t field_count;
  struct synth_method *methods, **methods_end;
};

/* These return the index of a constant; equal constants are shared. */
uint16_t synth_cp_utf8(struct synth *s, const char *text, size_t len);
/* CP_CLASS, CP_STRING, CP_METHODTYPE */
uint16_t synth_cp_name(struct synth *s, int tag, const char *text, size_t len);
uint16_t synth_cp_number(struct synth *s, int tag, uint64_t bits);
uint16_t synth_cp_handle(struct synth *s, int kind, uint16_t member);
uint16_t synth_cp_member(struct synth *s, int tag, const char *owner, const char *name,
                         const char *desc);

static inline void put_u1(struct text *t, uint32_t v) {
  char b = (char)v;
  text_add(t, &b, 1);
}
static inline void put_u2(struct text *t, uint32_t v) {
  put_u1(t, v >> 8);
  put_u1(t, v);
}
static inline void put_u4(struct text *t, uint32_t v) {
  put_u2(t, v >> 16);
  put_u2(t, v);
}

/* Patches all jumps. Returns false if a jump has no bound target or is too long. */
bool synth_method_finish(struct synth_method *m);

#endif
