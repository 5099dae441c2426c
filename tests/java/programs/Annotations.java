import java.lang.annotation.Annotation;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Repeatable;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.lang.reflect.AnnotatedType;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;

/**
 * Annotations at run time: members of every kind, defaults, inheritance, repetition, annotated
 * types and parameters.
 */
public class Annotations {
  @Retention(RetentionPolicy.RUNTIME) @Inherited
  @interface Info {
    String value() default "none";
    int[] numbers() default {1, 2};
    Class<?> type() default Object.class;
    RetentionPolicy policy() default RetentionPolicy.CLASS;
    Tag tag() default @Tag("inner");
    long l() default 1L << 40;
    char c() default '\'';
    double d() default 0.5;
    byte b() default - 1;
    boolean z() default true;
    float f() default 1f;
    short s() default 3;
    String[] texts() default {"a\n", "b\""};
  }

  @Retention(RetentionPolicy.RUNTIME) @Repeatable(Tags.class) @interface Tag { String value(); }
  @Retention(RetentionPolicy.RUNTIME) @interface Tags { Tag[] value(); }
  @Retention(RetentionPolicy.RUNTIME) @Target(ElementType.TYPE_USE) @interface NonNull {}
  @Retention(RetentionPolicy.SOURCE) @interface Gone {}

  @Info("base") @Tag("one") @Tag("two")
  static class Base {}

  @Gone @Deprecated(since = "7", forRemoval = true)
  static class Derived extends Base {
    @Info(numbers = 9, type = int[].class, policy = RetentionPolicy.RUNTIME) int field;
    @Tag("solo")
    void method(@Info("p") int a, String b, @Tag("q") @Deprecated List<@NonNull String> c) {}
    @NonNull String typed;
  }

  public static void main(String[] args) throws Exception {
    Info info = Derived.class.getAnnotation(Info.class);
    System.out.println(info.value() + Arrays.toString(info.numbers()) + info.type() + info.policy()
        + info.tag().value() + info.l() + info.c() + info.d() + info.b() + info.z() + info.f()
        + info.s() + info.texts()[1]);
    System.out.println(Base.class.getAnnotationsByType(Tag.class).length + " "
        + Base.class.getAnnotation(Tag.class) + " " + Base.class.isAnnotationPresent(Tags.class)
        + " " + Derived.class.getAnnotationsByType(Tag.class).length);
    System.out.println(Derived.class.getDeclaredAnnotations().length + " "
        + Derived.class.getAnnotation(Deprecated.class).since());
    Info field = Derived.class.getDeclaredField("field").getAnnotation(Info.class);
    System.out.println(field.type() + " " + field.numbers()[0] + " " + field.annotationType());
    System.out.println(field.equals(info) + " " + info.equals(Base.class.getAnnotation(Info.class))
        + " " + (info.hashCode() == Base.class.getAnnotation(Info.class).hashCode()) + " "
        + info.tag());
    Method m = Derived.class.getDeclaredMethod("method", int.class, String.class, List.class);
    for (Annotation[] p : m.getParameterAnnotations())
      System.out.println(
          p.length + " " + (p.length > 0 ? p[0].annotationType().getSimpleName() : ""));
    System.out.println(
        m.getAnnotation(Tag.class) + " " + m.getParameters()[2].isAnnotationPresent(Tag.class));
    AnnotatedType t = Derived.class.getDeclaredField("typed").getAnnotatedType();
    System.out.println(t.getAnnotations().length + " " + t.getType());
    System.out.println(Info.class.isAnnotation() + " "
        + Info.class.getDeclaredMethod("numbers").getDefaultValue().getClass() + " "
        + Tag.class.getDeclaredMethod("value").getDefaultValue());
    Class<?> c = Class.forName("java.lang.FunctionalInterface");
    System.out.println(Runnable.class.getAnnotations().length + " "
        + c.isInstance(Runnable.class.getAnnotations()[0]));
  }
}
