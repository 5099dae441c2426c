/* Prints a program as one Java class. Threads keep registers in local variables and store them at
 * the end in fields that no other thread writes. */
#include "tests/tools/weak/actions.h"

static const char *const field_of[LOCS] = {"x", "y", "z", "ref"};
static const char *const handle_of[LOCS] = {"X", "Y", "Z", "REF"};

/* ---- accesses ---- */

/* The end of the name of a VarHandle's method. */
static const char *read_suffix(enum mode m) {
  static const char *const text[] = {"", "", "Opaque", "Acquire", "Volatile"};
  return text[m];
}

static const char *write_suffix(enum mode m) { return m == ORDERED ? "Release" : read_suffix(m); }

static const char *update_suffix(const struct action *a) {
  return a->read == ORDERED ? "Acquire" : a->write == ORDERED ? "Release" : "";
}

static const char *receiver(const struct program *p, int loc, bool alone) {
  return !p->instance[loc] ? "" : alone ? "o" : "o, ";
}

static void print_read(const struct program *p, const struct action *a, FILE *f) {
  const char *type = a->loc == LOC_REF ? "Box" : "int";
  if (a->direct)
    fprintf(f, "%s%s", p->instance[a->loc] ? "o." : "", field_of[a->loc]);
  else
    fprintf(f, "(%s) %s.get%s(%s)", type, handle_of[a->loc], read_suffix(a->read),
            receiver(p, a->loc, true));
}

static void print_write(const struct program *p, const struct action *a, FILE *f) {
  char value[24];
  snprintf(value, sizeof value, a->kind == A_PUBLISH ? "new Box(%d)" : "%d", a->c);
  if (a->direct)
    fprintf(f, "%s%s = %s;\n", p->instance[a->loc] ? "o." : "", field_of[a->loc], value);
  else
    fprintf(f, "%s.set%s(%s%s);\n", handle_of[a->loc], write_suffix(a->write),
            receiver(p, a->loc, false), value);
}

static void print_box_read(const struct program *p, const struct action *a, FILE *f) {
  fprintf(f, "b = ");
  print_read(p, a, f);
  fprintf(f, "; r%d = b == null ? -1 : b.f;\n", a->reg);
}

static void print_update(const struct program *p, const struct action *a, FILE *f) {
  const char *handle = handle_of[a->loc], *to = receiver(p, a->loc, false);
  if (a->kind == A_ADD)
    fprintf(f, "r%d = (int) %s.getAndAdd%s(%s%d);\n", a->reg, handle, update_suffix(a), to, a->c);
  else if (a->kind == A_CAS)
    fprintf(f, "r%d = %s.compareAndSet(%s%d, %d) ? 1 : 0;\n", a->reg, handle, to, a->c, a->d);
  else
    fprintf(f, "r%d = (int) %s.compareAndExchange%s(%s%d, %d);\n", a->reg, handle, update_suffix(a),
            to, a->c, a->d);
}

/* ---- bodies ---- */

static void print_simple_action(const struct program *p, const struct action *a, FILE *f) {
  static const char *const fence[FENCES] = {"full", "acquire", "release", "loadLoad", "storeStore"};
  switch (a->kind) {
    case A_READ:
      fprintf(f, "r%d = ", a->reg);
      print_read(p, a, f);
      fprintf(f, ";\n");
      break;
    case A_WRITE:
    case A_PUBLISH: print_write(p, a, f); break;
    case A_READ_BOX: print_box_read(p, a, f); break;
    case A_FENCE: fprintf(f, "VarHandle.%sFence();\n", fence[a->c]); break;
    default: print_update(p, a, f); break;
  }
}

static void print_actions(const struct program *p, const struct body *b, int from, int to,
                          int indent, FILE *f) {
  for (int i = from; i < to; i += 1 + b->at[i].span) {
    const struct action *a = &b->at[i];
    fprintf(f, "%*s", indent, "");
    if (a->kind == A_SYNC)
      fprintf(f, "synchronized (m%d) {\n", a->c);
    else if (a->kind == A_IF)
      fprintf(f, "if (r%d == %d) {\n", a->reg, a->c);
    else
      print_simple_action(p, a, f);
    if (a->kind != A_SYNC && a->kind != A_IF) continue;
    print_actions(p, b, i + 1, i + 1 + a->span, indent + 2, f);
    fprintf(f, "%*s}\n", indent, "");
  }
}

static void print_body_of_thread(const struct program *p, int t, FILE *f) {
  const struct body *b = &p->body[t];
  fprintf(f, "  static void thread%d() {\n    Box b;\n", t);
  for (int r = 0; r < b->regs; r++) fprintf(f, "    int r%d = 0;\n", r);
  print_actions(p, b, 0, b->count, 4, f);
  for (int r = 0; r < b->regs; r++) fprintf(f, "    t%dr%d = r%d;\n", t, r, r);
  fprintf(f, "  }\n");
}

/* ---- the class ---- */

static void print_fields(const struct program *p, FILE *f) {
  for (int l = 0; l < LOCS; l++)
    fprintf(f, "  %s%s%s %s;\n", p->instance[l] ? "" : "static ",
            p->is_volatile[l] ? "volatile " : "", l == LOC_REF ? "Box" : "int", field_of[l]);
  for (int t = 0; t < p->threads; t++)
    for (int r = 0; r < p->body[t].regs; r++) fprintf(f, "  static int t%dr%d;\n", t, r);
}

/* The class Box is initialised here, for else the threads would synchronise when they do this. */
static void print_initialiser(const struct program *p, const char *name, FILE *f) {
  fprintf(f, "  static final VarHandle X, Y, Z, REF;\n  static {\n    new Box(0);\n    try {\n");
  fprintf(f, "      MethodHandles.Lookup l = MethodHandles.lookup();\n");
  for (int l = 0; l < LOCS; l++)
    fprintf(f, "      %s = l.find%sVarHandle(%s.class, \"%s\", %s.class);\n", handle_of[l],
            p->instance[l] ? "" : "Static", name, field_of[l], l == LOC_REF ? "Box" : "int");
  fprintf(f, "    } catch (ReflectiveOperationException e) { throw new Error(e); }\n  }\n");
}

static void print_line_of_registers(const struct program *p, FILE *f) {
  const char *before = "\"\" + ";
  fprintf(f, "    System.out.println(");
  for (int turn = 1; turn <= p->threads; turn++) {
    int t = turn % p->threads;
    for (int r = 0; r < p->body[t].regs; r++, before = " + \" \" + ")
      fprintf(f, "%st%dr%d", before, t, r);
  }
  fprintf(f, ");\n");
}

static void print_main(const struct program *p, const char *name, FILE *f) {
  fprintf(f, "  public static void main(String[] args) throws Exception {\n");
  for (int t = 1; t < p->threads; t++)
    fprintf(f, "    Thread t%d = new Thread(%s::thread%d);\n", t, name, t);
  for (int t = 1; t < p->threads; t++) fprintf(f, "    t%d.start();\n", t);
  for (int t = 1; t < p->threads; t++) fprintf(f, "    t%d.join();\n", t);
  fprintf(f, "    thread%d();\n", MAIN);
  print_line_of_registers(p, f);
  fprintf(f, "  }\n");
}

void actions_print_java(const struct program *p, const char *name, FILE *f) {
  fprintf(f, "import java.lang.invoke.MethodHandles;\nimport java.lang.invoke.VarHandle;\n\n");
  fprintf(f, "class %s {\n", name);
  fprintf(f, "  static final class Box {\n    int f;\n    Box(int c) { f = c; }\n  }\n");
  print_fields(p, f);
  fprintf(f, "  static final %s o = new %s();\n", name, name);
  for (int m = 0; m < MONITORS; m++) fprintf(f, "  static final Object m%d = new Object();\n", m);
  print_initialiser(p, name, f);
  for (int t = 0; t < p->threads; t++) print_body_of_thread(p, t, f);
  print_main(p, name, f);
  fprintf(f, "}\n");
}
