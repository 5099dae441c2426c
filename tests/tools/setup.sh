#!/usr/bin/env bash
# Makes sure that the Debian or Ubuntu packages for building and testing heddle are installed:
# reports the missing ones and installs them with apt-get (through sudo if not root). If nothing is
# missing, it is quick and prints only one line.
set -u

packages=(
  gcc libc6-dev make pkg-config
  libncurses-dev libreadline-dev libedit-dev libpcre2-dev libzip-dev zlib1g-dev libzstd-dev \
    libxxhash-dev
  libjansson-dev libsqlite3-dev
  libcmocka-dev libvterm-dev clang-format graphviz jq dpkg-dev
  junit4 junit5 libhamcrest-java libcommons-lang3-java libcommons-collections4-java \
    libcommons-pool2-java
  libguava-java libjctools-java libdisruptor-java libnetty-java libhikaricp-java testng
  libjackson2-core-java libjackson2-databind-java libjackson2-annotations-java libjoda-time-java \
    libh2-java libhsqldb-java liblogback-java libslf4j-java libgoogle-gson-java
)
# Any one of these packages will do, and they exclude each other.
command -v gnuplot >/dev/null 2>&1 || packages+=(gnuplot-nox)
packages+=("$@") # additional packages for the caller (make fuzz)
# The first JDK that the release has; heddle is made for 17, and any later one works too.
jdks=(openjdk-17-jdk-headless openjdk-21-jdk-headless default-jdk-headless)

is_installed() {
  [ "$(dpkg-query -W -f='${db:Status-Abbrev}' "$1" 2>/dev/null)" = 'ii ' ]
}

# A usable JDK has a compiler, a library image and the headers of its tool interface (JVMTI).
find_jdk() {
  local home=${JAVA_HOME:-}
  if [ -z "$home" ] && command -v javac >/dev/null 2>&1; then
    home=$(dirname "$(dirname "$(readlink -f "$(command -v javac)")")")
  fi
  [ -n "$home" ] && [ -x "$home/bin/java" ] && [ -x "$home/bin/javac" ] &&
    [ -f "$home/lib/modules" ] &&
    [ -f "$home/include/jvmti.h" ] && printf '%s\n' "$home"
}

die() {
  printf 'setup: %s\n' "$1" >&2
  exit 1
}

find_missing() {
  missing=()
  local package
  for package in "${packages[@]}"; do
    is_installed "$package" || missing+=("$package")
  done
  find_jdk >/dev/null || missing+=("$(jdk_package)")
}

jdk_package() {
  local package
  for package in "${jdks[@]}"; do
    LC_ALL=C apt-cache policy "$package" 2>/dev/null | grep -q 'Candidate: [0-9]' && break
    package=${jdks[0]}
  done
  printf '%s\n' "$package"
}

# Do apt's lists contain all of them? On a fresh system the lists are empty.
known() {
  local package
  for package in "$@"; do
    LC_ALL=C apt-cache policy "$package" 2>/dev/null | grep -q 'Candidate: [0-9]' || return
  done
}

if ! command -v dpkg-query >/dev/null 2>&1; then
  die "this is neither Debian nor Ubuntu; install by hand what matches: ${packages[*]} ${jdks[0]}"
fi

find_missing
if [ ${#missing[@]} -eq 0 ]; then
  printf 'setup: all packages are there, JDK %s\n' "$(find_jdk)"
  exit 0
fi

printf 'setup: missing packages: %s\n' "${missing[*]}"
as_root=()
if [ "$(id -u)" -ne 0 ]; then
  command -v sudo >/dev/null 2>&1 ||
    die "not root and no sudo; as root run: apt-get install ${missing[*]}"
  as_root=(sudo)
  [ -t 0 ] || as_root=(sudo -n)
fi
export DEBIAN_FRONTEND=noninteractive
run() {
  printf 'setup: %s\n' "${as_root[*]:+${as_root[*]} }$*"
  "${as_root[@]}" "$@" </dev/null
}
install_missing() {
  run apt-get install -y --no-install-recommends "${missing[@]}"
}
update() {
  run apt-get update || die "apt-get update failed (no network, or no right to become root?)"
  find_missing
}
if ! known "${missing[@]}"; then
  update
  install_missing || die "could not install: ${missing[*]}"
elif ! install_missing; then
  update
  install_missing || die "could not install: ${missing[*]}"
fi

find_missing
[ ${#missing[@]} -eq 0 ] ||
  die "still missing after the installation: ${missing[*]}${JAVA_HOME:+ (JAVA_HOME=$JAVA_HOME)}"
printf 'setup: done, JDK %s\n' "$(find_jdk)"
