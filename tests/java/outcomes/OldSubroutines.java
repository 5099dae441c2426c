// outcome: 7 15 6 9
// outcome: 7 15 7 9
// outcome: 7 15 8 9
// outcome: 7 16 7 9
// outcome: 7 16 8 9
// outcome: 7 17 8 9
// outcome: 8 16 7 9
// outcome: 8 16 8 9
// outcome: 8 17 8 9
// outcome: 9 17 8 9
// again: --search bfs
// again: --por none

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.ArrayList;
import java.util.List;

/**
 * Subroutines (jsr, ret) of an old class file are called with a reference, a primitive value or
 * nothing in the same local variable.
 */
public class OldSubroutines {
  static final Object LOCK = new Object();
  static int n;

  /** Writes a class file of version 46 with static methods. */
  static class Maker {
    final List<byte[]> pool = new ArrayList<>();
    final ByteArrayOutputStream methods = new ByteArrayOutputStream();
    int count;

    int constant(int tag, Object... parts) {
      try {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        out.write(tag);
        for (Object p : parts) {
          if (p instanceof String) out.writeUTF((String) p);
          else out.writeShort((Integer) p);
        }
        pool.add(bytes.toByteArray());
        return pool.size();
      } catch (IOException e) {
        throw new AssertionError(e);
      }
    }

    int utf8(String s) {
      return constant(1, s);
    }

    int named(String s) {
      return constant(7, utf8(s));
    }

    int method(String owner, String name, String desc) {
      return constant(10, named(owner), constant(12, utf8(name), utf8(desc)));
    }

    /** handler: the handler of exceptions in 0 to 3, or -1. */
    void add(String name, String desc, int handler, int... code) throws IOException {
      DataOutputStream out = new DataOutputStream(methods);
      out.writeShort(9);
      out.writeShort(utf8(name));
      out.writeShort(utf8(desc));
      out.writeShort(1);
      out.writeShort(utf8("Code"));
      out.writeInt(12 + code.length + (handler < 0 ? 0 : 8));
      out.writeShort(3);
      out.writeShort(6);
      out.writeInt(code.length);
      for (int b : code) out.write(b);
      out.writeShort(handler < 0 ? 0 : 1);
      if (handler >= 0) {
        out.writeShort(0);
        out.writeShort(3);
        out.writeShort(handler);
        out.writeShort(0);
      }
      out.writeShort(0);
      count++;
    }

    byte[] bytes(String name) throws IOException {
      int self = named(name), object = named("java/lang/Object");
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      DataOutputStream out = new DataOutputStream(bytes);
      out.writeInt(0xcafebabe);
      out.writeInt(46);
      out.writeShort(pool.size() + 1);
      for (byte[] c : pool) out.write(c);
      out.writeShort(33);
      out.writeShort(self);
      out.writeShort(object);
      out.writeInt(0);
      out.writeShort(count);
      out.write(methods.toByteArray());
      out.writeShort(0);
      return bytes.toByteArray();
    }
  }

  static byte[] made() throws IOException {
    Maker m = new Maker();
    int step = m.method("OldSubroutines", "step", "()V"),
        fail = m.method("OldSubroutines", "fail", "()V");
    int kind = m.method("OldSubroutines", "kind", "(Ljava/lang/Throwable;)I");
    // One subroutine, called once with the array and once with a number in local 1.
    m.add("kinds", "([I)I", -1,
        0x2a, 0x4c, 0xa8, 0, 17, // 0: b = a; jsr 19
        0x2b, 0x03, 0x2e, 0x3d, // 5: c = b[0]
        0x10, 7, 0x3c, // 9: b = 7
        0xa8, 0, 7, // 12: jsr 19
        0x1b, 0x1c, 0x60, 0xac, // 15: return b + c
        0x4e, 0xb8, step >> 8, step & 255, 0xa9, 3); // 19: d = address; step(); ret d
    // A nested subroutine: the first caller or the second one determines the type of local 1.
    m.add("nested", "([I)I", -1,
        0x2a, 0x4c, 0xa8, 0, 17, // 0: b = a; jsr 19
        0x2b, 0x03, 0x2e, 0x3d, // 5: c = b[0]
        0x10, 15, 0x3c, // 9: b = 15
        0xa8, 0, 7, // 12: jsr 19
        0x1b, 0x1c, 0x60, 0xac, // 15: return b + c
        0x4e, 0xa8, 0, 11, // 19: d = address; jsr 31
        0x03, 0x36, 5, 0xa8, 0, 5, 0xa9, 3, // 23: f = 0; jsr 31; ret d
        0x3a, 4, 0xb8, step >> 8, step & 255, 0xa9, 4); // 31: e = address; step(); ret e
    // A finally block: local 1 holds the exception if there is one.
    m.add("closing", "()I", 8,
        0xb8, fail >> 8, fail & 255, // 0: fail()
        0xa8, 0, 14, // 3: jsr 17
        0x03, 0xac, // 6: return 0
        0x4c, 0xa8, 0, 8, // 8: b = the exception; jsr 17
        0x2b, 0xb8, kind >> 8, kind & 255, 0xac, // 12: return kind(b)
        0x4d, 0xb8, step >> 8, step & 255, 0xa9, 2); // 17: c = address; step(); ret c
    return m.bytes("MadeSubroutines");
  }

  public static void step() {
    synchronized (LOCK) {
      n++;
    }
  }

  public static void fail() {
    synchronized (LOCK) {
      throw new IllegalStateException("x".repeat(n));
    }
  }

  public static int kind(Throwable t) {
    return t.getMessage().length();
  }

  static MethodHandle handle(Class<?> made, String name, Class<?>... types)
      throws ReflectiveOperationException {
    return MethodHandles.lookup().findStatic(made, name, MethodType.methodType(int.class, types));
  }

  public static void main(String[] args) throws Throwable {
    Class<?> made = MethodHandles.lookup().defineClass(made());
    MethodHandle kinds = handle(made, "kinds", int[].class),
                 nested = handle(made, "nested", int[].class);
    MethodHandle closing = handle(made, "closing");
    Thread t = new Thread(() -> {
      step();
      step();
    });
    t.start();
    int first = (int) kinds.invokeExact(box(0));
    int second = (int) nested.invokeExact(box(2));
    int third = (int) closing.invokeExact();
    t.join();
    System.out.println(first + " " + second + " " + third + " " + n);
  }

  static int[] box(int less) {
    synchronized (LOCK) {
      return new int[] {n - less};
    }
  }
}
