/* Symbols: interned byte strings (modified UTF-8 as class files hold them). Two symbols of one
 * table are the same text exactly when they are the same pointer. A symbol lives as long as its
 * table. */
#ifndef HEDDLE_CLASSFILE_SYMBOL_H
#define HEDDLE_CLASSFILE_SYMBOL_H

#include <stddef.h>
#include <stdint.h>

struct symbol {
  uint32_t hash;      /* of the text alone: the same in every run */
  uint32_t len : 24;  /* bytes, without the zero */
  uint32_t known : 8; /* what the parser found the text to be (enum text_kind, class_reader.h) */
  char s[];           /* zero-terminated */
};

struct symtab;
struct symtab *symtab_new(void);
void symtab_free(struct symtab *t);
const struct symbol *symtab_intern(struct symtab *t, const char *s, size_t len);
const struct symbol *symtab_cstr(struct symtab *t, const char *s);
/* NULL when the text was never interned. */
const struct symbol *symtab_find(const struct symtab *t, const char *s, size_t len);

#endif
