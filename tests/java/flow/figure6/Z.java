package figure6;

class Z extends X {
  public void aa() {
    this.cc();
  }

  public void cc() {
    int local = 1;
  }
}
