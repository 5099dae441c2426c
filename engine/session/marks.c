/* Marks and the sequence. A mark is a scheduling point, so a change of the marks starts a new
 * generation of the tree (soundness rule 17, marks are scheduling points). Older nodes can still be
 * viewed, but choices taken from then on are executed anew. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/flow/sequence.h"
#include "engine/session/session.h"
#include "engine/vm/code.h"
#include "engine/vm/machine.h"

const struct location *session_target(const struct engine *e, uint32_t observed) {
  return observed < e->targets.len ? &e->targets.data[observed] : NULL;
}

bool session_observes(struct engine *e, const struct xnode *k, uint32_t observed_before) {
  const struct location *l = session_target(e, observed_before);
  const struct vm *vm = e->vm;
  size_t i;
  if (!l || k->mark < 0) return false;
  for (i = 0; i < vm->marks.list.len; i++)
    if (vm->marks.list.data[i].id == (uint16_t)k->mark)
      return (vm->marks.list.data[i].method == l->method ||
              vm_is_copy(vm->marks.list.data[i].method, l->method)) &&
             l->method->code->bci[vm->marks.list.data[i].pc] == l->bci;
  return false;
}

void session_targets(struct engine *e) {
  struct heuristic_options ho = {.seed = e->opt.seed, .whose = WHOSE_LAST_OR_NEW};
  struct error err = {0};
  size_t i;
  e->targets.len = 0;
  for (i = 0; i < e->marks.len; i++) *vec_push(&e->targets) = e->marks.data[i].loc;
  if (e->preview_self) e->preview_heuristic->close(e->preview_self);
  e->preview_self = NULL;
  e->x.generation++;
  if (!e->targets.len) return;
  ho.targets = e->targets.data;
  ho.target_count = (uint32_t)e->targets.len;
  e->preview_heuristic = heuristic_find("pfsm");
  if (e->preview_heuristic && e->preview_heuristic->open(e->vm, &ho, &e->preview_self, &err))
    e->preview_self = NULL;
}

static int marks_add(struct engine *e, const char *text, const struct location *loc, uint32_t *id,
                     struct error *err) {
  uint32_t n = 1;
  size_t i;
  for (i = 0; i < e->marks.len; i++)
    if (e->marks.data[i].id >= n) n = e->marks.data[i].id + 1;
  if (vm_mark_add(e->vm, loc->method, loc->bci, (uint16_t)n, err)) return err->code;
  *vec_push(&e->marks) = (struct session_mark){.id = n, .text = mem_strdup(text), .loc = *loc};
  if (id) *id = n;
  return 0;
}

int engine_mark_add(struct engine *e, const char *location, uint32_t *id, struct error *err) {
  struct location loc;
  if (location_parse(e->vm, e->opt.main_class, location, &loc, err)) return err->code;
  if (marks_add(e, location, &loc, id, err)) return err->code;
  engine_search_stop(e);
  session_targets(e);
  return 0;
}

int engine_mark_remove(struct engine *e, uint32_t id, struct error *err) {
  size_t i;
  for (i = 0; i < e->marks.len; i++)
    if (e->marks.data[i].id == id) break;
  if (i == e->marks.len) return error_set(err, ERR_NOTFOUND, "no mark %u", id);
  vm_mark_remove(e->vm, (uint16_t)id);
  free(e->marks.data[i].text);
  memmove(&e->marks.data[i], &e->marks.data[i + 1],
          (e->marks.len - i - 1) * sizeof e->marks.data[0]);
  e->marks.len--;
  engine_search_stop(e);
  session_targets(e);
  return 0;
}

static void marks_clear(struct engine *e) {
  size_t i;
  for (i = 0; i < e->marks.len; i++) {
    vm_mark_remove(e->vm, (uint16_t)e->marks.data[i].id);
    free(e->marks.data[i].text);
  }
  e->marks.len = 0;
}

int engine_marks_load(struct engine *e, const char *seq_file, struct error *err) {
  struct sequence seq = {0};
  size_t i;
  int r = 0;
  if (sequence_read(e->vm, e->opt.main_class, seq_file, &seq, err)) return err->code;
  engine_search_stop(e);
  marks_clear(e);
  for (i = 0; i < seq.v.len && !r; i++) {
    char *text = location_method_text(&seq.v.data[i]);
    r = marks_add(e, text, &seq.v.data[i], NULL, err);
    free(text);
  }
  sequence_release(&seq);
  session_targets(e);
  return r;
}

uint32_t engine_mark_count(const struct engine *e) { return (uint32_t)e->marks.len; }

/* Returns the node at which location `index` was observed, on the path to the current node. */
static node_id observed_at(struct engine *e, uint32_t index) {
  node_id n = e->x.here, found = NODE_NONE;
  while (n != NODE_NONE && xnode(&e->x, n)->observed > index) {
    found = n;
    n = xnode(&e->x, n)->parent;
  }
  return found;
}

int engine_mark(struct engine *e, uint32_t index, struct mark_info *out) {
  const struct session_mark *m;
  const struct class_file *cf;
  if (index >= e->marks.len) return ERR_NOTFOUND;
  m = &e->marks.data[index];
  cf = m->loc.method->owner->cf;
  memset(out, 0, sizeof *out);
  out->id = m->id;
  out->text = mem_strdup(m->text);
  out->class_name = klass_dotted(m->loc.method->owner);
  out->method = mem_strdup(m->loc.method->name->s);
  out->desc = mem_strdup(m->loc.method->desc->s);
  out->file = cf && cf->source_file ? mem_strdup(cf->source_file->s) : NULL;
  out->line = location_line(&m->loc);
  out->bci = m->loc.bci;
  out->observed_node = observed_at(e, index);
  out->observed = out->observed_node != NODE_NONE;
  if (out->observed) out->observed_thread = xnode(&e->x, out->observed_node)->choice.thread;
  return 0;
}

void engine_mark_release(struct mark_info *m) {
  free(m->text);
  free(m->class_name);
  free(m->method);
  free(m->desc);
  free(m->file);
  memset(m, 0, sizeof *m);
}
