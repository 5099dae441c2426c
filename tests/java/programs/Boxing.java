/** Boxing and its caches, the parse and toString methods of the wrappers, bit twiddling. */
public class Boxing {
  static String parse(String s) {
    try {
      return Integer.parseInt(s) + "";
    } catch (NumberFormatException e) {
      return e.getMessage();
    }
  }

  static String parseDouble(String s) {
    try {
      return Double.parseDouble(s) + "";
    } catch (NumberFormatException e) {
      return e.getMessage();
    }
  }

  public static void main(String[] args) {
    Integer a = 127;
    Integer b = 127;
    Integer c = 1000;
    Integer d = 1000;
    Long l = 100L;
    System.out.println((a == b) + " " + (c == d) + " " + c.equals(d) + " " + l.equals(100) + " "
        + l.equals(100L) + " " + (c >= d) + " " + (Character.valueOf('a') == Character.valueOf('a'))
        + " " + (Boolean.valueOf(true) == Boolean.TRUE));
    a++;
    c += 5;
    System.out.println(a + c + " " + (a == 128) + " " + (true ? 1 : 2.0) + " "
        + (Object) (true ? (Integer) 7 : (Double) 8.0));
    for (String s :
        new String[] {"0", "-2147483648", "2147483648", "+7", "", "x", "12 ", "\u0663"}) {
      System.out.println(parse(s));
    }
    for (String s : new String[] {"1", "-0", "1e400", "1e-400", ".5", "0x1p3", "NaN",
             "3.4028235e38f", "1.7976931348623157e308", "4.9e-324", "2.2250738585072012e-308",
             "1_0", "", "123456789012345678901234567890"}) {
      System.out.println(parseDouble(s));
    }
    System.out.println(Integer.toString(255, 16) + Integer.toHexString(-1) + " "
        + Integer.toBinaryString(10) + " " + Integer.toOctalString(64) + " "
        + Long.toString(-255L, 36) + " " + Long.toHexString(1L << 60) + " "
        + Integer.toUnsignedString(-1) + " " + Long.toUnsignedString(-1L) + " "
        + Integer.parseInt("-ff", 16) + " " + Integer.parseUnsignedInt("4294967295") + " "
        + Long.parseLong("9223372036854775807"));
    System.out.println(Integer.bitCount(255) + " " + Integer.reverse(1) + " "
        + Integer.highestOneBit(100) + " " + Integer.numberOfLeadingZeros(1) + " "
        + Integer.numberOfTrailingZeros(8) + " " + Integer.rotateLeft(1, 33) + " "
        + Long.bitCount(-1L) + " " + Long.numberOfLeadingZeros(0) + " " + Long.reverseBytes(1) + " "
        + Integer.reverseBytes(0x01020304) + " " + Short.reverseBytes((short) 0x0102) + " "
        + Integer.signum(-9));
    System.out.println(Integer.divideUnsigned(-1, 2) + " " + Integer.remainderUnsigned(-1, 7) + " "
        + Long.divideUnsigned(-1, 10) + " " + Integer.compareUnsigned(-1, 1) + " "
        + Byte.toUnsignedInt((byte) -1) + " " + Integer.hashCode(5) + " " + Long.hashCode(1L << 33)
        + " " + Double.hashCode(1.5) + " " + Boolean.hashCode(true) + " " + Character.hashCode('a')
        + " " + Float.hashCode(2f));
    System.out.println(Integer.decode("0x10") + " " + Integer.decode("-010") + " "
        + Long.decode("#ff") + " " + Byte.parseByte("-128") + " " + Short.valueOf("77") + " "
        + Boolean.parseBoolean("TRUE") + " " + Float.parseFloat("1.1") + " " + Double.valueOf("1e3")
        + " " + Double.toHexString(0.1));
    try {
      Byte.parseByte("128");
    } catch (NumberFormatException e) {
      System.out.println(e.getMessage());
    }
    Number[] numbers = {1, 2L, 3.5f, 4.75, (byte) 5, (short) 6};
    double sum = 0;
    for (Number n : numbers) {
      sum += n.doubleValue() + n.intValue() + n.longValue() + n.byteValue();
    }
    System.out.println(sum);
    System.out.println(Integer.valueOf(3).compareTo(5) + " " + Integer.MAX_VALUE + " "
        + Long.MIN_VALUE + " " + Integer.max(3, 4) + " " + Float.MIN_NORMAL + " " + Byte.MIN_VALUE
        + " " + (int) Character.MAX_VALUE + " " + Integer.SIZE + Long.BYTES);
  }
}
