// Two outcomes for each kind of dependence; the search dpor must reach both. Usage: Orders NAME.
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.locks.LockSupport;

public class Orders {
    static final Object lock = new Object();
    static volatile int x;
    static int n;
    static boolean open;

    static class Late {
        static final int value = seen();

        static int seen() { return x; }
    }

    static Thread start(Runnable r) {
        Thread t = new Thread(r);
        t.start();
        return t;
    }

    static void say(Object what) { System.out.print(what + " "); }

    static void waitFor(Thread t) {
        try {
            t.join();
        } catch (InterruptedException e) {
            say("interrupted");
        }
    }

    static void await() {
        synchronized (lock) {
            while (!open)
                try {
                    lock.wait();
                } catch (InterruptedException e) {
                    say("interrupted");
                    return;
                }
            n = n * 10 + 1;
        }
    }

    static void open() {
        synchronized (lock) {
            open = true;
            lock.notifyAll();
        }
    }

    // A write and a read of one element, but not of its neighbour.
    static void element() {
        byte[] a = new byte[2];
        Thread t = start(() -> a[0] = 1);
        start(() -> a[1] = 1);
        say(a[0]);
        waitFor(t);
    }

    // Two threads compete for a lock.
    static void taken() {
        Thread t = start(() -> { synchronized (lock) { n = n * 10 + 1; } });
        synchronized (lock) { n = n * 10 + 2; }
        waitFor(t);
        say(n);
    }

    // A thread that is blocked on a lock at the end of the path could have taken it earlier.
    static void held() {
        Thread[] t = new Thread[2];
        Object other = new Object();
        t[0] = start(() -> { synchronized (lock) { synchronized (other) { n++; } } });
        t[1] = start(() -> { synchronized (other) { synchronized (lock) { n++; } } });
        for (Thread each : t) waitFor(each);
        say(n);
    }

    // After a notify, the waiter and a third thread compete for the monitor.
    static void notified() {
        Thread w = start(Orders::await), t = start(() -> { synchronized (lock) { n = n * 10 + 2;
    }
    });
        open();
        synchronized (lock) { n = n * 10 + 3; }
        waitFor(w);
        waitFor(t);
        say(n);
    }

    // A notify chooses one of two waiters.
    static void chosen() {
        for (int i = 1; i <= 2; i++) {
            int me = i;
            start(() -> {
                synchronized (lock) {
                    n++;
                    try {
                        lock.wait(3_600_000);
                    } catch (InterruptedException e) {
                        return;
                    }
                    if (!open) return;
                    open = false;
                    say(me);
                }
            });
        }
        synchronized (lock) {
            if (n < 2) return;
            open = true;
            lock.notify();
        }
    }

    // A second permit is lost while the first is available.
    static void permit() {
        Thread t = start(() -> {
            LockSupport.park();
            LockSupport.park();
            say("on");
        });
        LockSupport.unpark(t);
        LockSupport.unpark(t);
        waitFor(t);
    }

    // An interrupt comes before or after a sleep.
    static void interrupted() {
        Thread t = start(() -> {
            try {
                Thread.sleep(10);
            } catch (InterruptedException e) {
                n = 1;
            }
        });
        t.interrupt();
        waitFor(t);
        say(n);
    }

    // A join ends by an interrupt or by the thread's end.
    static void joining() {
        Thread main = Thread.currentThread(), t = start(main::interrupt);
        waitFor(t);
        say(Thread.interrupted());
    }

    // A third thread interrupts a join before the end, whatever it did before.
    static void meanwhile() throws InterruptedException {
        Thread main = Thread.currentThread(), t = new Thread(() -> x = 1);
        Thread other = new Thread(() -> {
            x = 2;
            main.interrupt();
        });
        int interrupted = 0;
        t.start();
        other.start();
        try {
            t.join();
        } catch (InterruptedException e) {
            interrupted = 1;
        }
        Thread.interrupted();
        while (t.isAlive()) t.join();
        while (other.isAlive()) other.join();
        say(interrupted);
        say(x);
    }

    // The second join may be interrupted if the first one finds its thread ended.
    static void afterwards() throws InterruptedException {
        Thread main = Thread.currentThread(), t = new Thread(() -> {
            x = 2;
            x = 3;
        });
        Thread other = start(() -> {
            main.interrupt();
            x = 1;
        });
        t.start();
        try {
            t.join();
        } catch (InterruptedException e) {
            n = 1;
        }
        Thread.interrupted();
        while (other.isAlive()) other.join();
    }

    // isAlive sees whether a thread has started and whether it has ended.
    static void life() {
        Thread t = new Thread(() -> x = 1), asks = start(() -> {
            say(t.isAlive());
            waitFor(t);
            say(x);
        });
        t.start();
        waitFor(asks);
    }

    // A short wait times out or is notified.
    static void elapsed() {
        Thread t = start(() -> {
            synchronized (lock) {
                try {
                    lock.wait(10);
                } catch (InterruptedException e) {
                    return;
                }
                say(open);
            }
        });
        synchronized (lock) {
            open = true;
            lock.notify();
        }
        waitFor(t);
    }

    // A class initialiser sees the values at the time when it runs.
    static void initialised() {
        Thread t = start(() -> say(Late.value));
        x = 1;
        waitFor(t);
        say(Late.value);
    }

    // The end of the last non-daemon thread cuts off a daemon.
    static void daemon() {
        Thread t = new Thread(() -> say("daemon"));
        t.setDaemon(true);
        t.start();
    }

    // The hooks run after all threads have ended, and see their effects.
    static void hooks() {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> say(n)));
        start(() -> { synchronized (lock) { n++; } });
        start(() -> { synchronized (lock) { n = n * 2; } });
    }

    // setDaemon takes effect before the start; it fails only if the thread is already alive.
    static void marked() {
        Thread t = new Thread(() -> {
            say(Thread.currentThread().isDaemon());
            while (true) LockSupport.park();
        });
        start(() -> {
            try {
                t.setDaemon(true);
            } catch (IllegalThreadStateException e) {
            }
        });
        t.start();
    }

    static void exit() {
        start(() -> say("thread"));
        System.exit(0);
    }

    // Loops wait for a value; each round allocates an object.
    static void spin() {
        int[] seen = new int[1];
        Thread t = start(() -> {
            int made = 0;
            while (x == 0) made = new int[] {0}[0];
            seen[0] = x + made;
        });
        x = 1;
        x = 2;
        waitFor(t);
        say(seen[0]);
    }

    static void ever() {
        while (x == 0) Thread.onSpinWait();
    }

    // A join of a thread that never starts, while another thread keeps its monitor.
    static void kept() {
        Thread never = new Thread(() -> { });
        start(() -> { synchronized (never) { LockSupport.park(); } });
        waitFor(never);
        say("on");
    }

    // Another thread sees whether main waits in its join.
    static void asked() {
        Thread main = Thread.currentThread(), t = start(() -> say(main.getState()));
        waitFor(t);
    }

    static void hit() {
        Thread main = Thread.currentThread(), t = start(() -> {
            synchronized (Thread.currentThread()) { Thread.currentThread().notify(); }
        });
        waitFor(t);
    }

    // A thread that is blocked on a monitor at the end of the path could have been the first.
    static void late() {
        start(() -> {
            x = 1;
            synchronized (lock) { n = 1; }
        });
        int seen = x;
        synchronized (lock) {
            say(seen);
            say(n);
            LockSupport.park();
        }
    }

    // A join finds a thread ended, or comes before its start and does not wait.
    static void unstarted() {
        Thread main = Thread.currentThread(), t = new Thread(() -> x = 1);
        start(t::start);
        start(() -> start(() -> LockSupport.unpark(main)));
        LockSupport.park();
        waitFor(t);
        say(x);
    }

    // A permit for an unstarted thread is lost.
    static void early() {
        Thread t = new Thread(LockSupport::park);
        start(() -> LockSupport.unpark(t));
        t.start();
    }

    // A thread's end takes the monitor and wakes its waiters, if there are any.
    static void ending() throws InterruptedException {
        Thread t = start(() -> { });
        synchronized (t) { t.wait(); }
    }

    // A join that waits forever could have come before the start and returned at once.
    static void waiting() {
        Thread[] t = new Thread[2];
        t[1] = new Thread(() -> {
            synchronized (t[0]) {
                try { t[0].wait(); } catch (InterruptedException e) { say("interrupted"); }
            }
        });
        t[0] = new Thread(() -> waitFor(t[1]));
        t[0].start();
        t[1].start();
    }

    // A timed join takes the monitor before it waits, although no event shows this.
    static void limited() throws InterruptedException {
        Thread t = new Thread(() -> {
            x = 2;
            try { Thread.currentThread().join(1); } catch (InterruptedException e) { say(e); }
        });
        t.start();
        synchronized (t) {
            Thread.currentThread().interrupt();
            t.join(1);
        }
    }

    // An interrupt also leaves a permit, after it sets the status.
    static void left() {
        Thread t = start(() -> {
            LockSupport.park();
            Thread.interrupted();
            LockSupport.park();
            say("on");
        });
        t.interrupt();
    }

    // Two threads make and publish objects: their identity does not depend on the order.
    static void published() {
        AtomicReferenceArray<int[]> all = new AtomicReferenceArray<>(2);
        for (int i = 0; i < 2; i++) {
            int me = i;
            start(() -> {
                int[] mine = new int[1];
                all.set(me, mine);
                mine[0] = 1;
            });
        }
        int[] first = all.get(0), second = all.get(1);
        say(first == null ? -1 : first[0]);
        say(second == null ? -1 : second[0]);
    }

    public static void main(String[] args) throws Exception {
        switch (args[0]) {
            case "element": element(); break;
            case "taken": taken(); break;
            case "held": held(); break;
            case "notified": notified(); break;
            case "chosen": chosen(); break;
            case "permit": permit(); break;
            case "interrupted": interrupted(); break;
            case "joining": joining(); break;
            case "meanwhile": meanwhile(); break;
            case "afterwards": afterwards(); break;
            case "life": life(); break;
            case "elapsed": elapsed(); break;
            case "initialised": initialised(); break;
            case "daemon": daemon(); break;
            case "hooks": hooks(); break;
            case "marked": marked(); break;
            case "exit": exit(); break;
            case "spin": spin(); break;
            case "ever": ever(); break;
            case "kept": kept(); break;
            case "asked": asked(); break;
            case "hit": hit(); break;
            case "published": published(); break;
            case "late": late(); break;
            case "unstarted": unstarted(); break;
            case "early": early(); break;
            case "ending": ending(); break;
            case "left": left(); break;
            case "waiting": waiting(); break;
            case "limited": limited(); break;
            default: throw new IllegalArgumentException(args[0]);
        }
    }
}
