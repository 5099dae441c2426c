import java.util.Locale;

/**
 * System: properties, time that never goes backwards, arraycopy, identity hash codes, line
 * separator; Runtime.
 */
public class SystemCalls {
  public static void main(String[] args) throws Exception {
    System.out.println(System.getProperty("no.such.property") + " "
        + System.getProperty("no.such.property", "default") + " " + System.lineSeparator().length()
        + " " + System.getProperty("file.separator") + System.getProperty("path.separator")
        + System.getProperty("line.separator").length() + " " + Integer.getInteger("none", 4));
    System.setProperty("my.key", "value");
    System.out.println(System.getProperty("my.key") + " " + System.clearProperty("my.key") + " "
        + System.getProperty("my.key"));
    System.out.println(System.getProperty("java.specification.version") + " "
        + System.getProperty("user.dir").isEmpty() + " "
        + (System.getenv("NO_SUCH_VARIABLE_HERE") == null));
    long n1 = System.nanoTime();
    long n2 = System.nanoTime();
    long m1 = System.currentTimeMillis();
    Thread.sleep(2);
    System.out.println((n2 >= n1) + " " + (System.nanoTime() - n1 >= 2000000) + " "
        + (System.currentTimeMillis() >= m1) + " " + (m1 > 1000000000000L));
    Runtime rt = Runtime.getRuntime();
    System.out.println((rt.availableProcessors() >= 1) + " " + (rt.maxMemory() > 0) + " "
        + (rt.totalMemory() >= rt.freeMemory()));
    Object o = new Object();
    System.out.println(
        (System.identityHashCode(o) == o.hashCode()) + " " + Locale.ROOT.toString().isEmpty());
    char[] chars = "abcdef".toCharArray();
    System.arraycopy(chars, 0, chars, 2, 4);
    System.out.println(new String(chars));
    System.out.println(System.out == System.out);
    System.out.flush();
    Runtime.getRuntime().exit(0);
  }
}
