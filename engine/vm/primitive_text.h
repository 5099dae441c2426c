/* Values of primitive types as text. */
#ifndef HEDDLE_VM_PRIMITIVE_TEXT_H
#define HEDDLE_VM_PRIMITIVE_TEXT_H

#include <stdint.h>

/* Returns the value as Java would write it, such as 'a' or 1.0; the caller frees it. `type` is the
 * first character of a descriptor; the value is in the low bits of v. NULL: it is no primitive
 * type. */
char *primitive_text(char type, uint64_t v);

#endif
