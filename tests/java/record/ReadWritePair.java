import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.concurrent.locks.StampedLock;

/** Fields under read-write locks whose two locks are kept apart: no race, except in "unordered". */
public class ReadWritePair {
  static int reads;

  public static void main(String[] args) throws Exception {
    ReentrantReadWriteLock pair = new ReentrantReadWriteLock();
    StampedLock stamped = new StampedLock();
    boolean views = args[0].equals("views");
    Lock read = views ? stamped.asReadLock() : pair.readLock();
    Lock write = views ? stamped.asWriteLock() : pair.writeLock();
    Lock used = args[0].equals("unordered") ? read : write;
    Runnable reader =
        () -> {
          read.lock();
          int seen = reads;
          read.unlock();
        };
    Thread first = new Thread(reader);
    first.start();
    while (first.isAlive()) Thread.sleep(1);
    used.lock();
    reads = 1;
    used.unlock();
    Thread second = new Thread(reader);
    second.start();
    used.lock();
    reads = 2;
    used.unlock();
    first.join();
    second.join();
  }
}
