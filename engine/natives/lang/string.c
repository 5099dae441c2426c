/* java.lang.String, StringUTF16, StringCoding. hashCode is overridden so that the cached hash never
 * becomes part of a state. */
#include "engine/natives/util.h"
#include "engine/base/check.h"

static int intern(struct native_call *c) { return ret_new(c, vm_intern(c->vm, c->args[0])); }

static int hash_code(struct native_call *c) {
  struct vm *vm = c->vm;
  ref value = *MEM32(vm, c->args[0] + vm->wk.string_value);
  uint32_t n, h = 0;
  if (!value) return ret_int(c, 0);
  n = array_length(vm, value);
  INVARIANT(*MEM8(vm, c->args[0] + vm->wk.string_coder) <= 1, "a String has a known coder: 0x%x",
            c->args[0]);
  if (*MEM8(vm, c->args[0] + vm->wk.string_coder) == 0) {
    const uint8_t *p = array_data(vm, value);
    for (uint32_t i = 0; i < n; i++) h = h * 31 + p[i];
  } else {
    const uint16_t *p = MEM16(vm, value + ARRAY_BASE);
    for (uint32_t i = 0; i < n / 2; i++) h = h * 31 + p[i];
  }
  return ret_int(c, (int32_t)h);
}

const struct native_row natives_string[] = {
    {"java/lang/String", "intern", NULL, intern},
    {"java/lang/String", "hashCode", NULL, hash_code},
    {"java/lang/StringUTF16", "isBigEndian", NULL, nat_zero},
    {0},
};
