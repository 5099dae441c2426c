/* Evidence for contracts (engine/env/contracts.h): a record for each class and JDK, one JSON object
 * per line of a file. heddle contains the records for the JDK builds that were available when it
 * was built (shown.jsonl); `heddle contracts --verify` adds others. A record is valid where the
 * code that its searches executed is the same; it contains that code's hash. */
#ifndef HEDDLE_CONTRACTS_EVIDENCE_H
#define HEDDLE_CONTRACTS_EVIDENCE_H

#include <jansson.h>

#include "engine/base/error.h"
#include "engine/base/mem.h"

#include <stdbool.h>
#include <stdint.h>

#define EVIDENCE_LIBRARY "java/util/concurrent/" /* library code that records depend on */

/* The record owns its texts and JSON values. */
struct evidence {
  char *klass;      /* "java/util/Vector" */
  char *jdk, *hash; /* "17.0.15+6", evidence_hash */
  int layer;        /* layer of the contract; the layers below it were steps */
  char *methods;    /* methods that are one step each, separated by ' '; "": none was shown */
  char *seeing;     /* methods of the class that see inside a step */
  json_t *failed; /* methods removed from the claim, an array of {"methods", "scenario", "ends"} */
  json_t *left_out;  /* methods for which no call is known, an array of texts */
  json_t *unended;   /* some of the open scenarios, an array of {"scenario", "why"} */
  json_t *walked;    /* methods of views and iterators that walks used without seeing inside a step:
                        "java/util/Vector$Itr hasNext next", an array */
  json_t *unwalked;  /* those that saw inside, or might have: in the same form */
  json_t *elsewhere; /* methods of other classes that see inside a step: "CLASS METHOD", an array */
  json_t *executed;  /* library code executed by the searches, by class:
                        {"java/util/concurrent/FutureTask": "get run"} */
  char *observers;   /* "states permits": other observers that do not see inside a step */
  uint64_t scenarios, open; /* all, and those that did not end within the bound */
  uint64_t states;          /* states of all searches together */
  uint64_t bound;           /* maximum number of states of one search */
  double seconds;
};

struct evidence_set {
  VEC(struct evidence) all;
};

/* Adds the records in a text to the set. `name` is the name for messages. ERR_INPUT: a line is not
 * a record. */
int evidence_parse(const char *text, size_t len, const char *name, struct evidence_set *out,
                   struct error *err);
/* Adds the records in a file; a missing file has none. */
int evidence_read(const char *path, struct evidence_set *out, struct error *err);
/* Adds the records that heddle contains. */
int evidence_built_in(struct evidence_set *out, struct error *err);
/* Returns the file that `heddle contracts --verify` writes and searches read:
 * $XDG_DATA_HOME/heddle/contracts.jsonl, or in ~/.local/share. Caller frees; NULL: there is no home
 * folder. */
char *evidence_user_file(void);
json_t *evidence_json(const struct evidence *e); /* the caller owns it */
/* Returns one line, without the newline; caller frees. */
char *evidence_line(const struct evidence *e);
/* Appends one line to the file, creating its folder if needed. ERR_INPUT. */
int evidence_append(const char *path, const struct evidence *e, struct error *err);
/* Initialises a new record with empty lists. */
void evidence_init(struct evidence *e);
/* Notes a method that sees inside a step. */
void evidence_see(struct evidence *e, const char *method);
/* ... and one of another class: "CLASS METHOD". */
void evidence_see_elsewhere(struct evidence *e, const char *method);
bool evidence_sees_elsewhere(const struct evidence *e, const char *method);
void evidence_release(struct evidence *e);
void evidence_set_release(struct evidence_set *s);

/* ---- validity ---- */

struct evidence_jdk; /* a JDK whose classes are compared with records */
/* Opens a JDK. `home` and `class_path` (which has the user's own classes) are as in engine_options.
 * ERR_INPUT: there is no JDK. */
int evidence_jdk_open(const char *home, const char *class_path, struct evidence_jdk **out,
                      struct error *err);
void evidence_jdk_close(struct evidence_jdk *j);                /* NULL is fine */
const char *evidence_jdk_version(const struct evidence_jdk *j); /* "17.0.15+6" */
/* Computes the hash that a record must have to be valid in this JDK. If the record lists executed
 * methods, it depends on those methods, on the shapes of their classes (digest.h) and, if the class
 * is not in the library, on the class with its nested classes and superclasses. For a class of the
 * user it depends on this JDK and on all classes of the class path that the class names. In any
 * case it depends on the feature release. An older record without the list uses evidence_hash.
 * ERR_NOTFOUND: a class is missing. */
int evidence_hash_of(struct evidence_jdk *j, const struct evidence *e, char out[33],
                     struct error *err);
/* Computes the hash of the bytes of a class, its nested classes and superclasses, and all of
 * java.util.concurrent; for a class of the user, of all classes of the class path that it names.
 * ERR_NOTFOUND: no such class in either. */
int evidence_hash(struct evidence_jdk *j, const char *klass, char out[33], struct error *err);
/* Returns the last record of the set for the class that is valid in this JDK; NULL: none. */
const struct evidence *evidence_for(const struct evidence_set *s, struct evidence_jdk *j,
                                    const char *klass);
/* Returns engine_options.contracts for all valid records of layers below `layer`; *count (may be
 * NULL) is the number of methods. NULL: there is none. Caller frees. */
char *evidence_text(const struct evidence_set *s, struct evidence_jdk *j, int layer,
                    uint32_t *count);
struct evidence_limit {
  int layers;          /* no contract above this layer; 0: of all layers */
  const char *classes; /* none of these classes and of those nested in them: "a/b/C,a/b/D", or "" */
};
/* Returns the contracts that heddle check uses: those of the built-in records and of the user's
 * file, without what `limit` excludes. Returns NULL with ERR_INPUT, also if there is none for the
 * JDK. The caller frees it. */
char *evidence_contracts(const char *java_home, const char *class_path,
                         const struct evidence_limit *limit, struct error *err);

#endif
