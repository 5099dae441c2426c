import org.apache.commons.lang3.builder.CompareToBuilder;
import org.apache.commons.lang3.builder.Diff;
import org.apache.commons.lang3.builder.DiffBuilder;
import org.apache.commons.lang3.builder.DiffResult;
import org.apache.commons.lang3.builder.EqualsBuilder;
import org.apache.commons.lang3.builder.HashCodeBuilder;
import org.apache.commons.lang3.builder.ReflectionToStringBuilder;
import org.apache.commons.lang3.builder.ToStringBuilder;
import org.apache.commons.lang3.builder.ToStringStyle;

/** Builders for equals, hashCode, compareTo and toString, by hand and by reflection. */
public class LangBuilders {
  static class Thread2 implements Comparable<Thread2> {
    final String name;
    final int[] picks;
    transient int cache = 4;
    double width;

    Thread2(String name, double width, int... picks) {
      this.name = name;
      this.width = width;
      this.picks = picks;
    }

    @Override public boolean equals(Object o) {
      return o instanceof Thread2
          && new EqualsBuilder()
                 .append(name, ((Thread2) o).name)
                 .append(picks, ((Thread2) o).picks)
                 .isEquals();
    }

    @Override
    public int hashCode() {
      return new HashCodeBuilder(17, 37).append(name).append(picks).append(width).toHashCode();
    }

    @Override
    public int compareTo(Thread2 o) {
      return new CompareToBuilder().append(width, o.width).append(name, o.name).toComparison();
    }

    @Override public String toString() {
      return new ToStringBuilder(this, ToStringStyle.SHORT_PREFIX_STYLE)
          .append("name", name)
          .append("picks", picks)
          .append("width", width)
          .toString();
    }
  }

  public static void main(String[] args) {
    Thread2 a = new Thread2("warp", 1.5, 1, 2), b = new Thread2("warp", 1.5, 1, 2),
            c = new Thread2("weft", 0.5);
    System.out.println(a.equals(b) + " " + (a.hashCode() == b.hashCode()) + " " + a.hashCode() + " "
        + a.compareTo(c) + a);
    System.out.println(EqualsBuilder.reflectionEquals(a, b) + " "
        + EqualsBuilder.reflectionEquals(a, c, "name", "picks", "width"));
    System.out.println(
        HashCodeBuilder.reflectionHashCode(a) + " " + CompareToBuilder.reflectionCompare(a, c));
    System.out.println(ReflectionToStringBuilder.toString(a, ToStringStyle.JSON_STYLE));
    System.out.println(new ReflectionToStringBuilder(c, ToStringStyle.NO_CLASS_NAME_STYLE)
                           .setExcludeFieldNames("picks")
                           .toString());
    System.out.println(
        ToStringBuilder.reflectionToString(a, ToStringStyle.MULTI_LINE_STYLE).split("\n").length);
    DiffResult<Thread2> d = new DiffBuilder<>(a, c, ToStringStyle.SIMPLE_STYLE)
                                .append("name", a.name, c.name)
                                .append("width", a.width, c.width)
                                .build();
    for (Diff<?> one : d)
      System.out.println(one.getFieldName() + ":" + one.getLeft() + "->" + one.getRight());
  }
}
