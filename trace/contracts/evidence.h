/* What shows contracts (engine/env/contracts.h): a record for each class and JDK, one JSON object
 * in each line of a file. Those of the JDK builds at hand when heddle was built are part of it
 * (shown.jsonl); `heddle contracts --verify` adds others. A record holds where the code that its
 * searches executed is the same: its hash is a part of it. */
#ifndef HEDDLE_CONTRACTS_EVIDENCE_H
#define HEDDLE_CONTRACTS_EVIDENCE_H

#include <jansson.h>

#include "engine/base/error.h"
#include "engine/base/mem.h"

#include <stdbool.h>
#include <stdint.h>

#define EVIDENCE_LIBRARY "java/util/concurrent/" /* whose classes a record rests on */

/* Texts and JSON values are the record's own. */
struct evidence {
  char *klass;              /* "java/util/Vector" */
  char *jdk, *hash;         /* "17.0.15+6", evidence_hash */
  int layer;                /* of the contract; those below it were steps */
  char *methods;            /* that are one step each, with ' ' between them; "": none was shown */
  char *seeing;             /* methods of the class that see inside of one */
  json_t *failed;           /* {"methods", "scenario", "ends"} of what was taken out, an array */
  json_t *left_out;         /* methods for which no call is known, an array of texts */
  json_t *unended;          /* {"scenario", "why"}: some of those that are open, an array */
  json_t *walked;           /* methods of views and iterators that scenarios walked with, and saw
                             * nothing inside: "java/util/Vector$Itr hasNext next", an array */
  json_t *unwalked;         /* those that saw inside, or might have: the same */
  json_t *elsewhere;        /* methods of other classes that see inside of a step: "CLASS METHOD",
                             * an array */
  json_t *executed;         /* {"java/util/concurrent/FutureTask": "get run"}: what the searches
                             * executed of the library, by class */
  char *observers;          /* "states permits": what does not see inside of a step either */
  uint64_t scenarios, open; /* how many, and of those how many did not end within the bound */
  uint64_t states;          /* of all searches */
  uint64_t bound;           /* most states of one search */
  double seconds;
};

struct evidence_set {
  VEC(struct evidence) all;
};

/* Adds the records of a text to the set. `name` is for messages. ERR_INPUT: a line is none. */
int evidence_parse(const char *text, size_t len, const char *name, struct evidence_set *out,
                   struct error *err);
/* The same from a file; one that is not there has none. */
int evidence_read(const char *path, struct evidence_set *out, struct error *err);
/* What is a part of heddle. */
int evidence_built_in(struct evidence_set *out, struct error *err);
/* The file that `heddle contracts --verify` writes, and searches read: $XDG_DATA_HOME/heddle/
 * contracts.jsonl, or in ~/.local/share. Caller frees; NULL: there is no home. */
char *evidence_user_file(void);
json_t *evidence_json(const struct evidence *e); /* the caller's */
/* One line, without the newline; caller frees. */
char *evidence_line(const struct evidence *e);
/* Adds one line to the file, whose folder is made when it is not there. ERR_INPUT. */
int evidence_append(const char *path, const struct evidence *e, struct error *err);
/* Of a new record: nothing was seen yet, nothing failed, nothing was walked. */
void evidence_init(struct evidence *e);
/* Notes a method that sees inside. */
void evidence_see(struct evidence *e, const char *method);
/* ... and one of another class: "CLASS METHOD". */
void evidence_see_elsewhere(struct evidence *e, const char *method);
bool evidence_sees_elsewhere(const struct evidence *e, const char *method);
void evidence_release(struct evidence *e);
void evidence_set_release(struct evidence_set *s);

/* ---- which holds ---- */

struct evidence_jdk; /* a JDK whose classes are compared */
/* `home` and `class_path`, where the user's own classes are, as in engine_options. ERR_INPUT: there
 * is no JDK. */
int evidence_jdk_open(const char *home, const char *class_path, struct evidence_jdk **out,
                      struct error *err);
void evidence_jdk_close(struct evidence_jdk *j);                /* NULL is fine */
const char *evidence_jdk_version(const struct evidence_jdk *j); /* "17.0.15+6" */
/* What the hash of a record has to be in this JDK. One that says what was executed rests on that:
 * on the methods listed and on the shapes of their classes (digest.h), and outside of the library
 * on its class, what is nested in it and what it extends; of a class of the user, on this JDK, and
 * on all of the class path that the class names; on no other feature release. One without is older:
 * evidence_hash. ERR_NOTFOUND: a class is not there. */
int evidence_hash_of(struct evidence_jdk *j, const struct evidence *e, char out[33],
                     struct error *err);
/* The hash of the bytes of a class, of what is nested in it, what it extends, and of all of
 * java.util.concurrent; of a class of the user, of all of the class path that it names.
 * ERR_NOTFOUND: no such class in either. */
int evidence_hash(struct evidence_jdk *j, const char *klass, char out[33], struct error *err);
/* The last record of the set for the class that holds in this JDK; NULL: there is none. */
const struct evidence *evidence_for(const struct evidence_set *s, struct evidence_jdk *j,
                                    const char *klass);
/* engine_options.contracts of all that holds, of the layers below `layer`; *count (may be NULL):
 * how many methods. NULL: nothing holds. Caller frees. */
char *evidence_text(const struct evidence_set *s, struct evidence_jdk *j, int layer,
                    uint32_t *count);
/* The same as heddle check uses it: what is built in and what the user's file has; without what
 * `limit` excludes. Returns NULL with ERR_INPUT, also when nothing holds for the JDK. */
struct evidence_limit {
  int layers;          /* no contract above this layer; 0: of all layers */
  const char *classes; /* none of these classes and of those nested in them: "a/b/C,a/b/D", or "" */
};
char *evidence_contracts(const char *java_home, const char *class_path,
                         const struct evidence_limit *limit, struct error *err);

#endif
