/* Hand-made methods: static void m(int) of a class with its own StackMapTable, and the verifier's
 * expected results. */
#ifndef HEDDLE_TESTS_VERIFY_HANDS_H
#define HEDDLE_TESTS_VERIFY_HANDS_H

#include "engine/classfile/classfile.h"

struct hand {
  const char *what;
  const char *says; /* part of the message; NULL: the method is valid */
  uint16_t major, stack, locals;
  uint32_t len;
  uint8_t code[24];
  uint32_t map_len;
  uint8_t map[16];
  struct exception_entry handler; /* end_pc 0: none */
};

extern const struct hand hands[]; /* the last one has no `what` */

#endif
