/**
 * Two guests at a door. Each says that it is there, and then looks for the other one. Plain accesses
 * let both miss the other: store buffering. The two notes are far apart in memory.
 */
public class BothWait {
  private final int[] here = new int[64];
  private final int[] missed = new int[2];

  void arrive(int guest) {
    here[16 + 32 * guest] = 1;
    missed[guest] = 1 - here[48 - 32 * guest];
  }

  public static void main(String[] args) throws InterruptedException {
    BothWait door = new BothWait();
    Thread[] guests = {new Thread(() -> door.arrive(0)), new Thread(() -> door.arrive(1))};
    for (Thread guest : guests) {
      guest.start();
    }
    for (Thread guest : guests) {
      guest.join();
    }
    if (door.missed[0] + door.missed[1] == 2) {
      throw new IllegalStateException("neither saw the other");
    }
  }
}
