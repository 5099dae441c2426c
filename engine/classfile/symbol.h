/* Symbols: interned byte strings (modified UTF-8, as in class files). Two symbols of one table have
 * the same text if and only if they are the same pointer. A symbol lives as long as its table. */
#ifndef HEDDLE_CLASSFILE_SYMBOL_H
#define HEDDLE_CLASSFILE_SYMBOL_H

#include <stddef.h>
#include <stdint.h>

struct symbol {
  uint32_t hash;     /* depends only on the text, so it is the same in every run */
  uint32_t len : 24; /* bytes, without the zero */
  /* kinds for which the parser found the text well-formed (enum text_kind, class_reader.h) */
  uint32_t known : 8;
  char s[]; /* zero-terminated */
};

struct symtab;
struct symtab *symtab_new(void);
void symtab_free(struct symtab *t);
const struct symbol *symtab_intern(struct symtab *t, const char *s, size_t len);
const struct symbol *symtab_cstr(struct symtab *t, const char *s);
/* Returns NULL if the text was never interned. */
const struct symbol *symtab_find(const struct symtab *t, const char *s, size_t len);

#endif
