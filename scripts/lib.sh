# Shared by the scripts of this folder: where things are, how they speak.
# shellcheck shell=bash

Root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
Build=${OMPJIT_BUILD_DIR:-$Root/build}
LlvmRoot=${OMPJIT_LLVM_ROOT:-/usr/lib/llvm-22}

say() { printf '== %s\n' "$*"; }

# usage: the comment that the script begins with.
usage() { sed -n '2,/^[^#]/{/^[^#]/d;s/^# \{0,1\}//;p}' "$0"; }

die() {
  printf '%s: error: %s\n' "$(basename "$0")" "$*" >&2
  exit 1
}

# keep_memory: what this process starts takes memory from the system in large pieces and
# does not give it back. Compilers of a virtual machine, where page faults are expensive,
# take a fifth to a third less time.
keep_memory() {
  local Large=268435456
  export GLIBC_TUNABLES=${GLIBC_TUNABLES:-glibc.malloc.hugetlb=1:glibc.malloc.top_pad=16777216:glibc.malloc.trim_threshold=$Large:glibc.malloc.mmap_threshold=$Large}
}

# packages WHAT...: the packages that WHAT ("build", "check") needs.
packages() {
  local What
  for What in "$@"; do
    sed -n "s/^$What \\+//p" "$Root/scripts/packages.list"
  done
}

# missing_packages WHAT...: those of them that are not installed.
missing_packages() {
  comm -23 <(packages "$@" | sort -u) \
    <(dpkg-query -W -f '${db:Status-Status} ${Package}\n' 2>/dev/null |
      sed -n 's/^installed //p' | sort -u)
}

# as_root COMMAND...: runs it as root, or fails where that is not possible
# without a question.
as_root() {
  if [ "$(id -u)" = 0 ]; then
    "$@"
  elif command -v sudo >/dev/null && sudo -n true 2>/dev/null; then
    sudo -n "$@"
  else
    return 1
  fi
}

# install_packages WHAT...: installs what is missing; says what to install
# where it may not. No package manager runs when all is there.
install_packages() {
  command -v dpkg-query >/dev/null || return 0
  local Missing
  mapfile -t Missing < <(missing_packages "$@")
  [ ${#Missing[@]} -gt 0 ] || return 0
  if ! as_root true; then
    die "these Debian packages are missing and I may not install them; as root:
  apt-get update && apt-get install --no-install-recommends ${Missing[*]}"
  fi
  say "installing ${#Missing[@]} packages: ${Missing[*]}"
  # RUNLEVEL: the tests start the servers that they need, and no other is wanted.
  local Apt=(env DEBIAN_FRONTEND=noninteractive RUNLEVEL=1 apt-get -qq -y)
  as_root "${Apt[@]}" --no-install-recommends install "${Missing[@]}" >/dev/null 2>&1 && return 0
  # An apt that was never told what exists knows none of them.
  as_root "${Apt[@]}" update || die "apt-get update failed"
  as_root "${Apt[@]}" --no-install-recommends install "${Missing[@]}" >/dev/null ||
    die "apt-get could not install: ${Missing[*]}
LLVM 22 is in Debian 12's security suite: is bookworm-security among apt's sources?"
}

# debian_arch HOST: what Debian calls the processor of a triple.
debian_arch() {
  case $1 in
  aarch64-linux-gnu) echo arm64 ;;
  *) die "there is no toolchain for the host '$1', only for aarch64-linux-gnu" ;;
  esac
}

# use_host HOST: sets Build to the folder beside it for what is built for HOST, and
# Host to HOST, or to nothing where that is this machine's.
use_host() {
  local Arch
  Arch=$(debian_arch "$1") || exit 1
  Host=
  [ "$Arch" != "$(dpkg --print-architecture)" ] || return 0
  Host=$1
  Build=$Build-$1
}

# Who asks what a script does does not want it to build anything.
for Argument in "$@"; do
  case $Argument in
  --help | -h) usage && exit ;;
  --) break ;;
  esac
done
unset Argument
