/* Prints a program as the source of one Java class with nested classes. */
#include "tests/tools/oracle/program.h"

struct printer {
  FILE *f;
  const struct program *p;
  const char *name;
  int calls; /* synchronized methods so far */
};

static const char *const loc_text[LOC_COUNT] = {
    [LOC_X] = "x",         [LOC_Y] = "y",     [LOC_F] = "o.f",       [LOC_A0] = "A.get(0)",
    [LOC_A1] = "A.get(1)", [LOC_I1] = "I1.g", [LOC_I2] = "I2.g",     [LOC_R1] = "r1",
    [LOC_R2] = "r2",       [LOC_R3] = "r3",   [LOC_B] = "b",         [LOC_OB] = "o.h",
    [LOC_V] = "v",         [LOC_W] = "w",     [LOC_AI] = "ai.get()", [LOC_VB] = "vb",
    [LOC_VH] = "vh",
};

static void print_body(struct printer *w, const struct stmt *s, int indent);

static void print_line(struct printer *w, int indent, const char *text) {
  fprintf(w->f, "%*s%s\n", indent, "", text);
}

static void print_indent(struct printer *w, int indent) { fprintf(w->f, "%*s", indent, ""); }

static bool in_array(int loc) { return loc == LOC_A0 || loc == LOC_A1; }

static const char *loc_read(int loc) { return loc_text[loc]; }

/* Only the code of one class accesses the array's elements. This distinguishes races on elements
 * from races on fields. */
static void print_store(struct printer *w, int loc, const char *value, int c) {
  if (in_array(loc))
    fprintf(w->f, "A.set(%d, %s%s%d);\n", loc - LOC_A0, value, *value ? " + " : "", c);
  else if (loc == LOC_AI)
    fprintf(w->f, "ai.set(%s%s%d);\n", value, *value ? " + " : "", c);
  else
    fprintf(w->f, "%s = %s%s%d;\n", loc_text[loc], value, *value ? " + " : "", c);
}

static const char *monitor_text(const struct printer *w, int m, char room[32]) {
  if (m == MON_CLASS)
    snprintf(room, 32, "%s.class", w->name);
  else if (m >= MON_M0)
    snprintf(room, 32, "m%d", m - MON_M0);
  else
    snprintf(room, 32, "t%d", m);
  return room;
}

static const char *timeout_text(int how_long) {
  static const char *const text[TIME_COUNT] = {"", "1", "600", "1000", "1500"};
  return text[how_long];
}

static void print_park(struct printer *w, int how_long) {
  if (how_long == UNTIMED)
    fprintf(w->f, "LockSupport.park();\n");
  else
    fprintf(w->f, "LockSupport.parkNanos(%s000000L);\n", timeout_text(how_long));
}

static void print_spin(struct printer *w, const struct stmt *s) {
  static const char *const body[] = {"{ }", "Thread.yield();", "Thread.onSpinWait();"};
  const char *in = body[s->d % 3];
  switch (s->kind) {
    case S_SPIN_ALIVE: fprintf(w->f, "while (t%d.isAlive()) %s\n", s->a, in); break;
    case S_SPIN_CALM:
      fprintf(w->f, "while (!Thread.currentThread().isInterrupted()) %s\n", in);
      break;
    case S_SPIN_CAS:
      fprintf(w->f, "while (!ai.compareAndSet(%d, %d)) %s\n", (int8_t)s->b, s->c, in);
      break;
    case S_PARK_WHILE:
      fprintf(w->f, "while (%s == %d) ", loc_read(s->a), s->c);
      print_park(w, s->b);
      break;
    default: fprintf(w->f, "while (%s == %d) %s\n", loc_read(s->a), s->c, in); break;
  }
}

static void print_box(struct printer *w, const struct stmt *s) {
  bool far = s->a == LOC_VH;
  int n = s->number;
  if (s->kind == S_BOX) {
    fprintf(w->f, far ? "%s = new H(new B(%d));\n" : "%s = new B(%d);\n", loc_text[s->a], s->c);
    return;
  }
  fprintf(w->f, "{ %s p%d = %s; if (p%d != null) ", far ? "H" : "B", n, loc_text[s->a], n);
  if (s->kind == S_BOX_READ)
    fprintf(w->f, "r = r * 31 + p%d%s.n; }\n", n, far ? ".q" : "");
  else
    fprintf(w->f, "p%d%s.n = %d; }\n", n, far ? ".q" : "", s->c);
}

static void print_block(struct printer *w, const struct stmt *s, int indent, const char *head) {
  print_line(w, indent, head);
  print_body(w, s->body, indent + 2);
  print_line(w, indent, "}");
}

static void print_locked(struct printer *w, const struct stmt *s, int indent) {
  bool tries = s->kind == S_TRY_LOCK;
  print_line(w, indent, tries ? "if (lock.tryLock()) {" : "lock.lock();");
  print_line(w, indent + 2 * tries, "try {");
  print_body(w, s->body, indent + 2 + 2 * tries);
  print_line(w, indent + 2 * tries, "} finally { lock.unlock(); }");
  if (tries) print_line(w, indent, "}");
}

static void print_compound(struct printer *w, const struct stmt *s, int indent) {
  char head[80], room[32];
  switch (s->kind) {
    case S_IF: snprintf(head, sizeof head, "if (%s == %d) {", loc_read(s->a), s->c); break;
    case S_IF_CAS:
      snprintf(head, sizeof head, "if (ai.compareAndSet(%d, %d)) {", (int8_t)s->b, s->c);
      break;
    case S_IF_R: snprintf(head, sizeof head, "if (r == %d) {", s->c); break;
    case S_LOOP:
      snprintf(head, sizeof head, "for (int i%d = 0; i%d < %d; i%d++) {", s->number, s->number,
               s->c, s->number);
      break;
    case S_SYNC:
      snprintf(head, sizeof head, "synchronized (%s) {", monitor_text(w, s->a, room));
      break;
    default: snprintf(head, sizeof head, "try {"); break;
  }
  print_block(w, s, indent, head);
  if (s->kind == S_TRY) print_line(w, indent, "catch (Throwable e) { r = r * 31 + code(e); }");
}

static void print_threading(struct printer *w, const struct stmt *s) {
  char m[32];
  monitor_text(w, s->a, m);
  switch (s->kind) {
    case S_WAIT: fprintf(w->f, "%s.wait(%s);\n", m, timeout_text(s->b)); break;
    case S_WAIT_WHILE: {
      char n[32];
      monitor_text(w, s->b, n);
      fprintf(w->f, "synchronized (%s) { while (%s == %d) %s.wait(%s); }\n", n, loc_read(s->a),
              s->c, n, timeout_text(s->d));
      break;
    }
    case S_NOTIFY: fprintf(w->f, "%s.notify();\n", m); break;
    case S_NOTIFY_ALL: fprintf(w->f, "%s.notifyAll();\n", m); break;
    case S_START: fprintf(w->f, "%s.start();\n", m); break;
    case S_JOIN: fprintf(w->f, "%s.join(%s);\n", m, timeout_text(s->b)); break;
    case S_ALIVE: fprintf(w->f, "r = r * 31 + (%s.isAlive() ? 1 : 0);\n", m); break;
    case S_INTERRUPT: fprintf(w->f, "%s.interrupt();\n", m); break;
    case S_IS_INTERRUPTED: fprintf(w->f, "r = r * 31 + (%s.isInterrupted() ? 1 : 0);\n", m); break;
    case S_UNPARK: fprintf(w->f, "LockSupport.unpark(%s);\n", m); break;
    default: break;
  }
}

static void print_simple(struct printer *w, const struct stmt *s) {
  switch (s->kind) {
    case S_READ: fprintf(w->f, "r = r * 31 + %s;\n", loc_read(s->a)); break;
    case S_SET: print_store(w, s->a, "", s->c); break;
    case S_PUT: print_store(w, s->a, "r", s->c); break;
    case S_ADD:
      if (in_array(s->a) || s->a == LOC_AI)
        print_store(w, s->a, loc_read(s->a), s->c);
      else
        fprintf(w->f, "%s += %d;\n", loc_text[s->a], s->c);
      break;
    case S_COPY: print_store(w, s->a, loc_read(s->b), s->c); break;
    case S_OUTSIDE: fprintf(w->f, "A.get(2);\n"); break;
    case S_THROW: fprintf(w->f, "fail();\n"); break;
    case S_ASSERT: fprintf(w->f, "assert %s == %d;\n", loc_read(s->a), s->c); break;
    case S_INTERRUPTED: fprintf(w->f, "r = r * 31 + (Thread.interrupted() ? 1 : 0);\n"); break;
    case S_PARK: print_park(w, s->b); break;
    case S_SPIN:
    case S_SPIN_ALIVE:
    case S_SPIN_CALM:
    case S_SPIN_CAS:
    case S_PARK_WHILE: print_spin(w, s); break;
    case S_GET_ADD: fprintf(w->f, "r = r * 31 + ai.getAndAdd(%d);\n", s->c); break;
    case S_BOX:
    case S_BOX_READ:
    case S_BOX_WRITE: print_box(w, s); break;
    case S_UNLOCK: fprintf(w->f, "lock.unlock();\n"); break;
    case S_SLEEP: fprintf(w->f, "Thread.sleep(%s);\n", timeout_text(s->b)); break;
    case S_PRINT: fprintf(w->f, "System.out.print(\"%c\");\n", 'a' + s->a); break;
    case S_EXIT: fprintf(w->f, "System.exit(%d);\n", s->c); break;
    case S_RESULT: fprintf(w->f, "%s = r;\n", loc_text[s->a]); break;
    case S_PRINT_R: fprintf(w->f, "System.out.print(r);\n"); break;
    default: print_threading(w, s); break;
  }
}

static void print_body(struct printer *w, const struct stmt *s, int indent) {
  for (; s; s = s->next) {
    switch (s->kind) {
      case S_IF:
      case S_IF_R:
      case S_IF_CAS:
      case S_LOOP:
      case S_SYNC:
      case S_TRY: print_compound(w, s, indent); break;
      case S_LOCKED:
      case S_TRY_LOCK: print_locked(w, s, indent); break;
      case S_CALL_SYNC:
        print_indent(w, indent), fprintf(w->f, "r = call%d(r);\n", s->number);
        break;
      default: print_indent(w, indent), print_simple(w, s); break;
    }
  }
}

static void print_calls(struct printer *w, const struct stmt *s) {
  for (; s; s = s->next) {
    print_calls(w, s->body);
    if (s->kind != S_CALL_SYNC) continue;
    fprintf(w->f, "  static synchronized int call%d(int r) throws InterruptedException {\n",
            s->number);
    print_body(w, s->body, 4);
    print_line(w, 2, "  return r;\n  }");
  }
}

static const char head[] =
    "  static int x, y, r1, r2, r3;\n"
    "  static volatile int v, w;\n"
    "  static final class B { int n; B(int n) { this.n = n; } }\n"
    "  static final class H { final B q; H(B q) { this.q = q; } }\n"
    "  static B b;\n"
    "  static volatile B vb;\n"
    "  static volatile H vh;\n"
    "  static final class O { int f; B h; }\n"
    "  static final O o = new O();\n"
    "  static final int[] array = new int[2];\n"
    "  static final class A {\n"
    "    static int get(int i) { return array[i]; }\n"
    "    static void set(int i, int value) { array[i] = value; }\n"
    "  }\n"
    "  static final Object m0 = new Object(), m1 = new Object();\n"
    "  static final ReentrantLock lock = new ReentrantLock();\n"
    "  static final Thread t0 = Thread.currentThread();\n"
    "  static void fail() { throw new IllegalStateException(); }\n"
    "  static int code(Throwable e) {\n"
    "    return e instanceof ArrayIndexOutOfBoundsException ? 1 : e instanceof "
    "IllegalMonitorStateException ? 2\n"
    "        : e instanceof InterruptedException ? 3 : e instanceof IllegalThreadStateException ? "
    "4\n"
    "        : e instanceof IllegalStateException ? 5 : e instanceof ExceptionInInitializerError ? "
    "6\n"
    "        : e instanceof NoClassDefFoundError ? 7 : e instanceof AssertionError ? 8 : 9;\n"
    "  }\n";

static const char run_text[] =
    "try { run%d(); } catch (InterruptedException e) { throw new RuntimeException(e); }";

/* Prints a thread as a class of its own or as a lambda. */
static void print_new_thread(struct printer *w, int t) {
  bool daemon = w->p->daemons & 1u << t;
  if (w->p->lambdas) {
    fprintf(w->f, "  static final Thread t%d = made(%s, () -> {\n    ", t,
            daemon ? "true" : "false");
    fprintf(w->f, run_text, t);
    fprintf(w->f, "\n  });\n");
    return;
  }
  fprintf(w->f, "  static final class T%d extends Thread {\n", t);
  if (daemon) fprintf(w->f, "    T%d() { setDaemon(true); }\n", t);
  fprintf(w->f, "    @Override public void run() {\n      ");
  fprintf(w->f, run_text, t);
  fprintf(w->f, "\n    }\n  }\n  static final Thread t%d = new T%d();\n", t, t);
}

static void print_thread(struct printer *w, int t) {
  print_new_thread(w, t);
  fprintf(w->f, "  static void run%d() throws InterruptedException {\n    int r = 0;\n", t);
  print_body(w, w->p->threads_body[t], 4);
  print_line(w, 2, "}");
}

static const char made[] =
    "  static Thread made(boolean daemon, Runnable what) {\n"
    "    Thread t = new Thread(what);\n"
    "    t.setDaemon(daemon);\n"
    "    return t;\n"
    "  }\n";

void program_print_java(const struct program *p, const char *name, FILE *f) {
  struct printer w = {f, p, name, 0};
  fprintf(f, "import java.util.concurrent.atomic.*;\nimport java.util.concurrent.locks.*;\n\n");
  fprintf(f, "public class %s {\n%s", name, head);
  if (p->atomic) print_line(&w, 2, "static final AtomicInteger ai = new AtomicInteger();");
  if (p->lambdas) fprintf(f, "%s", made);
  for (int t = 1; t < p->threads; t++) print_thread(&w, t);
  for (int t = 0; t < p->threads; t++) print_calls(&w, p->threads_body[t]);
  for (int c = 1; c < p->classes; c++) {
    fprintf(f, "  static class I%d%s {\n    static int g;\n    static {\n      int r = 0;\n", c,
            p->super_of[c] == 1 ? " extends I1" : "");
    print_body(&w, p->init_body[c], 6);
    fprintf(f, "    }\n  }\n");
  }
  if (p->own_init) {
    fprintf(f, "  static {\n    int r = 0;\n");
    print_body(&w, p->init_body[0], 4);
    fprintf(f, "  }\n");
  }
  fprintf(
      f,
      "  public static void main(String[] args) throws InterruptedException {\n    int r = 0;\n");
  print_body(&w, p->threads_body[0], 4);
  fprintf(f, "  }\n}\n");
}
