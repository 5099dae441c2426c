import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Random;

/**
 * Books all seats of a set at once, under the seats' monitors. Bug: the locks are taken in the
 * iteration order of a HashSet. Seat has no hashCode, so two sets with the same seats but tables of
 * different sizes have different orders: the bookings may block each other.
 */
public class SeatBooking {
  static final class Seat {
    private String guest;
  }

  private static int lockAll(Iterator<Seat> seats, String guest) {
    if (!seats.hasNext()) {
      return 0;
    }
    Seat seat = seats.next();
    synchronized (seat) {
      int others = lockAll(seats, guest);
      if (seat.guest == null) {
        seat.guest = guest;
        return others + 1;
      }
      return others;
    }
  }

  private static Thread booking(String guest, Collection<Seat> seats) {
    return new Thread(() -> {
      int booked = lockAll(seats.iterator(), guest);
      System.out.println(guest + " has " + booked + " seats");
    }, guest);
  }

  public static void main(String[] args) throws InterruptedException {
    List<Seat> row = new ArrayList<>();
    for (int i = 0; i < Integer.parseInt(args[0]); i++) {
      row.add(new Seat());
    }
    HashSet<Seat> family = new HashSet<>(row);
    HashSet<Seat> club = new HashSet<>(64 + new Random().nextInt(8));
    club.addAll(row);
    Thread[] ts = {booking("family", family), booking("club", club)};
    for (int i = 0; i < ts.length; i++) {
      ts[i].start();
    }
    for (int i = 0; i < ts.length; i++) {
      ts[i].join();
    }
  }
}
