import java.lang.invoke.*;
import java.nio.ByteOrder;
import java.util.*;
public class VarHandles {
  int i = 1;
  long l = 2;
  boolean z;
  byte b = 3;
  short s = 4;
  char c = 'c';
  float f = 1.5f;
  double d = 2.5;
  String str = "s";
  Object o;
  volatile int v;
  final int fin = 9;
  static int si = 10; static String ss = "st";
  static class Lazy { static int x = 5; static { System.out.println("init Lazy"); } }
  static VarHandle vh(String n, Class<?> t) throws Exception {
    return MethodHandles.lookup().findVarHandle(VarHandles.class, n, t);
  }
  public static void main(String[] args) throws Throwable {
    VarHandles t = new VarHandles();
    VarHandle I = vh("i", int.class), L = vh("l", long.class), Z = vh("z", boolean.class),
              B = vh("b", byte.class), S = vh("s", short.class), C = vh("c", char.class),
              F = vh("f", float.class), D = vh("d", double.class), STR = vh("str", String.class),
              O = vh("o", Object.class);
    System.out.println((int) I.get(t) + " " + (long) L.get(t) + " " + (boolean) Z.get(t) + " "
        + (byte) B.get(t) + " " + (short) S.get(t) + " " + (char) C.get(t) + " " + (float) F.get(t)
        + " " + (double) D.get(t) + " " + (String) STR.get(t) + " " + O.get(t));
    I.set(t, 5);
    I.setVolatile(t, 6);
    I.setOpaque(t, 7);
    I.setRelease(t, 8);
    System.out.println((int) I.getVolatile(t) + (int) I.getOpaque(t) + (int) I.getAcquire(t));
    System.out.println(I.compareAndSet(t, 8, 9) + " " + I.compareAndSet(t, 8, 10) + " "
        + (int) I.compareAndExchange(t, 9, 11) + " " + (int) I.compareAndExchange(t, 9, 12) + " "
        + t.i);
    System.out.println((int) I.getAndAdd(t, 4) + " " + (int) I.getAndSet(t, 100) + " "
        + (int) I.getAndBitwiseOr(t, 3) + " " + (int) I.getAndBitwiseAnd(t, 6) + " "
        + (int) I.getAndBitwiseXor(t, 1) + " " + t.i);
    System.out.println((byte) B.getAndAdd(t, (byte) 127) + " " + t.b + " "
        + (char) C.getAndAdd(t, (char) 1) + t.c + " " + (short) S.getAndAddAcquire(t, (short) -5)
        + t.s);
    System.out.println((float) F.getAndAdd(t, 1f) + " " + t.f + " "
        + (double) D.getAndAddRelease(t, 1d) + " " + t.d + " " + (long) L.getAndAdd(t, 1L << 40)
        + " " + t.l);
    System.out.println(Z.compareAndSet(t, false, true) + " " + t.z + " "
        + (boolean) Z.getAndBitwiseXor(t, true) + t.z);
    System.out.println(STR.compareAndSet(t, "s", "q") + " " + t.str + " "
        + (String) STR.getAndSet(t, "w") + " " + STR.weakCompareAndSetPlain(t, "w", "e") + t.str);
    System.out.println(B.compareAndSet(t, (byte) -126, (byte) 1) + " " + t.b + " "
        + F.compareAndSet(t, 2.5f, -0.0f) + t.f + F.compareAndSet(t, 0.0f, 1f));
    // conversions
    Object bi = I.get(t);
    System.out.println(bi.getClass() + " " + bi);
    long wl = (long) I.get(t);
    System.out.println(wl);
    I.set(t, (byte) 3);
    I.set(t, Integer.valueOf(44));
    System.out.println(t.i);
    L.set(t, 7);
    System.out.println(t.l);
    O.set(t, 5);
    System.out.println(t.o);
    I.getAndAdd(t, 1);
    Object cas = I.compareAndSet(t, 45, 46); System.out.println(cas);
    try { I.set(t, 5L); } catch (WrongMethodTypeException e) { System.out.println("WMT " ); }
    try { I.set(t, "x"); } catch (WrongMethodTypeException e) { System.out.println("WMT"); }
    try { I.set(t); } catch (WrongMethodTypeException e) { System.out.println("WMT"); }
    try {
      Object q = "str";
      I.set(t, q);
    } catch (ClassCastException e) { System.out.println("CCE"); }
    try {
      Object q = 3;
      STR.set(t, q);
    } catch (ClassCastException e) { System.out.println(e.getMessage()); }
    try {
      Integer q = (Integer) O.get(new VarHandles() {
        { o = "s"; }
      });
    } catch (ClassCastException e) { System.out.println(e.getMessage()); }
    try {
      I.set((VarHandles) null, 3);
    } catch (NullPointerException e) { System.out.println("NPE " + e.getMessage()); }
    try {
      I.set((Object) "x", 3);
    } catch (ClassCastException e) { System.out.println(e.getMessage()); }
    try {
      Integer nn = null;
      I.set(t, nn);
    } catch (NullPointerException e) { System.out.println("NPE2"); }
    try {
      STR.getAndAdd(t, "x");
    } catch (UnsupportedOperationException e) { System.out.println("UOE"); }
    try {
      vh("fin", int.class).set(t, 3);
    } catch (UnsupportedOperationException e) { System.out.println("UOE"); }
    System.out.println((int) vh("fin", int.class).get(t));
    try {
      vh("nope", int.class);
    } catch (NoSuchFieldException e) { System.out.println(e.getMessage()); }
    try {
      vh("i", long.class);
    } catch (NoSuchFieldException e) { System.out.println(e.getMessage()); }
    // statics
    VarHandle SI = MethodHandles.lookup().findStaticVarHandle(VarHandles.class, "si", int.class);
    System.out.println((int) SI.getAndAdd(5) + " " + si + SI.compareAndSet(15, 16) + si);
    VarHandle LX = MethodHandles.lookup().findStaticVarHandle(Lazy.class, "x", int.class);
    System.out.println("before"); LX.setVolatile(77); System.out.println(Lazy.x);
    // arrays
    VarHandle IA = MethodHandles.arrayElementVarHandle(int[].class),
              SA = MethodHandles.arrayElementVarHandle(String[].class),
              LA = MethodHandles.arrayElementVarHandle(long[].class);
    int[] ia = {1, 2, 3}; String[] sa = {"a", "b"}; long[] la = {1, 2};
    System.out.println((int) IA.getAndAdd(ia, 1, 10) + " " + Arrays.toString(ia)
        + IA.compareAndSet(ia, 2, 3, 33) + (int) IA.getVolatile(ia, 2));
    System.out.println(SA.compareAndSet(sa, 0, "a", "z") + sa[0] + (long) LA.getAndSet(la, 1, 9L)
        + la[1] + (String) SA.get(sa, 1));
    try {
      IA.get(ia, 3);
    } catch (ArrayIndexOutOfBoundsException e) { System.out.println(e.getMessage()); }
    try {
      IA.get(ia, -1);
    } catch (ArrayIndexOutOfBoundsException e) { System.out.println(e.getMessage()); }
    try { IA.get((int[]) null, 0); } catch (NullPointerException e) { System.out.println("NPE"); }
    VarHandle OA = MethodHandles.arrayElementVarHandle(Object[].class);
    try {
      Object[] oa = new String[1];
      OA.set(oa, 0, (Object) 3);
    } catch (ClassCastException | ArrayStoreException e) { System.out.println(e.getClass()); }
    VarHandle BE = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN),
              LE = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    byte[] by = new byte[16];
    BE.set(by, 1, 0x01020304);
    System.out.println(Arrays.toString(by) + Integer.toHexString((int) BE.get(by, 1)) + " "
        + Long.toHexString((long) LE.get(by, 0)));
    try {
      BE.get(by, 13);
    } catch (IndexOutOfBoundsException e) { System.out.println(e.getMessage()); }
    try {
      BE.getVolatile(by, 1);
    } catch (IllegalStateException e) { System.out.println(e.getMessage()); }
    System.out.println(I.varType() + " " + I.isAccessModeSupported(VarHandle.AccessMode.GET_AND_ADD)
        + STR.isAccessModeSupported(VarHandle.AccessMode.GET_AND_ADD));
    VarHandle.fullFence();
    VarHandle EX = I.withInvokeExactBehavior();
    try {
      EX.set(t, (byte) 3);
    } catch (WrongMethodTypeException e) { System.out.println(e.getMessage()); }
    EX.set(t, 3); System.out.println(t.i + " " + EX.hasInvokeExactBehavior());
  }
}
