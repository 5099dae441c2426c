/* The contents of the `.htrace` format, shared by the writers (writer.h, live.h), the reader and
 * the exporters. heddle-trace(5) documents the bytes. This header has no dependencies, so that the
 * agent can use it.
 *
 * A trace is a set of tables (strings, classes, methods, fields, locations, threads, objects), a
 * list of meta entries (key, value), a list of events in one global order, and labels that analyses
 * put on events. Ids of all tables start at 1; 0 means "none". Ids need not be dense. All numbers
 * are little-endian in the file.
 *
 * Final form: a header, then chunks, each with a checksum; the last two are the index and the end
 * mark. Appending to a trace adds more chunks and a new index at the end. live.h describes the live
 * form. */
#ifndef HEDDLE_TRACE_FORMAT_FORMAT_H
#define HEDDLE_TRACE_FORMAT_FORMAT_H

#include <stdbool.h>
#include <stdint.h>

#define TRACE_MAGIC "\x89HTRACE\n" /* 8 bytes */
#define TRACE_VERSION 1u
#define TRACE_CHUNK_MAGIC 0x4b4e4843u /* "CHNK" */
#define TRACE_CHUNK_EVENTS 4096u      /* events in a full chunk */
#define TRACE_MAX_LABELS 64 /* maximum number of distinct labels in one trace: a bit each */

enum trace_form { TRACE_FINAL = 0, TRACE_LIVE = 1 };

/* Types of chunks and, in the live form, of records. */
enum trace_table {
  TRACE_STRINGS = 1,
  TRACE_META,
  TRACE_CLASSES,
  TRACE_METHODS,
  TRACE_FIELDS,
  TRACE_LOCATIONS,
  TRACE_THREADS,
  TRACE_OBJECTS,
  TRACE_EVENTS,
  TRACE_LABELS,
  TRACE_INDEX,
  TRACE_END,
  TRACE_TABLES /* one past the last */
};

enum trace_event_kind {
#define TRACE_EVENT(code, id, name, group, ref, traits) TRACE_EV_##id = code,
#include "trace/events.def"
#undef TRACE_EVENT
  TRACE_EV_LIMIT = 128
};

/* Properties of event kinds, as listed in the last column of events.def. */
enum trace_trait {
  TRAIT_READ = 1,       /* the event counts as a read of a variable */
  TRAIT_WRITE = 2,      /* the event counts as a write of a variable */
  TRAIT_ELEMENT = 4,    /* the variable is element `index` of the array `object`; `ref` is unused */
  TRAIT_ADDITION = 8,   /* an extra event of an access, not recorded by default */
  TRAIT_ACQUIRES = 16,  /* its thread has acquired the lock `object` */
  TRAIT_RELEASES = 32,  /* its thread is about to release the lock `object` */
  TRAIT_MONITOR = 64,   /* an operation on the object's monitor: enter, exit, wait and notify */
  TRAIT_CALL = 128,     /* precedes a library call; has the caller's location */
  TRAIT_RETURN = 256,   /* follows a library call; its value, if any, is the result */
  TRAIT_SIGNALS = 512,  /* a call that may wake or unblock another thread */
  TRAIT_STEERS = 1024,  /* replay matches this kind (trace/replay/replay.h) */
  TRAIT_DEFAULT = 2048, /* recorded when `--events` is not given */
  TRAIT_PLACE = 4096,   /* its thread is about to execute the instruction; no outcome is known */
  TRAIT_BEHIND = 8192   /* its thread has just executed the instruction */
};

enum trace_event_group {
  TRACE_GROUP_THREAD,
  TRACE_GROUP_ACCESS,
  TRACE_GROUP_SYNC,
  TRACE_GROUP_CONTROL,
  TRACE_GROUP_ALLOC,
  TRACE_GROUP_INPUT,
  TRACE_GROUP_NOTE,
  TRACE_GROUP_CHOICE
};

enum trace_ref_kind {
  TRACE_REF_NONE,
  TRACE_REF_FIELD,
  TRACE_REF_THREAD,
  TRACE_REF_CLASS,
  TRACE_REF_METHOD,
  TRACE_REF_STRING
};

/* Returns the number shown to people, as in the engine: T0 (main), T1, ... These numbers start at
 * 0, thread ids at 1. */
static inline uint32_t trace_thread_number(uint32_t id) { return id - 1; }

/* Flags of an event. */
enum trace_flag {
  TRACE_VOLATILE = 0x1,
  TRACE_FINAL_FIELD = 0x2,
  TRACE_STATIC = 0x4,
  TRACE_TIMED = 0x8,
  TRACE_ELAPSED = 0x10,
  TRACE_INTERRUPTED = 0x20,
  TRACE_SYNC_METHOD = 0x40,
  TRACE_SHARED = 0x80,
  TRACE_THROWN = 0x100,
  TRACE_LIBRARY = 0x200 /* internal to the library (engine/state/xlog.h) */
};

/* One event: 56 bytes in the file, in this order, without `labels`. Unused columns are 0.
 *
 * `type` is the type of `value`: Z B C S I J F D (the bits of a primitive value; integers are
 * sign-extended), L (object or array id; 0 = null), s (string id), m (method id), c (class id), t
 * (thread id), or 0 (no value). */
struct trace_event {
  /* place in the global order, from 1, strictly rising; a gap is a lost or omitted event */
  uint64_t seq;
  uint64_t value;
  uint64_t icount; /* bytecodes that the thread has executed, 0 = not counted */
  uint32_t thread; /* 0 only for notes by the recorder */
  uint32_t location;
  uint32_t object;
  uint32_t ref;  /* see events.def */
  int32_t index; /* array index, array length, number of a choice */
  uint32_t text; /* string id */
  uint8_t kind;  /* enum trace_event_kind */
  uint8_t type;
  uint16_t flags;    /* enum trace_flag */
  uint32_t reserved; /* 0 */
  uint64_t labels;   /* not in the file: bit i = label i of the reader; writers ignore it */
};
#define TRACE_EVENT_SIZE 56

/* Table rows. Names are string ids; internal class names ("java/lang/String"). */
struct trace_class {
  uint32_t id, name, loader,
      source;       /* loader: name, 0 = bootstrap; source: origin of the class file, or 0 */
  uint8_t hash[16]; /* XXH3-128 (canonical) of the class file; zero when unknown */
  uint32_t flags;   /* ACC_* */
};
struct trace_method {
  uint32_t id, class_id, name, desc, flags;
};
struct trace_field {
  uint32_t id, class_id, name, desc, flags;
};
struct trace_location {
  uint32_t id, method, bci;
  int32_t line; /* -1: unknown */
};
struct trace_thread {
  uint32_t id, name, parent,
      ordinal;            /* this is child number `ordinal` (from 0) of `parent`; main: 0, 0 */
  uint32_t object, flags; /* flags: 1 = daemon */
};
struct trace_object {
  uint32_t id, class_id;
};

/* Meta keys. A key may occur several times; the order of entries is kept. */
#define TRACE_META_KIND "kind"           /* "recorded" or "counterexample" */
#define TRACE_META_PRODUCER "producer"   /* program and version */
#define TRACE_META_MAIN "main"           /* main class, with dots */
#define TRACE_META_ARG "arg"             /* one per argument, in order */
#define TRACE_META_CLASSPATH "classpath" /* as on the command line */
#define TRACE_META_JDK "jdk" /* java.runtime.version or the version in the release file */
#define TRACE_META_SEED "seed"
#define TRACE_META_POR "por"           /* full, sync, none */
#define TRACE_META_MARK "mark"         /* one per marked location, in the order of the sequence */
#define TRACE_META_PROPERTY "property" /* one per enabled property */
#define TRACE_META_EVENTS "events"     /* recorded groups or kinds, comma-separated */
#define TRACE_META_DAMAGED \
  "damaged"                        /* the damage of the file that this trace was made from, if any \
                                    */
#define TRACE_META_INPUT "input"   /* an input of a recorded run, as a line of engine/vm/given.h */
#define TRACE_META_NUMBER "number" /* ID N: object ID is the Nth of its class, despite its row */
#define TRACE_META_OPTION "option" /* NAME=VALUE: any other option that affects the run */

/* Facts about event kinds, from events.def. For an unknown code they return NULL or -1. */
const char *trace_kind_name(unsigned kind);
int trace_kind_group(unsigned kind);
int trace_kind_ref(unsigned kind);
unsigned trace_kind_traits(unsigned kind); /* enum trace_trait bits; 0 for an unknown code */
static inline bool trace_has(const struct trace_event *e, unsigned traits) {
  return trace_kind_traits(e->kind) & traits;
}
int trace_kind_by_name(const char *name);     /* -1 when unknown */
const char *trace_group_name(int group);      /* "thread", "access", ... */
const char *trace_table_name(unsigned table); /* "strings", ... */

/* Does the event count as the read or write of its access? Each access has exactly one such event;
 * the other kinds of access events are extras (see events.def). */
/* Returns the object that stands for the lock which the event acquires or releases. The two locks
 * of a read-write lock are one lock, held in two modes. */
static inline uint32_t trace_lock(const struct trace_event *e) {
  bool pair = (e->kind == TRACE_EV_LOCK || e->kind == TRACE_EV_UNLOCK) && e->type == 'L';
  return pair && e->value ? (uint32_t)e->value : e->object;
}
/* The text between an event's object and its value. */
static inline const char *trace_before_value(const struct trace_event *e) {
  return trace_lock(e) == e->object ? " = " : " of ";
}
static inline bool trace_is_read(const struct trace_event *e) { return trace_has(e, TRAIT_READ); }
static inline bool trace_is_write(const struct trace_event *e) { return trace_has(e, TRAIT_WRITE); }

/* Convert one row to and from bytes, which are the same in chunks and in live records. `encode`
 * returns the length. TRACE_ROW_MAX is enough for all rows except strings, which are id, length,
 * bytes and zeros up to a multiple of 4. `decode` reads a row of exactly trace_row_size bytes.
 * `row` is the struct above for the table; for TRACE_META it is a uint32_t[2] of string ids. */
#define TRACE_ROW_MAX 56
unsigned trace_row_size(unsigned table); /* 0 for tables without rows of a fixed size */
unsigned trace_row_encode(unsigned table, const void *row, uint8_t *out);
void trace_row_decode(unsigned table, const uint8_t *in, void *row);

#endif
