#!/usr/bin/env bash
# The source archive: FOLDER/heddle-VERSION.tar.gz, of the last commit, or of the tree where there
# is no repository. The same sources make the same bytes when they come from a commit.
#   man/package/dist.sh VERSION FOLDER
set -eu
set -o pipefail
cd "$(dirname "$0")/../.."
name=heddle-$1
archive=$2/$name.tar.gz
mkdir -p "$2"

# (A tree that was unpacked inside of another project's repository is none.)
is_repository() {
  [ -e .git ] && git rev-parse --verify --quiet HEAD >/dev/null 2>&1
}

if is_repository; then
  [ -z "$(git status --porcelain)" ] ||
    echo "dist: there are changes since the last commit; they are not in the archive" >&2
  git archive --format=tar --prefix="$name/" HEAD
else
  # What a build leaves at the top is no source.
  find . -mindepth 1 -maxdepth 1 ! -name .git ! -name 'build*' ! -name .heddle_history \
    ! -name 'hs_err_pid*.log' -print0 | sort -z |
    tar --exclude='*.o' --exclude='*.class' --null --files-from=- \
      --transform="s,^\./,$name/,S" --sort=name --owner=0 --group=0 --numeric-owner --create
fi | gzip -9n >"$archive.new"
mv "$archive.new" "$archive"
echo "$archive"
