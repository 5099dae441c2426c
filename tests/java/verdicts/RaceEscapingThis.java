/**
 * The constructor lets `this` escape before the final field is set: a thread that reads the field
 * races with the constructor.
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
