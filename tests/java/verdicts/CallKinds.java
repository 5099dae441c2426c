import java.util.concurrent.*; import java.util.concurrent.atomic.*; import java.util.function.*;
public class CallKinds {
  record P(int a, int b) {}
  static int plain;
  static class Box { Object v; }
  static int bump(int i) { plain++; return i; }
  public static void main(String[] a) throws Exception {
    switch (a[0]) {
      case "ref": {
        AtomicReference<P> r = new AtomicReference<>(new P(0, 0));
        Thread t = new Thread(() -> r.updateAndGet(p -> new P(p.a() + 1, p.b())));
        t.start();
        r.updateAndGet(p -> new P(p.a(), p.b() + 1));
        t.join();
        if (!r.get().equals(new P(1, 1))) throw new AssertionError(r.get() + "");
        break;
      }
      case "refl": {
        java.lang.reflect.Method m = CallKinds.class.getDeclaredMethod("bump", int.class);
        Thread t = new Thread(() -> {
          try {
            m.invoke(null, 1);
          } catch (Exception e) { throw new RuntimeException(e); }
        });
        t.start();
        m.invoke(null, 2);
        t.join();
        break;
      }
      case "cf": {
        CompletableFuture<Integer> f = CompletableFuture.supplyAsync(() -> 1).thenApply(x -> x + 1);
        if (f.get() != 2) throw new AssertionError();
        break;
      }
      case "mh": {
        var mh = java.lang.invoke.MethodHandles.lookup().findStatic(
            CallKinds.class, "bump", java.lang.invoke.MethodType.methodType(int.class, int.class));
        Thread t = new Thread(() -> {
          try {
            mh.invoke((Object) 1);
          } catch (Throwable e) { throw new RuntimeException(e); }
        });
        t.start();
        t.join();
        try {
          mh.invoke(2);
        } catch (Throwable e) { throw new RuntimeException(e); }
        if (plain != 2) throw new AssertionError();
        break;
      }
      case "cap": {
        int[] c = new int[1];
        Runnable r = () -> c[0]++;
        Thread t = new Thread(r);
        t.start();
        r.run();
        t.join();
        break;
      }
      case "pub": {
        Box b = new Box();
        Thread t = new Thread(() -> { b.v = (Supplier<String>) () -> "x" + a.length; });
        t.start();
        Object v = b.v;
        if (v != null) ((Supplier<?>) v).get();
        t.join();
        break;
      }
      case "pubfinal": {
        Box b = new Box();
        Thread t = new Thread(() -> { b.v = new P(3, 4); });
        t.start();
        Object v = b.v;
        if (v != null && ((P) v).a() != 3) throw new AssertionError();
        t.join();
        break;
      }
    }
  }
}
