/* The file of a checkpoint: sections of numbers and texts, in blocks that each have a checksum,
 * behind a header with the format's version and before an end mark that counts them. A reader gets
 * every byte as it was written or learns that the file is damaged, cut off, of another program or
 * of a newer format; it is streamed both ways, so that neither side holds a second copy of a large
 * section.
 *
 *   header   magic (8), version (4), 0 (4), checksum of those (8)
 *   block    section (4), bytes (4), its place in the file, from 0 (8), checksum of the block (8),
 * the bytes
 *   ...      the last block: section 0, with the number of blocks before it (8)
 *
 * Both sides remember the first thing that went wrong: after it what is put is forgotten and what
 * is got is zero. */
#ifndef HEDDLE_BASE_BLOCK_FILE_H
#define HEDDLE_BASE_BLOCK_FILE_H

#include "engine/base/error.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define CKPT_MAGIC "\x89HCKPT\n" /* 8 bytes */
enum { CKPT_VERSION = 8, CKPT_HEADER = 24, CKPT_BLOCK_HEAD = 24, CKPT_BLOCK_MAX = 1 << 18 };

/* The order of the sections in a file is that of these numbers; a section that has nothing to say
 * is left out. */
enum ckpt_section {
  CKPT_END,
  CKPT_IDENTITY, /* the options that decide the search, the JDK */
  CKPT_CLASSES,  /* the program's classes and their hashes */
  CKPT_COUNTERS, /* the report, the generator, what is noted for the verdict */
  CKPT_TREE,     /* the tree of states that are still of use, as choices */
  CKPT_VISITED,
  CKPT_EXACT,    /* --exact */
  CKPT_OUTCOMES, /* --outcomes */
  CKPT_HEURISTIC,
  CKPT_STRATEGY, /* the strategy's position */
  CKPT_COVERAGE, /* --coverage */
  CKPT_SECTIONS
};

/* ---- writing ---- */

struct ckpt_out;
/* Writes to `fd` from its present position on; the descriptor stays the caller's. */
struct ckpt_out *ckpt_out_new(int fd);
void ckpt_begin(struct ckpt_out *o, enum ckpt_section section);
void ckpt_put(struct ckpt_out *o, const void *p, size_t n);
void ckpt_put_number(struct ckpt_out *o, uint64_t v);  /* 1 to 10 bytes, small ones first */
void ckpt_put_text(struct ckpt_out *o, const char *s); /* NULL too */
/* What is being written cannot be: the message for the user. */
void ckpt_out_fail(struct ckpt_out *o, int code, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));
/* Writes the end and frees `o`. *bytes (may be NULL): of the whole file. Errors: ERR_INPUT with the
 * host's reason, or what failed. */
int ckpt_out_close(struct ckpt_out *o, uint64_t *bytes, struct error *err);

/* ---- reading ---- */

struct ckpt_in;
/* NULL: ERR_INPUT, what is behind `fd` is no checkpoint, or of a newer format. */
struct ckpt_in *ckpt_in_new(int fd, struct error *err);
void ckpt_in_free(struct ckpt_in *in);
/* The next section is this one: true, and its bytes follow. False: it is not there; nothing is
 * consumed. Something of the section before that was not read, or a section that nobody entered, is
 * an error. */
bool ckpt_enter(struct ckpt_in *in, enum ckpt_section section);
/* likewise, and it is an error when it is not there */
void ckpt_need(struct ckpt_in *in, enum ckpt_section section);
void ckpt_get(struct ckpt_in *in, void *p, size_t n);
uint64_t ckpt_number(struct ckpt_in *in);
uint64_t ckpt_number_below(struct ckpt_in *in, uint64_t end); /* an error unless it is smaller */
char *ckpt_text(struct ckpt_in *in);                          /* malloc'd or NULL */
/* Before memory is asked for: can the file hold so many things of so many bytes? */
bool ckpt_can_hold(const struct ckpt_in *in, uint64_t count, uint64_t each);
/* What was read makes no sense or does not fit the program. */
void ckpt_in_fail(struct ckpt_in *in, int code, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));
/* Did all go well so far? Loops over counts that were read ask. */
bool ckpt_good(const struct ckpt_in *in);
/* After the last section: the end mark must follow, and nothing behind it. 0 or the first error of
 * this file. */
int ckpt_in_finish(struct ckpt_in *in, struct error *err);

#endif
