/* Private to the class file parser: the bounds-checked cursor that its parts share.
 *
 * Invariants:
 *
 *  1. The bytes data[pos, end) may be read. `end` is the end of the innermost attribute or of the
 *     file.
 *  2. After the first error, `failed` is set, every read returns 0 and every check is skipped. So
 *     callers need to test it only before they loop, allocate or keep a pointer. The first error is
 *     recorded with the offset where it was found. */
#ifndef HEDDLE_CLASSFILE_CLASS_READER_H
#define HEDDLE_CLASSFILE_CLASS_READER_H

#include "engine/classfile/classfile.h"
#include "engine/base/check.h"

struct class_reader {
  const uint8_t *data;
  uint32_t pos, end;
  const char *what;
  struct pool *pool;
  struct symtab *syms;
  struct class_file *cf;
  struct error *err;
  bool failed;
  /* a class of the JDK's image (class_parse_image): texts, flags and duplicates are not checked,
   * and bytes are not copied */
  bool image;
};

/* class_reader.c */
void cr_fail(struct class_reader *r, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
void cr_fail_short(struct class_reader *r, uint32_t n);

/* Returns a view of `n` bytes of the input, or NULL on an error. */
static inline const uint8_t *cr_view(struct class_reader *r, uint32_t n) {
  const uint8_t *p = r->data + r->pos;
  INVARIANT(r->pos <= r->end, "a reader is within its attribute: %u of %u", r->pos, r->end);
  if (r->failed) return NULL;
  if (n > r->end - r->pos) {
    cr_fail_short(r, n);
    return NULL;
  }
  r->pos += n;
  return p;
}

static inline uint8_t cr_u1(struct class_reader *r) {
  const uint8_t *p = cr_view(r, 1);
  return p ? p[0] : 0;
}

static inline uint16_t cr_u2(struct class_reader *r) {
  const uint8_t *p = cr_view(r, 2);
  return p ? (uint16_t)(p[0] << 8 | p[1]) : 0;
}

static inline uint32_t cr_u4(struct class_reader *r) {
  const uint8_t *p = cr_view(r, 4);
  return p ? (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3] : 0;
}

/* Returns `n` bytes that live as long as the class file: a copy in the pool, or for an image the
 * bytes themselves. NULL on an error. */
const uint8_t *cr_keep(struct class_reader *r, uint32_t n);
/* Allocates `count` elements of `size` bytes, after checking that the input can hold `count` items
 * of `min` bytes each. Returns NULL if count is 0 or on an error. */
void *cr_array(struct class_reader *r, uint32_t count, uint32_t min, size_t size);
/* Reads the index of a constant of the given kind; 0 is allowed if `optional`. The result is valid
 * or 0. */
uint16_t cr_index(struct class_reader *r, enum cp_tag tag, bool optional);
/* Reads the index of a constant of kind UTF8, CLASS, MODULE or PACKAGE and returns its text. NULL
 * on an error or for an optional 0. */
const struct symbol *cr_name(struct class_reader *r, enum cp_tag tag, bool optional);

/* descriptor.c: returns whether the text is well-formed for its kind. A positive result is stored
 * in the symbol, because classes share texts. */
enum text_kind {
  TEXT_FIELD_DESC = 1,
  TEXT_METHOD_DESC = 2,
  TEXT_CLASS = 4,
  TEXT_FIELD = 8,
  TEXT_METHOD = 16
};
bool text_is(const struct symbol *s, enum text_kind kind);
static inline bool cr_text_is(const struct class_reader *r, const struct symbol *s,
                              enum text_kind kind) {
  return r->image || text_is(s, kind);
}

/* constpool.c */
void cr_constant_pool(struct class_reader *r);
/* a constant that ldc and bootstrap arguments may refer to */
bool cp_loadable(const struct cp_entry *e);

/* attributes.c: read attribute tables into the structure that they describe. */
enum { OLDEST_MODULE = 53 }; /* in older class files ACC_MODULE has no meaning */
enum attr_place { AT_CLASS, AT_FIELD, AT_METHOD, AT_CODE, AT_RECORD };
struct attr_kind {
  const char *name;
  enum attr_place place;
  bool once; /* a second attribute of this kind is an error */
  void (*read)(struct class_reader *r, void *target, uint32_t len);
  uint16_t since; /* class file version from which the attribute has a meaning */
};
void cr_attributes(struct class_reader *r, enum attr_place place, void *target);
struct bytes cr_bytes(struct class_reader *r, uint32_t len);

/* legal.c: flags and names that a JVM rejects. Called after the structure and its attributes were
 * read. */
void cr_legal_class(struct class_reader *r);
void cr_legal_inner(struct class_reader *r, uint32_t flags);
void cr_legal_field(struct class_reader *r, const struct field_info *f);
void cr_legal_method(struct class_reader *r, const struct method_info *m);
void cr_legal_doubles(struct class_reader *r);

/* code_attr.c: the rows for methods and code. */
extern const struct attr_kind method_attrs[];
extern const unsigned method_attr_count;

#endif
