/** A letter and a stamp for one parcel. */
public class Parcel {
  static int letter, stamp;
  static volatile boolean sent;

  static void send() {
    letter = 1;
    sent = true;
    stamp = 1;
  }

  static void receive() {
    if (!sent) return;
    int inside = letter, outside = stamp;
    if (inside + outside != 2) {
      throw new IllegalStateException("letter " + inside + ", stamp " + outside);
    }
  }

  public static void main(String[] args) {
    new Thread(Parcel::send).start();
    new Thread(Parcel::receive).start();
  }
}
