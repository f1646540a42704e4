# What programs of tests do in every way takes hours. So each does it in one way,
# which follows from its name, and in all ways where OMPJIT_THOROUGH is set, as
# `lit -D thorough=1` does. Scripts read this file.

# chosen NUMBER WAY...: one of the ways, or all, a line each. $Folder is the program's;
# choices with different numbers are independent of each other.
chosen() {
  local Number=$1 Sum
  shift
  if [ -n "${OMPJIT_THOROUGH-}" ]; then
    printf '%s\n' "$@"
    return
  fi
  Sum=$(basename "$Folder $Number" | cksum)
  Sum=${Sum%% *}
  echo "${@:Sum % $# + 1:1}"
}
