/* Private to the files of varhandle. */
#ifndef HEDDLE_NATIVES_VARHANDLE_INT_H
#define HEDDLE_NATIVES_VARHANDLE_INT_H

#include "engine/natives/invoke/handles.h"
#include "engine/natives/concurrent/memory.h"
#include "engine/natives/concurrent/native_memory.h"
#include "engine/natives/util.h"

enum access_op { DO_GET, DO_SET, DO_CAS, DO_EXCHANGE, DO_GET_SET, DO_ADD, DO_OR, DO_AND, DO_XOR };

struct varhandle_mode {
  const char *name;
  uint8_t op, read, write; /* enum access_op, and enum access_mode of the read and of the write */
};
extern const struct varhandle_mode varhandle_modes[]; /* indexed by varhandle_mode() */

struct variable {
  struct klass *base, *type;
  int kind, flags;
  char sort; /* 'Z' ... 'D', 'L' */
  uint32_t coordinates;
  ref obj; /* set once the variable is located */
  uint32_t off;
};

/* Reads the handle. Returns false if it is not one of ours. */
bool varhandle_read_handle(struct vm *vm, ref handle, struct variable *v);
bool varhandle_is_view(const struct variable *v);
bool varhandle_mode_supported(const struct vm *vm, int mode, const struct variable *v);
uint32_t varhandle_values_of(int op);
/* Do all arguments and the result have the variable's exact types, apart from references? */
bool varhandle_fits(const struct poly_method *p, const struct variable *v, int op);
char *varhandle_exact_desc(const struct variable *v, int op);
/* Calls the adapter, which calls again with the exact types. */
int varhandle_adapt(struct native_call *c, const struct variable *v, int op);

#endif
