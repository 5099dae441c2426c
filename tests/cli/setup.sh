#!/usr/bin/env bash
# tests/tools/setup.sh with stand-ins for the package tools: the packages that it reports as
# missing, those that it installs, and whether it uses sudo.
set -u
cd "$HEDDLE_ROOT" || exit 5
. tests/tools/support.sh
fakes=$TEST_TMP/bin
mkdir -p "$fakes"
for tool in bash grep dirname readlink; do ln -s "$(command -v $tool)" "$fakes/$tool"; done

tool() { # NAME: creates a tool from standard input
  { echo "#!$(command -v bash)"; cat; } >"$fakes/$1"
  chmod +x "$fakes/$1"
}
# The file "installed" lists installed packages; `apt-get update` creates the file "lists" with the
# available packages.
tool dpkg-query <<'X'
grep -qx -- "${*: -1}" "$STATE/installed" && printf 'ii '
X
tool apt-cache <<'X'
[ -e "$STATE/lists" ] && ! grep -qx -- "$2" "$STATE/not-offered" && echo "  Candidate: 1.0" ||
  echo "  Candidate: (none)"
X
tool apt-get <<'X'
echo "apt-get $*" >>"$STATE/done"
case $1 in
  update) : >"$STATE/lists" ;;
  install)
    shift
    for p in "$@"; do
      case $p in
        -*) ;;
        *) echo "$p" >>"$STATE/installed" ;;
      esac
    done ;;
esac
X
tool id <<'X'
echo "${FAKE_UID:-0}"
X

everything=(gcc libc6-dev make pkg-config libncurses-dev libreadline-dev libedit-dev libpcre2-dev \
  libzip-dev zlib1g-dev libzstd-dev
  libxxhash-dev libjansson-dev libsqlite3-dev libcmocka-dev libvterm-dev clang-format graphviz jq \
  dpkg-dev junit4 junit5 libhamcrest-java libcommons-lang3-java
  libcommons-collections4-java libcommons-pool2-java libguava-java libjctools-java
  libdisruptor-java libnetty-java libhikaricp-java testng libjackson2-core-java
  libjackson2-databind-java libjackson2-annotations-java libjoda-time-java libh2-java
  libhsqldb-java liblogback-java libslf4j-java libgoogle-gson-java gnuplot-nox)

begin() { # INSTALLED...: sets up a new machine
  STATE=$TEST_TMP/state$((++states))
  export STATE
  mkdir -p "$STATE"
  : >"$STATE/done"
  : >"$STATE/not-offered"
  : >"$STATE/lists"
  printf '%s\n' "$@" >"$STATE/installed"
}
states=0

setup() { # ENV...: runs setup.sh; sets status, out
  out=$(env -i PATH="$fakes" STATE="$STATE" JAVA_HOME="$JAVA_HOME" "$@" "$fakes/bash" \
    tests/tools/setup.sh 2>&1 </dev/null)
  status=$?
}

begin "${everything[@]}"
setup
is 'nothing missing: succeeds' $status 0
is 'nothing missing: one line is printed' "$(wc -l <<<"$out")" 1
is 'nothing missing: installs nothing' "$(cat "$STATE/done")" ''

begin "${everything[@]:2}"
setup
is 'two missing: succeeds' $status 0
is 'two missing: both are named' "$(grep -c 'missing packages: gcc libc6-dev$' <<<"$out")" 1
is 'two missing: only these are installed' "$(cat "$STATE/done")" \
  'apt-get install -y --no-install-recommends gcc libc6-dev'

begin "${everything[@]:1}"
rm "$STATE/lists"
setup
is 'no package lists yet: succeeds' $status 0
is 'no package lists yet: they are updated first' "$(head -n 1 "$STATE/done")" 'apt-get update'

begin "${everything[@]}"
setup JAVA_HOME=/nowhere
is 'an invalid JDK: exit status' $status 1
is 'an invalid JDK: JAVA_HOME is named' \
  "$(tail -n 1 <<<"$out" | grep -c 'JAVA_HOME=/nowhere')" 1
is 'an invalid JDK: 17 is installed' "$(grep -c openjdk-17 "$STATE/done")" 1

begin "${everything[@]}"
echo openjdk-17-jdk-headless >"$STATE/not-offered"
setup JAVA_HOME=/nowhere
is 'a release without JDK 17: the next one is installed' \
  "$(grep -c 'install .* openjdk-21-jdk-headless$' "$STATE/done")" 1

begin "${everything[@]:1}"
setup FAKE_UID=1000
is 'neither root nor sudo: fails' $status 1
is 'neither root nor sudo: prints the command' "$(grep -c 'apt-get install gcc$' <<<"$out")" 1
is 'neither root nor sudo: installs nothing' "$(cat "$STATE/done")" ''

tool sudo <<'X'
echo "sudo $1" >>"$STATE/done"
[ "$1" = -n ] && shift
exec "$@"
X
begin "${everything[@]:1}"
setup FAKE_UID=1000
is 'with sudo: succeeds' $status 0
is 'with sudo and no terminal: asks for no password' "$(head -n 1 "$STATE/done")" 'sudo -n'
done_testing
