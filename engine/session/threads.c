/* Full names of threads: "T1 Producer" (vm/sched/thread_title.c). Texts of operations say T1, which
 * is short and which commands accept. Where people read them, the rest is appended. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/check.h"
#include "engine/session/session.h"
#include "engine/vm/machine.h"

char *session_thread_title(struct engine *e, uint32_t thread) {
  return thread_title(e->vm, vm_thread(e->vm, thread));
}

char **engine_thread_titles(struct engine *e, node_id n) {
  struct session_visit here = session_visit(e);
  uint32_t i, count;
  char **titles;
  if (node_valid(e, n)) explorer_go(&e->x, n);
  count = vm_machine(e->vm)->thread_count;
  titles = mem_alloc((count + 1) * sizeof *titles);
  for (i = 0; i < count; i++) titles[i] = session_thread_title(e, i);
  session_return(e, here);
  return titles;
}

/* Stores the number of the thread name at `p` within `s`, and returns the length of the name; 0 if
 * there is none. "T1.x", "T1#2" and "T1$A" refer to a class of that name. */
static size_t thread_number_in(const char *s, const char *p, unsigned long *number) {
  char *end = NULL;
  if (*p != 'T' || !isdigit((unsigned char)p[1])) return 0;
  if (p > s && (isalnum((unsigned char)p[-1]) || strchr("_$.#\"", p[-1]))) return 0;
  *number = strtoul(p + 1, &end, 10);
  if (*end && (isalnum((unsigned char)*end) || strchr("_$#\"(", *end))) return 0;
  return *end == '.' && isalnum((unsigned char)end[1]) ? 0 : (size_t)(end - p);
}

char *engine_titled(const char *text, char *const *titles) {
  struct text t = {0};
  size_t count = 0;
  const char *p = text;
  while (titles[count]) count++;
  text_puts(&t, "");
  while (*p) {
    unsigned long number = 0;
    size_t n = thread_number_in(text, p, &number), whole;
    if (!n || number >= count) {
      text_add(&t, p++, 1);
      continue;
    }
    whole = strlen(titles[number]);
    text_puts(&t, titles[number]);
    p += strncmp(p, titles[number], whole) ? n : whole; /* the full name may be there already */
  }
  return t.s;
}

char *session_name_threads(struct engine *e, char *s) {
  char **titles = engine_thread_titles(e, e->x.here), *named = engine_titled(s, titles);
  engine_lines_free(titles);
  free(s);
  return named;
}

bool session_is_ancestor(struct vm *vm, uint32_t a, uint32_t b) {
  const struct thread *t = vm_thread(vm, b);
  while (t->parent) {
    CHECK(t->parent <= t->index, "a thread is younger than its parent: T%u", t->index);
    if (t->parent == a + 1) return true;
    t = vm_thread(vm, t->parent - 1);
  }
  return false;
}
