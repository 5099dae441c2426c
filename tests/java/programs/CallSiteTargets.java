import java.lang.invoke.ConstantCallSite;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.MutableCallSite;
import java.lang.invoke.VolatileCallSite;
import java.lang.invoke.WrongMethodTypeException;

/** Call sites created by hand: constant, mutable, volatile; the targets that they reject. */
public class CallSiteTargets {
  static String a(int i) { return "a" + i; }
  static String b(int i) { return "b" + i; }

  public static void main(String[] args) throws Throwable {
    MethodHandles.Lookup l = MethodHandles.lookup();
    MethodType t = MethodType.methodType(String.class, int.class);
    MethodHandle a = l.findStatic(CallSiteTargets.class, "a", t),
                 b = l.findStatic(CallSiteTargets.class, "b", t);
    ConstantCallSite c = new ConstantCallSite(a);
    System.out.println(
        (String) c.dynamicInvoker().invokeExact(1) + c.type() + (c.getTarget() == a));
    MutableCallSite m = new MutableCallSite(t);
    MethodHandle invoker = m.dynamicInvoker();
    try {
      invoker.invoke(1);
    } catch (IllegalStateException e) {
      System.out.println("no target yet");
    }
    m.setTarget(a);
    System.out.println(invoker.invoke(2));
    m.setTarget(b);
    MutableCallSite.syncAll(new MutableCallSite[] {m});
    System.out.println(invoker.invoke(3));
    VolatileCallSite v = new VolatileCallSite(a);
    MethodHandle vi = v.dynamicInvoker();
    System.out.print(vi.invoke(4));
    v.setTarget(b);
    System.out.println(vi.invoke(5));
    try {
      m.setTarget(MethodHandles.constant(String.class, "x"));
    } catch (WrongMethodTypeException e) {
      System.out.println("wrong type");
    }
    try {
      c.setTarget(b);
    } catch (UnsupportedOperationException e) {
      System.out.println("constant");
    }
  }
}
