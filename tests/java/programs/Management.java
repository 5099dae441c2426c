import java.lang.management.ManagementFactory;
import java.lang.management.MemoryUsage;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.util.Arrays;
import java.util.Hashtable;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.ReentrantLock;
import javax.management.Attribute;
import javax.management.AttributeChangeNotification;
import javax.management.InstanceAlreadyExistsException;
import javax.management.InstanceNotFoundException;
import javax.management.JMX;
import javax.management.MBeanAttributeInfo;
import javax.management.MBeanException;
import javax.management.MBeanOperationInfo;
import javax.management.MBeanServer;
import javax.management.MBeanServerFactory;
import javax.management.NotCompliantMBeanException;
import javax.management.Notification;
import javax.management.NotificationBroadcasterSupport;
import javax.management.ObjectName;
import javax.management.Query;
import javax.management.StandardMBean;
import javax.management.openmbean.CompositeData;

/**
 * java.lang.management and javax.management: custom beans, attributes, operations, notifications,
 * threads and deadlocks.
 */
public class Management {
  public interface CounterMBean {
    int getCount();
    void setCount(int count);
    String getName();
    int add(int by);
    void fail() throws Exception;
  }

  public static class Counter extends NotificationBroadcasterSupport implements CounterMBean {
    private int count;
    private final String name;
    Counter(String name) { this.name = name; }
    @Override public synchronized int getCount() { return count; }
    @Override public synchronized void setCount(int count) {
      int old = this.count;
      this.count = count;
      sendNotification(
          new AttributeChangeNotification(this, count, 0, "set", "Count", "int", old, count));
    }
    @Override public String getName() { return name; }
    @Override public int add(int by) { setCount(getCount() + by); return getCount(); }
    @Override public void fail() throws Exception { throw new Exception("failed " + name); }
  }

  public static class Point {
    private final int x, y;
    @java.beans.ConstructorProperties({"x", "y"})
    public Point(int x, int y) { this.x = x; this.y = y; }
    public int getX() { return x; }
    public int getY() { return y; }
  }
  public interface ShapeMXBean { Point getCentre(); List<String> getTags(); int[] getSizes(); }
  public static class Shape implements ShapeMXBean {
    @Override public Point getCentre() { return new Point(3, 4); }
    @Override public List<String> getTags() { return Arrays.asList("a", "b"); }
    @Override public int[] getSizes() { return new int[] {1, 2}; }
  }

  static void ownBeans(MBeanServer server) throws Exception {
    ObjectName name = new ObjectName("test:type=Counter,name=one");
    Counter counter = new Counter("one");
    System.out.println(
        server.registerMBean(counter, name).getObjectName() + " " + server.isRegistered(name));
    try {
      server.registerMBean(counter, name);
    } catch (InstanceAlreadyExistsException e) {
      System.out.println("exists " + e.getMessage());
    }
    try {
      server.registerMBean(new Object(), new ObjectName("test:type=Object"));
    } catch (NotCompliantMBeanException e) {
      System.out.println("not compliant");
    }
    server.addNotificationListener(name, (Notification n, Object back) -> {
      AttributeChangeNotification c = (AttributeChangeNotification) n;
      System.out.println(
          back + " " + c.getAttributeName() + " " + c.getOldValue() + " " + c.getNewValue());
    }, null, "handback");
    server.setAttribute(name, new Attribute("Count", 5));
    System.out.println(server.getAttribute(name, "Count") + " "
        + server.invoke(name, "add", new Object[] {2}, new String[] {"int"}));
    System.out.println(server.getAttributes(name, new String[] {"Count", "Name", "None"}));
    try {
      server.invoke(name, "fail", null, null);
    } catch (MBeanException e) {
      System.out.println(e.getCause());
    }
    TreeSet<String> seen = new TreeSet<>();
    for (MBeanAttributeInfo a : server.getMBeanInfo(name).getAttributes())
      seen.add(a.getName() + ":" + a.getType() + a.isWritable());
    for (MBeanOperationInfo o : server.getMBeanInfo(name).getOperations())
      seen.add(o.getName() + o.getSignature().length);
    System.out.println(seen);
    CounterMBean proxy = JMX.newMBeanProxy(server, name, CounterMBean.class);
    proxy.setCount(11);
    System.out.println(proxy.add(1) + " " + proxy.getName());
    server.registerMBean(new Counter("two"),
        new ObjectName(
            "test", new Hashtable<>(java.util.Map.of("type", "Counter", "name", "two"))));
    System.out.println(new TreeSet<>(server.queryNames(new ObjectName("test:*"), null)));
    System.out.println(server.queryNames(
        new ObjectName("test:type=Counter,*"), Query.eq(Query.attr("Name"), Query.value("two"))));
    server.unregisterMBean(name);
    try {
      server.getAttribute(name, "Count");
    } catch (InstanceNotFoundException e) {
      System.out.println("gone " + server.isRegistered(name));
    }
    server.registerMBean(new StandardMBean(new Counter("three"), CounterMBean.class), name);
    System.out.println(server.getAttribute(name, "Name"));
  }

  static void openBeans(MBeanServer server) throws Exception {
    ObjectName name = new ObjectName("test:type=Shape");
    server.registerMBean(new Shape(), name);
    CompositeData centre = (CompositeData) server.getAttribute(name, "Centre");
    System.out.println(centre.get("x") + " " + centre.get("y") + " "
        + Arrays.toString((String[]) server.getAttribute(name, "Tags")) + " "
        + Arrays.toString((int[]) server.getAttribute(name, "Sizes")));
    ShapeMXBean proxy = JMX.newMXBeanProxy(server, name, ShapeMXBean.class);
    System.out.println(
        proxy.getCentre().getY() + " " + proxy.getTags() + " " + proxy.getSizes()[1]);
  }

  static void platform(MBeanServer server) throws Exception {
    System.out.println(server == ManagementFactory.getPlatformMBeanServer());
    for (String s : new String[] {
             "Runtime", "Threading", "Memory", "OperatingSystem", "ClassLoading", "Compilation"})
      System.out.println(s + " " + server.isRegistered(new ObjectName("java.lang:type=" + s)));
    System.out.println(
        (Integer) server.getAttribute(new ObjectName("java.lang:type=Threading"), "ThreadCount")
        >= 1);
    CompositeData heap = (CompositeData) server.getAttribute(
        new ObjectName("java.lang:type=Memory"), "HeapMemoryUsage");
    MemoryUsage usage = MemoryUsage.from(heap);
    System.out.println((usage.getUsed() > 0) + " " + (usage.getUsed() <= usage.getCommitted()) + " "
        + (usage.getMax() > 0));
    System.out.println(ManagementFactory.getRuntimeMXBean().getManagementSpecVersion() + " "
        + ManagementFactory.getRuntimeMXBean().getInputArguments().contains("-Dnone=1") + " "
        + (ManagementFactory.getRuntimeMXBean().getUptime() >= 0) + " "
        + (ManagementFactory.getRuntimeMXBean().getStartTime() > 0) + " "
        + ManagementFactory.getRuntimeMXBean().getName().contains("@") + " "
        + ManagementFactory.getRuntimeMXBean().getSystemProperties().containsKey("java.version"));
    System.out.println((ManagementFactory.getOperatingSystemMXBean().getAvailableProcessors() >= 1)
        + " "
        + (ManagementFactory.getOperatingSystemMXBean()
                instanceof com.sun.management.OperatingSystemMXBean)
        + " " + ManagementFactory.getOperatingSystemMXBean().getName());
    System.out.println((ManagementFactory.getClassLoadingMXBean().getLoadedClassCount() > 0) + " "
        + ManagementFactory.getClassLoadingMXBean().isVerbose() + " "
        + ManagementFactory.getMemoryMXBean().isVerbose());
    ManagementFactory.getMemoryMXBean().gc();
    MBeanServer own = MBeanServerFactory.createMBeanServer("own");
    System.out.println(own.getDefaultDomain() + " " + own.getMBeanCount() + " "
        + MBeanServerFactory.findMBeanServer(null).contains(own));
  }

  static void print(ThreadInfo i) {
    String lock = i.getLockInfo() == null ? "-" : i.getLockInfo().getClassName();
    System.out.println(i.getThreadName() + " " + i.getThreadState() + " " + lock + " "
        + i.getLockOwnerName() + " " + (i.getStackTrace().length > 0) + " "
        + i.getLockedMonitors().length + " " + i.getLockedSynchronizers().length);
  }

  static void await(Thread t, Thread.State s) throws Exception {
    while (t.getState() != s) Thread.sleep(1);
  }

  static void threads() throws Exception {
    ThreadMXBean bean = ManagementFactory.getThreadMXBean();
    Object lock = new Object();
    ReentrantLock fair = new ReentrantLock();
    CountDownLatch done = new CountDownLatch(1);
    int before = bean.getThreadCount();
    Thread waits = new Thread(() -> {
      synchronized (lock) {
        try { lock.wait(); } catch (InterruptedException e) { System.out.println("interrupted"); }
      }
    }, "waits");
    Thread parks = new Thread(() -> {
      try {
        done.await();
      } catch (InterruptedException e) {}
    }, "parks");
    Thread locks = new Thread(() -> { fair.lock(); fair.unlock(); }, "locks");
    fair.lock();
    for (Thread t : new Thread[] {waits, parks, locks}) t.start();
    for (Thread t : new Thread[] {waits, parks, locks}) await(t, Thread.State.WAITING);
    System.out.println(bean.getThreadCount() - before);
    for (Thread t : new Thread[] {waits, parks, locks}) print(bean.getThreadInfo(t.getId(), 20));
    System.out.println(bean.getThreadInfo(waits.getId()).getStackTrace().length + " "
        + bean.getThreadInfo(123456789L));
    synchronized (lock) {
      Thread blocks = new Thread(() -> { synchronized (lock) { done.countDown(); } }, "blocks");
      blocks.start();
      await(blocks, Thread.State.BLOCKED);
      for (ThreadInfo i : bean.getThreadInfo(
               new long[] {blocks.getId(), Thread.currentThread().getId()}, true, true))
        print(i);
      waits.interrupt();
    }
    waits.join();
    parks.join();
    fair.unlock();
    locks.join();
    TreeSet<String> names = new TreeSet<>();
    for (ThreadInfo i : bean.dumpAllThreads(true, true)) names.add(i.getThreadName());
    System.out.println(names.contains("main") + " " + names.contains("parks"));
    System.out.println(bean.findDeadlockedThreads() + " " + bean.findMonitorDeadlockedThreads());
    System.out.println((bean.getTotalStartedThreadCount() >= 4) + " "
        + bean.isThreadCpuTimeSupported() + " " + (bean.getCurrentThreadCpuTime() >= 0) + " "
        + bean.isSynchronizerUsageSupported());
  }

  static void deadlock() throws Exception {
    ThreadMXBean bean = ManagementFactory.getThreadMXBean();
    ReentrantLock a = new ReentrantLock(), b = new ReentrantLock();
    CountDownLatch both = new CountDownLatch(2);
    Thread[] ts = new Thread[2];
    for (int i = 0; i < 2; i++) {
      ReentrantLock first = i == 0 ? a : b, second = i == 0 ? b : a;
      ts[i] = new Thread(() -> {
        first.lock();
        both.countDown();
        try { both.await(); } catch (InterruptedException e) { }
        second.lock();
      }, "circle-" + i);
      ts[i].setDaemon(true);
      ts[i].start();
    }
    both.await();
    for (Thread t : ts) await(t, Thread.State.WAITING);
    TreeSet<String> names = new TreeSet<>();
    long[] found;
    while ((found = bean.findDeadlockedThreads()) == null) Thread.sleep(1);
    for (ThreadInfo i : bean.getThreadInfo(found))
      names.add(i.getThreadName() + " waits for " + i.getLockOwnerName());
    System.out.println(names + " " + bean.findMonitorDeadlockedThreads());
  }

  public static void main(String[] args) throws Exception {
    MBeanServer server = ManagementFactory.getPlatformMBeanServer();
    ownBeans(server);
    openBeans(server);
    platform(server);
    threads();
    deadlock();
  }
}
