import java.util.ArrayList;
import java.util.BitSet;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import org.apache.commons.lang3.BitField;
import org.apache.commons.lang3.CharUtils;
import org.apache.commons.lang3.Conversion;
import org.apache.commons.lang3.EnumUtils;
import org.apache.commons.lang3.LocaleUtils;
import org.apache.commons.lang3.ObjectUtils;
import org.apache.commons.lang3.SerializationUtils;
import org.apache.commons.lang3.event.EventListenerSupport;
import org.apache.commons.lang3.function.Failable;

/** Miscellaneous: enums, bit fields, objects, serialization, listeners through proxies. */
public class LangMisc {
  enum Colour { RED, GREEN, BLUE }

  interface Listener { void heard(String what); }

  public static void main(String[] args) throws Exception {
    System.out.println(EnumUtils.getEnumMap(Colour.class).keySet() + " "
        + EnumUtils.isValidEnum(Colour.class, "PINK")
        + EnumUtils.getEnumIgnoreCase(Colour.class, "blue"));
    System.out.println(
        EnumUtils.generateBitVector(Colour.class, EnumSet.of(Colour.RED, Colour.BLUE)) + " "
        + EnumUtils.processBitVector(Colour.class, 6));
    BitField field = new BitField(0xF0);
    System.out.println(
        field.getValue(0xAB) + " " + field.setValue(0xAB, 3) + " " + field.isAllSet(0xF0));
    System.out.println(ObjectUtils.firstNonNull(null, "first") + ObjectUtils.max(3, 8, 5)
        + ObjectUtils.median(9, 1, 5) + ObjectUtils.mode("a", "b", "a")
        + ObjectUtils.compare(null, 1));
    System.out.println(
        CharUtils.unicodeEscaped('A') + CharUtils.isAsciiAlpha('z') + CharUtils.toIntValue('7'));
    System.out.println(Conversion.intToHexDigit(11) + " "
        + Conversion.binaryToInt(new boolean[] {true, false, true}, 0, 0, 0, 3));
    System.out.println(LocaleUtils.toLocale("en_GB").getCountry()
        + LocaleUtils.localeLookupList(Locale.CANADA_FRENCH));
    ArrayList<String> list = new ArrayList<>(List.of("x", "y"));
    ArrayList<String> copy = SerializationUtils.clone(list);
    System.out.println(copy + " " + (copy != list)
        + SerializationUtils.<BitSet>deserialize(
            SerializationUtils.serialize(BitSet.valueOf(new long[] {5}))));
    EventListenerSupport<Listener> events = EventListenerSupport.create(Listener.class);
    events.addListener(s -> System.out.println("one " + s));
    events.addListener(s -> System.out.println("two " + s));
    events.fire().heard("call");
    System.out.println(
        Failable.stream(list).map(s -> s + s).collect(java.util.stream.Collectors.toList()));
    try {
      Failable.run(() -> { throw new java.io.IOException("checked"); });
    } catch (java.io.UncheckedIOException e) {
      System.out.println(e.getCause().getMessage());
    }
  }
}
