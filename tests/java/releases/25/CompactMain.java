void helper(String s) {
  IO.println("helped " + s);
}

int count = 3;

void main() {
  IO.println("a compact source file");
  for (int i = 0; i < count; i++) helper("x".repeat(i));
  var list = List.of(1, 2);
  System.out.println(list + " " + Map.of("k", 1));
}
