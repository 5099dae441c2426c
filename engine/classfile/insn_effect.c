/* The effect of an instruction on the operand stack, in the notation of opcodes.def. The signs that
 * stand for a constant (@ $ ( ) #) are replaced by the letters of its types. */
#include "engine/classfile/classfile.h"
#include "engine/base/check.h"
#include "engine/classfile/insn.h"

#include <string.h>

/* Returns the letter in opcodes.def of a type whose descriptor begins with `type`. */
static char letter_of(char type) {
  switch (type) {
    case 'L':
    case '[': return 'A';
    case 'F':
    case 'J':
    case 'D': return type;
    default: return 'I';
  }
}

static char loadable_letter(const struct cp_entry *e) {
  switch (e->tag) {
    case CP_INTEGER: return 'I';
    case CP_FLOAT: return 'F';
    case CP_LONG: return 'J';
    case CP_DOUBLE: return 'D';
    case CP_DYNAMIC: return letter_of(e->desc->s[0]);
    default: return 'A';
  }
}

struct letters {
  char *s;
  size_t n, at;
};

static void insn_effect_put(struct letters *l, char c) {
  if (l->at + 1 < l->n) l->s[l->at++] = c;
}

static void put_args(struct letters *l, const char *desc) {
  for (const char *p = desc + 1; p && *p && *p != ')'; p = desc_next(p))
    insn_effect_put(l, letter_of(*p));
}

static void put_return(struct letters *l, const char *desc) {
  if (desc_return(desc) != 'V') insn_effect_put(l, letter_of(desc_return(desc)));
}

char *insn_effect(const struct class_file *cf, const struct insn *in, char *buf, size_t n) {
  const struct cp_entry *e = &cf->cp[in->cp];
  INVARIANT(in->cp < cf->cp_count, "an instruction's constant is in the pool: %u", in->cp);
  struct letters l = {buf, n, 0};
  for (const char *p = insn_table[in->op].effect; *p; p++) {
    switch (*p) {
      case '@': insn_effect_put(&l, letter_of(e->desc->s[0])); break;
      case '$': insn_effect_put(&l, loadable_letter(e)); break;
      case '(': put_args(&l, e->desc->s); break;
      case ')': put_return(&l, e->desc->s); break;
      case '#':
        for (int i = 0; i < in->value; i++) insn_effect_put(&l, 'I');
        break;
      default: insn_effect_put(&l, *p);
    }
  }
  CHECK(!n || l.at + 1 < n, "the effect of an instruction fits in its room: %zu", l.at);
  if (n) buf[l.at] = 0;
  return buf;
}

void insn_slots(const struct class_file *cf, const struct insn *in, int *popped, int *pushed) {
  char effect[600];
  int *side = popped;
  *popped = *pushed = 0;
  for (const char *p = insn_effect(cf, in, effect, sizeof effect); *p; p++) {
    if (*p == ':')
      side = pushed;
    else
      *side += *p == 'J' || *p == 'D' ? 2 : 1;
  }
}
