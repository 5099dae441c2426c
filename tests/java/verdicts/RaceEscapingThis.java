/**
 * The constructor lets `this` out before its final field is set: whoever reads the field then
 * races with it.
 */
public class RaceEscapingThis {
  static volatile RaceEscapingThis early;

  final int value;

  RaceEscapingThis() {
    early = this;
    value = 3;
  }

  public static void main(String[] args) {
    new Thread(RaceEscapingThis::new).start();
    RaceEscapingThis seen = early;
    if (seen != null && seen.value > 5) {
      System.out.println("never");
    }
  }
}
