package figure6;

class Y extends X {
  boolean condition;

  public void aa() {
    this.cc(); // figure's line 4
  }

  public void cc() {
    if (condition) // line 8
      throw new RuntimeException(); // line 9: the target
  }
}
