package gov.nasa.jpf.vm;

/** Programs are compiled against this class; under heddle these bodies never run. */
public class Verify {
  public static boolean getBoolean() { return false; }
  public static boolean getBoolean(boolean falseFirst) { return false; }
  public static int getInt(int min, int max) { return min; }
  public static int getIntFromList(int... values) { return values[0]; }
  public static double getDoubleFromList(double... values) { return values[0]; }
  public static int random(int max) { return 0; }
  public static void ignoreIf(boolean cond) {}
  public static void printPathOutput(String msg) {}
  public static void setShared(Object o, boolean isShared) {}
  public static void beginAtomic() {}
  public static void endAtomic() {}
}
