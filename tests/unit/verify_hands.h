/* Methods made by hand: static void m(int) of a class with a StackMapTable of their own, and what
 * the verifier says of them. */
#ifndef HEDDLE_TESTS_VERIFY_HANDS_H
#define HEDDLE_TESTS_VERIFY_HANDS_H

#include "engine/classfile/classfile.h"

struct hand {
  const char *what;
  const char *says; /* part of the message; NULL: it holds */
  uint16_t major, stack, locals;
  uint32_t len;
  uint8_t code[24];
  uint32_t map_len;
  uint8_t map[16];
  struct exception_entry handler; /* end_pc 0: none */
};

extern const struct hand hands[]; /* ended by one without `what` */

#endif
