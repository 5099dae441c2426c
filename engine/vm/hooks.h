/* Who hears what the machine does, and has a say in it: functions of higher layers that the machine
 * calls. */
#ifndef HEDDLE_VM_HOOKS_H
#define HEDDLE_VM_HOOKS_H

#include "engine/vm/records.h"

struct vm;
struct field;
struct klass;
struct method;
struct text;

/* Events: what the properties, the trace writer and the views hear (vm/sched/event.h). */
struct event;
typedef void event_fn(void *self, struct vm *vm, const struct event *e);

/* What stands above the machine and has a say in what it does (engine/session/hooks.c has the only
 * table). */
enum section_kind {
  SECTION_NONE,
  SECTION_ATOMIC,
  SECTION_APART,    /* the same, and the end of a public method's that calls it */
  SECTION_SEES,     /* it can see inside of one */
  SECTION_SHOWN,    /* neither, on an object whose class has such methods: it was shown with them */
  SECTION_BY_CLASS, /* it depends on the receiver */
};
enum section_observer { SECTION_STATES = 1, SECTION_PERMITS = 2 }; /* of contracts */
struct vm_hooks {
  /* which accesses are no scheduling points: sched/quiet.h */
  void (*classify)(struct field *f);
  /* what a method of the JDK is for the sections of sched/section.h, called on an object of this
   * class (NULL: for any, which is asked first); while vm->atomic */
  enum section_kind (*section_kind)(const struct vm *vm, const struct method *m,
                                    const struct klass *receiver);
  /* enum section_observer: who could see that such a step is none */
  uint32_t (*section_hidden)(const struct vm *vm, const struct method *m,
                             const struct klass *receiver);
  /* Has an object of the class a contract? While vm->section.contracts. */
  bool (*section_rests)(const struct vm *vm, const struct klass *k);
  /* Has a class of the program a contract, or one around it? While vm->section.own. */
  bool (*section_owns)(const struct vm *vm, const struct klass *k);
  /* h hears an event, before the listeners; while vm->race */
  void (*access)(struct vm *vm, struct thread *t, const struct event *e);
  /* Would the race check report a race on this location by t? While vm->race. */
  bool (*is_reported)(struct vm *vm, const struct thread *t, ref obj, uint32_t off);
  /* An exception is about to leave t's run() or main(): is it a violation at which the transition
   * stops? */
  bool (*uncaught)(struct vm *vm, struct thread *t, ref exception);
};

enum { LISTENERS_MAX = 8 };

struct vm_listeners {
  struct {
    event_fn *fn;
    void *self;
  } list[LISTENERS_MAX]; /* event_listen */
  uint32_t count;
  /* hears each event before the race check does, so that its effect on h can be shown; NULL none */
  event_fn *tap;
  void *tap_self;
  /* hears accesses that are no events: of final and quiet fields (vm/sched/quiet.h); NULL none */
  event_fn *hidden;
  void *hidden_self;
  /* hears events before the race check too, for a strategy; NULL none */
  event_fn *before_race;
  void *before_race_self;
  /* hears that garbage was just swept: tests that name objects; NULL none */
  void (*collected)(void *self, struct vm *vm);
  void *collected_self;
  /* hears that an object got OBJ_SHARED, for a strategy; NULL none */
  void (*escaped)(void *self, struct vm *vm, ref r);
  void *escaped_self;
  /* hears what the program prints; NULL none */
  void (*print)(void *self, int fd, const char *s, size_t n);
  void *print_self;
  /* what the natives of natives/test/junit.c report, a line each, owned by who listens; NULL none
   */
  struct text *junit;
};

#endif
