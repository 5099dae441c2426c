/* Functions of higher layers that the machine calls: to report what it does, and to ask for
 * decisions. */
#ifndef HEDDLE_VM_HOOKS_H
#define HEDDLE_VM_HOOKS_H

#include "engine/vm/records.h"

struct vm;
struct field;
struct klass;
struct method;
struct text;

/* A listener for events (vm/sched/event.h): used by the properties, the trace writer and the
 * views. */
struct event;
typedef void event_fn(void *self, struct vm *vm, const struct event *e);

/* Decisions of the layers above the machine; engine/session/session.c has the only table. */
enum section_kind {
  SECTION_NONE,
  SECTION_ATOMIC,
  SECTION_APART, /* atomic, and ends at the end of the public method that calls it */
  SECTION_SEES,  /* can observe intermediate states of an atomic section */
  /* none of these; the class has contracts, and the scenarios that show them call such methods
   * too */
  SECTION_SHOWN,
  SECTION_BY_CLASS, /* depends on the class of the receiver */
};
/* observers that contracts consider */
enum section_observer { SECTION_STATES = 1, SECTION_PERMITS = 2 };
struct vm_hooks {
  /* Decides whether accesses to f are scheduling points: sched/quiet.h. */
  void (*classify)(struct field *f);
  /* Returns the role of a JDK method in the sections of sched/section.h when it is called on an
   * object of class `receiver`. NULL means any receiver and is asked first. Called only while
   * vm->atomic. */
  enum section_kind (*section_kind)(const struct vm *vm, const struct method *m,
                                    const struct klass *receiver);
  /* Returns a mask of enum section_observer: the observers that could see that this step is not
   * atomic. */
  uint32_t (*section_hidden)(const struct vm *vm, const struct method *m,
                             const struct klass *receiver);
  /* Returns whether objects of class k have a contract. Called only while vm->section.contracts. */
  bool (*section_rests)(const struct vm *vm, const struct klass *k);
  /* Returns whether k, a class of the program, has a contract or contains a class that has one.
   * Called only while vm->section.own. */
  bool (*section_owns)(const struct vm *vm, const struct klass *k);
  /* Reports an event to h, before the listeners; called only while vm->race. */
  void (*access)(struct vm *vm, struct thread *t, const struct event *e);
  /* Returns whether the race check would report a race by t on this location. Called only while
   * vm->race. */
  bool (*is_reported)(struct vm *vm, const struct thread *t, ref obj, uint32_t off);
  /* Stale reads (property/writes.h); called only while vm->opt.stale_reads. `readable` returns the
   * writes that t's read of the location may return: bit i stands for the write with i later ones,
   * and bit 0 is always set. `written` returns the value of such a write, zero-extended. */
  uint32_t (*readable)(struct vm *vm, const struct thread *t, ref obj, uint32_t off, int mode);
  uint64_t (*written)(struct vm *vm, ref obj, uint32_t off, uint32_t behind);
  /* A constructor of the object is about to return. */
  void (*frozen)(struct vm *vm, ref object);
  /* Called when an exception is about to leave t's run() or main(). Returns whether it is a
   * violation that stops the transition. */
  bool (*uncaught)(struct vm *vm, struct thread *t, ref exception);
};

enum { LISTENERS_MAX = 8 };

struct vm_listeners {
  struct {
    event_fn *fn;
    void *self;
  } list[LISTENERS_MAX]; /* filled by event_listen */
  uint32_t count;
  /* receives each event before the race check does, to show the event's effect on h; NULL: none */
  event_fn *tap;
  void *tap_self;
  /* receives accesses that are not events: to final and quiet fields (vm/sched/quiet.h); NULL:
   * none */
  event_fn *hidden;
  void *hidden_self;
  /* receives events before the race check, for a strategy; NULL: none */
  event_fn *before_race;
  void *before_race_self;
  /* called after garbage was swept, for tests that name objects; NULL: none */
  void (*collected)(void *self, struct vm *vm);
  void *collected_self;
  /* called when an object gets OBJ_SHARED, for a strategy; NULL: none */
  void (*escaped)(void *self, struct vm *vm, ref r);
  void *escaped_self;
  /* receives the program's output; NULL: none */
  void (*print)(void *self, int fd, const char *s, size_t n);
  void *print_self;
  /* receives the lines that the natives of natives/test/junit.c report; owned by the listener;
   * NULL: none */
  struct text *junit;
};

#endif
