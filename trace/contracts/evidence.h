/* Evidence for contracts (engine/env/contracts.h): a record for each class and JDK, one JSON object
 * per line of a file. heddle contains the records for the JDK builds that were available when it
 * was built (shown.jsonl); `heddle contracts --verify` adds others. A record is valid in every JDK
 * in which the code that its searches executed is the same; it contains a hash of that code. */
#ifndef HEDDLE_CONTRACTS_EVIDENCE_H
#define HEDDLE_CONTRACTS_EVIDENCE_H

#include <jansson.h>

#include "engine/base/error.h"
#include "engine/base/mem.h"

#include <stdbool.h>
#include <stdint.h>

/* The library code that a record may depend on. */
#define EVIDENCE_LIBRARY "java/util/concurrent/"

/* The record owns its texts and JSON values. */
struct evidence {
  char *klass;      /* "java/util/Vector" */
  char *jdk, *hash; /* jdk: the JDK's version, such as "17.0.15+6". hash: see evidence_hash_of */
  /* layer of the contract; in its searches the methods of lower layers were single steps */
  int layer;
  char *methods;    /* methods shown to be one step each, separated by ' '; may be "" */
  char *seeing;     /* other methods of the class that see inside a step */
  json_t *failed;   /* methods removed from the claim: an array of {"method", "scenario", "ends"} */
  json_t *left_out; /* methods for which no call could be made: an array of texts */
  /* some of the scenarios whose searches did not end: an array of {"scenario", "why"} */
  json_t *unended;
  /* methods of views and iterators with which walks saw nothing inside a step, by class: an array
   * of texts such as "java/util/Vector$Itr hasNext next" */
  json_t *walked;
  /* methods of views and iterators that saw inside a step, or may have; in the same form */
  json_t *unwalked;
  /* methods of other classes that see inside a step: an array of texts "CLASS METHOD" */
  json_t *elsewhere;
  /* library code that the searches executed, by class: {"java/util/concurrent/FutureTask": "get
   * run"} */
  json_t *executed;
  char *observers; /* other observers that do not see inside a step, such as "states permits" */
  /* number of scenarios, and of those whose searches did not end within the bound */
  uint64_t scenarios, open;
  uint64_t states; /* states of all searches together */
  uint64_t bound;  /* maximum number of states of one search (verify.h) */
  double seconds;
};

struct evidence_set {
  VEC(struct evidence) all;
};

/* Adds the records in a text to the set. `name` is used in messages. Returns ERR_INPUT if a line is
 * not a record. Release the set with evidence_set_release. */
int evidence_parse(const char *text, size_t len, const char *name, struct evidence_set *out,
                   struct error *err);
/* Adds the records in a file; a missing file has none. Returns ERR_INPUT if it cannot be read or a
 * line is not a record. */
int evidence_read(const char *path, struct evidence_set *out, struct error *err);
/* Adds the records that heddle contains. */
int evidence_built_in(struct evidence_set *out, struct error *err);
/* Returns the path of the file that `heddle contracts --verify` writes and that searches read:
 * $XDG_DATA_HOME/heddle/contracts.jsonl, or in ~/.local/share. Returns NULL if there is no home
 * folder. The caller frees it. */
char *evidence_user_file(void);
/* Returns the record as JSON, which the caller owns. */
json_t *evidence_json(const struct evidence *e);
/* Returns the record as one line, without the newline; the caller frees it. */
char *evidence_line(const struct evidence *e);
/* Appends the record's line to the file, creating its folder if needed. Returns ERR_INPUT if it
 * cannot be written. */
int evidence_append(const char *path, const struct evidence *e, struct error *err);
/* Initialises a new record with empty lists. */
void evidence_init(struct evidence *e);
/* Notes a method or an overload of the record's class that sees inside a step. */
void evidence_see(struct evidence *e, const char *method);
/* Notes a method of another class that sees inside a step, as "CLASS METHOD". */
void evidence_see_elsewhere(struct evidence *e, const char *method);
bool evidence_sees_elsewhere(const struct evidence *e, const char *method);
void evidence_release(struct evidence *e);
void evidence_set_release(struct evidence_set *s);

/* ---- validity ---- */

struct evidence_jdk; /* a JDK and a class path, whose classes are compared with records */
/* Opens a JDK and a class path (of the user's own classes); `home` and `class_path` are as in
 * engine_options. Returns ERR_INPUT if there is no JDK. */
int evidence_jdk_open(const char *home, const char *class_path, struct evidence_jdk **out,
                      struct error *err);
void evidence_jdk_close(struct evidence_jdk *j);                /* NULL is fine */
const char *evidence_jdk_version(const struct evidence_jdk *j); /* such as "17.0.15+6" */
/* Computes the hash that the record must have to be valid in this JDK. It depends on the feature
 * release. If the record lists executed methods, the hash depends on those methods and on the
 * shapes of their classes (digest.h); also, if the record's class is not in the library, on that
 * class with its nested classes and superclasses. For a class of the user it depends on this JDK
 * and on all classes of the class path that the class names. An older record without the list uses
 * evidence_hash. Returns ERR_NOTFOUND if a class is missing. */
int evidence_hash_of(struct evidence_jdk *j, const struct evidence *e, char out[33],
                     struct error *err);
/* Computes a hash of the bytes of a class, its nested classes and superclasses, and of all of
 * java.util.concurrent; for a class of the user, of all classes of the class path that it names.
 * Returns ERR_NOTFOUND if neither the JDK nor the class path has the class. */
int evidence_hash(struct evidence_jdk *j, const char *klass, char out[33], struct error *err);
/* Returns the last record for the class that is valid in this JDK, or NULL. */
const struct evidence *evidence_for(const struct evidence_set *s, struct evidence_jdk *j,
                                    const char *klass);
/* Returns the text for engine_options.contracts of all valid records of layers below `layer`, or
 * NULL if there is none. *count (may be NULL) gets the number of methods. The caller frees the
 * text. */
char *evidence_text(const struct evidence_set *s, struct evidence_jdk *j, int layer,
                    uint32_t *count);
struct evidence_limit {
  int layers; /* use no contract above this layer; 0: use all */
  /* use no contract of these classes or of classes nested in them: "a/b/C,a/b/D", or "" */
  const char *classes;
};
/* Returns the contracts that heddle check uses, as text for engine_options.contracts: those of the
 * built-in records and of the user's file, without what `limit` excludes. Returns NULL and sets
 * ERR_INPUT on an error, or if the JDK has no contracts. The caller frees the text. */
char *evidence_contracts(const char *java_home, const char *class_path,
                         const struct evidence_limit *limit, struct error *err);

#endif
