/* The file of a checkpoint. It consists of sections of numbers and texts, which are written in
 * blocks with a checksum each. A header with the format's version precedes the blocks, and an end
 * mark that counts them follows. A reader either gets every byte as it was written or learns that
 * the file is damaged, truncated, of another program or of a newer format. Both sides stream the
 * file, so neither holds a second copy of a large section.
 *
 *   header   magic (8), version (4), 0 (4), checksum of these (8)
 *   block    section (4), length (4), its index in the file, from 0 (8), checksum of the block (8),
 *            the bytes
 *   ...      the last block: section 0, with the number of blocks before it (8)
 *
 * Both sides remember the first error. After it, the writer ignores all data and the reader returns
 * zeros. */
#ifndef HEDDLE_BASE_BLOCK_FILE_H
#define HEDDLE_BASE_BLOCK_FILE_H

#include "engine/base/error.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define CKPT_MAGIC "\x89HCKPT\n" /* 8 bytes */
enum { CKPT_VERSION = 9, CKPT_HEADER = 24, CKPT_BLOCK_HEAD = 24, CKPT_BLOCK_MAX = 1 << 18 };

/* A file has its sections in the order of these numbers. An empty section is left out. */
enum ckpt_section {
  CKPT_END,
  CKPT_IDENTITY, /* the options that decide the search, and the JDK */
  CKPT_CLASSES,  /* the program's classes and their hashes */
  CKPT_COUNTERS, /* the report, the random generator, notes for the verdict */
  CKPT_TREE,     /* the tree of the states that are still needed, as choices */
  CKPT_VISITED,
  CKPT_FOLLOWED, /* --stale-reads: states from which a thread was followed alone */
  CKPT_EXACT,    /* --exact */
  CKPT_OUTCOMES, /* --outcomes */
  CKPT_HEURISTIC,
  CKPT_STRATEGY, /* the strategy's position */
  CKPT_COVERAGE, /* --coverage */
  CKPT_SECTIONS
};

/* ---- writing ---- */

struct ckpt_out;
/* Writes to `fd` from its current position on. The caller keeps the descriptor. */
struct ckpt_out *ckpt_out_new(int fd);
void ckpt_begin(struct ckpt_out *o, enum ckpt_section section);
void ckpt_put(struct ckpt_out *o, const void *p, size_t n);
void ckpt_put_number(struct ckpt_out *o, uint64_t v);  /* 1 to 10 bytes; small numbers take fewer */
void ckpt_put_text(struct ckpt_out *o, const char *s); /* s may be NULL */
/* Records that the data cannot be written, with the message for the user. */
void ckpt_out_fail(struct ckpt_out *o, int code, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));
/* Writes the end and frees `o`. Sets *bytes (may be NULL) to the size of the file. Errors:
 * ERR_INPUT with the host's reason, or the first recorded error. */
int ckpt_out_close(struct ckpt_out *o, uint64_t *bytes, struct error *err);

/* ---- reading ---- */

struct ckpt_in;
/* Returns NULL with ERR_INPUT if `fd` has no checkpoint, or one of another format version. */
struct ckpt_in *ckpt_in_new(int fd, struct error *err);
void ckpt_in_free(struct ckpt_in *in);
/* Enters this section and returns true if it comes next. Returns false and consumes nothing if the
 * file does not have it. It is an error if the section before was not read completely, or if a
 * section in between was never entered. */
bool ckpt_enter(struct ckpt_in *in, enum ckpt_section section);
/* Like ckpt_enter, but it is an error if the section is missing. */
void ckpt_need(struct ckpt_in *in, enum ckpt_section section);
void ckpt_get(struct ckpt_in *in, void *p, size_t n);
uint64_t ckpt_number(struct ckpt_in *in);
/* an error unless it is less than `end` */
uint64_t ckpt_number_below(struct ckpt_in *in, uint64_t end);
char *ckpt_text(struct ckpt_in *in); /* malloc'd or NULL */
/* Returns whether the file can hold `count` items of `each` bytes. Asked before memory is
 * allocated. */
bool ckpt_can_hold(const struct ckpt_in *in, uint64_t count, uint64_t each);
/* Records that the data makes no sense or does not fit the program. */
void ckpt_in_fail(struct ckpt_in *in, int code, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));
/* Returns whether no error has occurred. Loops over counts from the file check it. */
bool ckpt_good(const struct ckpt_in *in);
/* Checks that the end mark follows the last section and that nothing follows the end mark. Returns
 * 0 or the first error of this file. */
int ckpt_in_finish(struct ckpt_in *in, struct error *err);

#endif
