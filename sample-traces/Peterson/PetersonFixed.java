/**
 * Peterson fixed: the flags and the turn are volatile.
 *
 * <p>Arguments: the number of threads, which must be 2, and of rounds.
 */
public class PetersonFixed {
  volatile int flag0;
  volatile int flag1;
  volatile int turn;
  int shared;

  void lock(int id) {
    if (id == 0) {
      flag0 = 1;
      turn = 1;
      while (flag1 == 1 && turn == 1) {
        Thread.onSpinWait();
      }
    } else {
      flag1 = 1;
      turn = 0;
      while (flag0 == 1 && turn == 0) {
        Thread.onSpinWait();
      }
    }
  }

  void unlock(int id) {
    if (id == 0) {
      flag0 = 0;
    } else {
      flag1 = 0;
    }
  }

  static final class Worker extends Thread {
    final PetersonFixed lock;
    final int id;
    final int rounds;

    Worker(PetersonFixed lock, int id, int rounds) {
      this.lock = lock;
      this.id = id;
      this.rounds = rounds;
    }

    @Override
    public void run() {
      for (int i = 0; i < rounds; i++) {
        lock.lock(id);
        lock.shared++;
        lock.unlock(id);
      }
    }
  }

  public static void main(String[] args) {
    int threads = args.length > 0 ? Integer.parseInt(args[0]) : 2;
    int rounds = args.length > 1 ? Integer.parseInt(args[1]) : 1;
    if (threads != 2) {
      throw new IllegalArgumentException("PetersonFixed's lock is for two threads");
    }
    PetersonFixed lock = new PetersonFixed();
    new Worker(lock, 0, rounds).start();
    new Worker(lock, 1, rounds).start();
  }
}
