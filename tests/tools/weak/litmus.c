#include "tests/tools/weak/litmus.h"

#include "tests/tools/weak/weave.h"

#include <string.h>

/* ---- how the table is written ---- */

#define READ(l, mode, r) \
  { .kind = A_READ, .loc = LOC_##l, .read = mode, .reg = r }
#define WRITE(l, mode, value) \
  { .kind = A_WRITE, .loc = LOC_##l, .write = mode, .c = value }
#define ADD(l, acquire, release, value, r) \
  { .kind = A_ADD, .loc = LOC_##l, .read = acquire, .write = release, .c = value, .reg = r }
#define CAS(l, old, new, r) \
  { \
    .kind = A_CAS, .loc = LOC_##l, .read = VOLATILE, .write = VOLATILE, .c = old, .d = new, \
    .reg = r \
  }
#define PUBLISH(mode, value) \
  { .kind = A_PUBLISH, .loc = LOC_REF, .write = mode, .c = value }
#define READ_BOX(mode, r) \
  { .kind = A_READ_BOX, .loc = LOC_REF, .read = mode, .reg = r }
#define FENCE(number) \
  { .kind = A_FENCE, .c = number }
#define SYNC(n) \
  { .kind = A_SYNC, .span = n }
#define IF(r, value, n) \
  { .kind = A_IF, .reg = r, .c = value, .span = n }

#define THREAD(registers, ...) \
  { \
    .count = (int)(sizeof((struct action[]){__VA_ARGS__}) / sizeof(struct action)), \
    .regs = registers, .at = { \
      __VA_ARGS__ \
    } \
  }
#define NOTHING \
  { .count = 0 }
#define TWO(main, a, b) \
  { \
    .threads = 3, .body = { main, a, b } \
  }
#define THREE(main, a, b, c) \
  { \
    .threads = 4, .body = { main, a, b, c } \
  }
#define FOUR(a, b, c, d) \
  { \
    .threads = 5, .body = { NOTHING, a, b, c, d } \
  }

/* ---- the programs, with the mode of their writes and that of their reads ---- */

#define STORE_BUFFERING(w, r) \
  TWO(NOTHING, THREAD(1, WRITE(X, w, 1), READ(Y, r, 0)), THREAD(1, WRITE(Y, w, 1), READ(X, r, 0)))
#define STORE_BUFFERING_BETWEEN(...) \
  TWO(NOTHING, THREAD(2, WRITE(X, PLAIN, 1), __VA_ARGS__, READ(Y, PLAIN, 1)), \
      THREAD(2, WRITE(Y, PLAIN, 1), __VA_ARGS__, READ(X, PLAIN, 1)))
#define LOAD_BUFFERING(w, r) \
  TWO(NOTHING, THREAD(1, READ(X, r, 0), WRITE(Y, w, 1)), THREAD(1, READ(Y, r, 0), WRITE(X, w, 1)))
#define MESSAGE(data, w, r) \
  TWO(NOTHING, THREAD(0, WRITE(X, data, 1), WRITE(Y, w, 1)), \
      THREAD(2, READ(Y, r, 0), READ(X, data, 1)))
#define IRIW(w, r) \
  FOUR(THREAD(0, WRITE(X, w, 1)), THREAD(0, WRITE(Y, w, 1)), \
       THREAD(2, READ(X, r, 0), READ(Y, r, 1)), THREAD(2, READ(Y, r, 0), READ(X, r, 1)))
#define IRIW_FENCES(w, r) \
  FOUR(THREAD(0, WRITE(X, w, 1)), THREAD(0, WRITE(Y, w, 1)), \
       THREAD(2, READ(X, r, 0), FENCE(FENCE_FULL), READ(Y, r, 1)), \
       THREAD(2, READ(Y, r, 0), FENCE(FENCE_FULL), READ(X, r, 1)))
#define READ_READ(w, r) \
  TWO(NOTHING, THREAD(0, WRITE(X, w, 1)), THREAD(2, READ(X, r, 0), READ(X, r, 1)))
#define WRITE_READ(w, r) \
  TWO(NOTHING, THREAD(1, WRITE(X, w, 1), READ(X, r, 0)), THREAD(1, WRITE(X, w, 2), READ(X, r, 0)))
#define WRITE_WRITE(w, r) \
  TWO(THREAD(2, READ(X, r, 0), READ(Y, r, 1)), THREAD(0, WRITE(X, w, 1), WRITE(Y, w, 2)), \
      THREAD(0, WRITE(Y, w, 1), WRITE(X, w, 2)))
#define WRITE_BETWEEN(r) \
  TWO(NOTHING, THREAD(0, WRITE(X, PLAIN, 1)), \
      THREAD(2, READ(X, OPAQUE, 0), WRITE(X, VOLATILE, 2), READ(X, r, 1)))
#define PUBLICATION(w, r) TWO(NOTHING, THREAD(0, PUBLISH(w, 1)), THREAD(1, READ_BOX(r, 0)))
#define DOUBLE_CHECK(w, r) \
  THREAD(1, READ_BOX(r, 0), IF(0, -1, 5), SYNC(3), READ_BOX(r, 0), IF(0, -1, 1), PUBLISH(w, 1), \
         READ_BOX(r, 0))
#define DOUBLE_CHECKED(w, r) TWO(NOTHING, DOUBLE_CHECK(w, r), DOUBLE_CHECK(w, r))
#define DEKKER_ONE(mine, other, w, r) \
  THREAD(2, WRITE(mine, w, 1), READ(other, r, 0), IF(0, 0, 2), READ(Z, PLAIN, 1), \
         WRITE(Z, PLAIN, 1))
#define DEKKER(w, r) TWO(NOTHING, DEKKER_ONE(X, Y, w, r), DEKKER_ONE(Y, X, w, r))
#define PETERSON_ONE(mine, other, turn, m) \
  THREAD(2, WRITE(mine, m, 1), WRITE(Z, m, turn), READ(other, m, 0), READ(Z, m, 1))
#define PETERSON(m) TWO(NOTHING, PETERSON_ONE(X, Y, 2, m), PETERSON_ONE(Y, X, 1, m))
#define COUNTER(acquire, release, at_end) \
  TWO(THREAD(1, READ(X, at_end, 0)), THREAD(1, ADD(X, acquire, release, 1, 0)), \
      THREAD(1, ADD(X, acquire, release, 1, 0)))
#define RELEASE_SEQUENCE(acquire, release) \
  THREE(NOTHING, THREAD(0, WRITE(Y, PLAIN, 1), WRITE(X, ORDERED, 1)), \
        THREAD(1, ADD(X, acquire, release, 2, 0)), \
        THREAD(2, READ(X, ORDERED, 0), READ(Y, PLAIN, 1)))

#define ALL_2 "0 0|0 1|1 0|1 1"
#define NOT_BOTH_OLD "0 1|1 0|1 1"
#define NOT_BOTH_NEW "0 0|0 1|1 0"
#define NOT_NEW_OLD "0 0|0 1|1 1"
#define IRIW_15 \
  "0 0 0 0|0 0 0 1|0 0 1 0|0 0 1 1|0 1 0 0|0 1 0 1|0 1 1 0|0 1 1 1|1 0 0 0|1 0 0 1|1 0 1 1|" \
  "1 1 0 0|1 1 0 1|1 1 1 0|1 1 1 1"
#define IRIW_16 IRIW_15 "|1 0 1 0"

struct litmus {
  const char *name;
  struct program program;
  const char *lines; /* with | between them */
};

static const struct litmus table[] = {
    {"store buffering, plain", STORE_BUFFERING(PLAIN, PLAIN), ALL_2},
    {"store buffering, opaque", STORE_BUFFERING(OPAQUE, OPAQUE), ALL_2},
    {"store buffering, release and acquire", STORE_BUFFERING(ORDERED, ORDERED), ALL_2},
    {"store buffering, volatile writes and acquire", STORE_BUFFERING(VOLATILE, ORDERED), ALL_2},
    {"store buffering, volatile", STORE_BUFFERING(VOLATILE, VOLATILE), NOT_BOTH_OLD},
    {"store buffering, full fences", STORE_BUFFERING_BETWEEN(FENCE(FENCE_FULL)),
     "0 0 0 1|0 1 0 0|0 1 0 1"},
    {"store buffering, release fences", STORE_BUFFERING_BETWEEN(FENCE(FENCE_RELEASE)),
     "0 0 0 0|0 0 0 1|0 1 0 0|0 1 0 1"},
    {"store buffering, getAndAdd between",
     STORE_BUFFERING_BETWEEN(ADD(Z, VOLATILE, VOLATILE, 0, 0)), "0 0 0 1|0 1 0 0|0 1 0 1"},
    {"store buffering, getAndAddAcquire between",
     STORE_BUFFERING_BETWEEN(ADD(Z, ORDERED, PLAIN, 0, 0)), "0 0 0 0|0 0 0 1|0 1 0 0|0 1 0 1"},

    {"message passing, plain", MESSAGE(PLAIN, PLAIN, PLAIN), ALL_2},
    {"message passing, opaque", MESSAGE(OPAQUE, OPAQUE, OPAQUE), ALL_2},
    {"message passing, release and acquire", MESSAGE(PLAIN, ORDERED, ORDERED), NOT_NEW_OLD},
    {"message passing, volatile", MESSAGE(PLAIN, VOLATILE, VOLATILE), NOT_NEW_OLD},
    {"message passing, volatile write and acquire", MESSAGE(PLAIN, VOLATILE, ORDERED), NOT_NEW_OLD},
    {"message passing, release and volatile read", MESSAGE(PLAIN, ORDERED, VOLATILE), NOT_NEW_OLD},
    {"message passing, release and opaque read", MESSAGE(PLAIN, ORDERED, OPAQUE), ALL_2},
    {"message passing, opaque write and acquire", MESSAGE(PLAIN, OPAQUE, ORDERED), ALL_2},
    {"message passing, fences",
     TWO(NOTHING, THREAD(0, WRITE(X, PLAIN, 1), FENCE(FENCE_RELEASE), WRITE(Y, OPAQUE, 1)),
         THREAD(2, READ(Y, OPAQUE, 0), FENCE(FENCE_ACQUIRE), READ(X, PLAIN, 1))),
     NOT_NEW_OLD},
    {"message passing, fences and plain accesses",
     TWO(NOTHING, THREAD(0, WRITE(X, PLAIN, 1), FENCE(FENCE_STORES), WRITE(Y, PLAIN, 1)),
         THREAD(2, READ(Y, PLAIN, 0), FENCE(FENCE_LOADS), READ(X, PLAIN, 1))),
     NOT_NEW_OLD},
    {"message passing, only the writer with a fence",
     TWO(NOTHING, THREAD(0, WRITE(X, PLAIN, 1), FENCE(FENCE_STORES), WRITE(Y, PLAIN, 1)),
         THREAD(2, READ(Y, PLAIN, 0), READ(X, PLAIN, 1))),
     ALL_2},
    {"message passing, a release fence and an acquire read",
     TWO(NOTHING, THREAD(0, WRITE(X, PLAIN, 1), FENCE(FENCE_RELEASE), WRITE(Y, OPAQUE, 1)),
         THREAD(2, READ(Y, ORDERED, 0), READ(X, PLAIN, 1))),
     NOT_NEW_OLD},
    {"message passing, synchronized",
     TWO(NOTHING, THREAD(0, SYNC(2), WRITE(X, PLAIN, 1), WRITE(Y, PLAIN, 1)),
         THREAD(2, SYNC(2), READ(Y, PLAIN, 0), READ(X, PLAIN, 1))),
     "0 0|1 1"},
    {"message passing, only the writer synchronized",
     TWO(NOTHING, THREAD(0, SYNC(2), WRITE(X, PLAIN, 1), WRITE(Y, PLAIN, 1)),
         THREAD(2, READ(Y, PLAIN, 0), READ(X, PLAIN, 1))),
     ALL_2},

    {"IRIW, plain", IRIW(PLAIN, PLAIN), IRIW_16},
    {"IRIW, opaque", IRIW(OPAQUE, OPAQUE), IRIW_16},
    {"IRIW, release and acquire", IRIW(ORDERED, ORDERED), IRIW_16},
    {"IRIW, volatile", IRIW(VOLATILE, VOLATILE), IRIW_15},
    {"IRIW, plain with full fences", IRIW_FENCES(PLAIN, PLAIN), IRIW_16},
    {"IRIW, opaque with full fences", IRIW_FENCES(OPAQUE, OPAQUE), IRIW_15},

    {"coherence of two reads, plain", READ_READ(PLAIN, PLAIN), ALL_2},
    {"coherence of two reads, opaque", READ_READ(OPAQUE, OPAQUE), NOT_NEW_OLD},
    {"coherence of two reads, release and acquire", READ_READ(ORDERED, ORDERED), NOT_NEW_OLD},
    {"coherence of two reads, volatile", READ_READ(VOLATILE, VOLATILE), NOT_NEW_OLD},
    {"coherence of two reads, opaque write", READ_READ(OPAQUE, PLAIN), ALL_2},
    {"coherence of two reads, opaque reads", READ_READ(PLAIN, OPAQUE), NOT_NEW_OLD},
    {"coherence of write and read, plain", WRITE_READ(PLAIN, PLAIN), "1 1|1 2|2 2"},
    {"coherence of write and read, opaque", WRITE_READ(OPAQUE, OPAQUE), "1 1|1 2|2 2"},
    {"coherence of writes, plain", WRITE_WRITE(PLAIN, PLAIN), "1 2|2 1|2 2"},
    {"coherence of writes, opaque", WRITE_WRITE(OPAQUE, OPAQUE), "1 2|2 1|2 2"},
    {"coherence of writes, plain reads at the end", WRITE_WRITE(OPAQUE, PLAIN), "1 2|2 1|2 2"},

    {"coherence of a plain and an opaque read",
     TWO(NOTHING, THREAD(0, WRITE(X, OPAQUE, 1)), THREAD(2, READ(X, PLAIN, 0), READ(X, OPAQUE, 1))),
     ALL_2},
    {"opaque write before a plain one",
     TWO(NOTHING, THREAD(0, WRITE(X, OPAQUE, 1)),
         THREAD(2, READ(X, OPAQUE, 0), WRITE(X, PLAIN, 2), READ(X, OPAQUE, 1))),
     "0 1|0 2|1 2"},
    {"a volatile read synchronizes with writes that it does not return",
     TWO(NOTHING, THREAD(0, WRITE(Y, PLAIN, 1), WRITE(X, VOLATILE, 1)),
         THREAD(3, READ(X, OPAQUE, 0), WRITE(X, PLAIN, 2), READ(X, VOLATILE, 1),
                READ(Y, PLAIN, 2))),
     "0 1 1|0 2 0|0 2 1|1 2 1"},
    {"plain write before a volatile one, opaque read", WRITE_BETWEEN(OPAQUE), "0 1|0 2|1 2"},
    {"plain write before a volatile one, volatile read", WRITE_BETWEEN(VOLATILE), "0 1|0 2|1 2"},

    {"load buffering, plain", LOAD_BUFFERING(PLAIN, PLAIN), NOT_BOTH_NEW},
    {"load buffering, opaque", LOAD_BUFFERING(OPAQUE, OPAQUE), NOT_BOTH_NEW},
    {"load buffering, volatile", LOAD_BUFFERING(VOLATILE, VOLATILE), NOT_BOTH_NEW},

    {"publication, plain", PUBLICATION(PLAIN, PLAIN), "-1|0|1"},
    {"publication, opaque", PUBLICATION(OPAQUE, OPAQUE), "-1|0|1"},
    {"publication, release and acquire", PUBLICATION(ORDERED, ORDERED), "-1|1"},
    {"publication, release and plain", PUBLICATION(ORDERED, PLAIN), "-1|0|1"},
    {"publication, volatile", PUBLICATION(VOLATILE, VOLATILE), "-1|1"},
    {"double-checked locking, plain", DOUBLE_CHECKED(PLAIN, PLAIN), "0 1|1 0|1 1"},
    {"double-checked locking, release and acquire", DOUBLE_CHECKED(ORDERED, ORDERED), "1 1"},
    {"double-checked locking, volatile", DOUBLE_CHECKED(VOLATILE, VOLATILE), "1 1"},

    {"Dekker, release and acquire: both enter", DEKKER(ORDERED, ORDERED),
     "0 0 0 0|0 0 0 1|0 0 1 0|0 1 0 0|1 0 0 0|1 0 1 0"},
    {"Dekker, volatile", DEKKER(VOLATILE, VOLATILE), "0 0 1 0|1 0 0 0|1 0 1 0"},
    {"Peterson, plain: both enter", PETERSON(PLAIN),
     "0 1 0 1|0 1 1 1|0 2 0 1|0 2 0 2|0 2 1 1|0 2 1 2|"
     "1 1 0 1|1 1 1 1|1 2 0 1|1 2 0 2|1 2 1 1|1 2 1 2"},
    {"Peterson, volatile", PETERSON(VOLATILE),
     "0 1 1 1|0 2 1 1|1 1 1 1|1 2 0 1|1 2 0 2|1 2 1 1|1 2 1 2"},

    {"counter, getAndAdd", COUNTER(VOLATILE, VOLATILE, PLAIN), "0 1 2|1 0 2"},
    {"counter, getAndAddAcquire", COUNTER(ORDERED, PLAIN, PLAIN), "0 1 2|1 0 2"},
    {"counter, getAndAddRelease", COUNTER(PLAIN, ORDERED, PLAIN), "0 1 2|1 0 2"},
    {"counter, getAndAddRelease, opaque at the end", COUNTER(PLAIN, ORDERED, OPAQUE),
     "0 1 2|1 0 2"},
    {"two compareAndSet", TWO(NOTHING, THREAD(1, CAS(X, 0, 1, 0)), THREAD(1, CAS(X, 0, 1, 0))),
     "0 1|1 0"},
    {"a failing compareAndSet acquires",
     TWO(NOTHING, THREAD(0, WRITE(X, PLAIN, 1), WRITE(Y, ORDERED, 1)),
         THREAD(2, CAS(Y, 0, 2, 0), IF(0, 0, 1), READ(X, PLAIN, 1))),
     "0 1|1 0"},
    {"getAndAddAcquire passes nothing on", RELEASE_SEQUENCE(ORDERED, PLAIN),
     "0 0 0|0 0 1|0 1 1|0 2 0|0 2 1|1 0 0|1 0 1|1 1 1|1 3 0|1 3 1"},
    {"getAndAddRelease passes nothing on", RELEASE_SEQUENCE(PLAIN, ORDERED),
     "0 0 0|0 0 1|0 1 1|0 2 0|0 2 1|1 0 0|1 0 1|1 1 1|1 3 0|1 3 1"},
    {"getAndAdd passes on what it acquires", RELEASE_SEQUENCE(VOLATILE, VOLATILE),
     "0 0 0|0 0 1|0 1 1|0 2 0|0 2 1|1 0 0|1 0 1|1 1 1|1 3 1"},
};

/* ---- the comparison ---- */

static void lines_split(struct lines *to, const char *text) {
  to->count = 0, to->full = false;
  while (*text) {
    char line[LINE_SIZE];
    size_t n = strcspn(text, "|");
    snprintf(line, sizeof line, "%.*s", (int)n, text);
    lines_add(to, line);
    text += n + (text[n] == '|');
  }
}

static bool litmus_is_known(const struct litmus *l, struct lines *mine, struct lines *known) {
  lines_split(known, l->lines);
  return weave(mine, &l->program, false, STEPS_MAX) && lines_same(mine, known);
}

bool litmus_run(void) {
  static struct lines mine, known;
  bool all = true;
  for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
    bool ok = litmus_is_known(&table[i], &mine, &known);
    printf("%s - %s: %d outcomes\n", ok ? "ok" : "not ok", table[i].name, mine.count);
    if (ok) continue;
    all = false;
    lines_print_difference(&known, &mine, "#");
  }
  return all;
}

const struct program *litmus_program(int number) {
  return number < (int)(sizeof table / sizeof *table) ? &table[number].program : NULL;
}

const char *litmus_name(int number) { return table[number].name; }
