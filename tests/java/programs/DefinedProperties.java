// heddle: -D my.name=heddle -Dmy.flag=true -D my.number=0x10 -Dempty= -Duser.language=de
// java: -Dmy.name=heddle -Dmy.flag=true -Dmy.number=0x10 -Dempty= -Duser.language=de
import java.util.Locale;

/** System properties from the command line. */
public class DefinedProperties {
  public static void main(String[] args) {
    System.out.println(System.getProperty("my.name") + Boolean.getBoolean("my.flag")
        + Integer.getInteger("my.number") + "[" + System.getProperty("empty") + "]"
        + System.getProperty("absent") + Long.getLong("my.name", 3L));
    System.out.println(Locale.getDefault().getLanguage() + " " + String.format("%.2f", 1.5));
  }
}
