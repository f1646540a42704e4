# bash completion for OMP-JIT's tools. The words come from a tool's --help,
# which it makes from the tables that its parser uses. bash-completion loads the
# file that has the command's name; `. ompjit.bash` does without.

# The options of a tool, with "=" after those that take a value; "-j N" is -j.
_ompjit_options() {
  "$1" --help 2>/dev/null | sed -n 's/^  \(-[-a-zA-Z0-9]*=\{0,1\}\).*/\1/p' |
    sed 's/^\(-[a-zA-Z]\)[A-Z]$/\1/'
}

# The commands of a tool that has some.
_ompjit_commands() {
  "$1" --help 2>/dev/null | sed -n '/^commands:/,/^options:/s/^  \([a-z]*\).*/\1/p'
}

_ompjit() {
  local Word=${COMP_WORDS[COMP_CWORD]} Tool=${COMP_WORDS[0]}
  # "=" separates words for bash.
  if [ "$Word" = = ]; then
    Word=
  elif [ "${COMP_WORDS[COMP_CWORD - 1]}" != = ]; then
    case $Word in
    -*)
      mapfile -t COMPREPLY < <(compgen -W "$(_ompjit_options "$Tool")" -- "$Word")
      [[ ${COMPREPLY[0]-} != *= ]] || compopt -o nospace
      return
      ;;
    esac
    mapfile -t COMPREPLY < <(compgen -W "$(_ompjit_commands "$Tool")" -- "$Word")
    [ ${#COMPREPLY[@]} = 0 ] || return
  fi
  compopt -o filenames
  mapfile -t COMPREPLY < <(compgen -f -- "$Word")
}

# clang completes itself.
_ompjit_clang() {
  local Words IFS=,
  Words=${COMP_WORDS[*]:1:COMP_CWORD}
  IFS=$' \t\n'
  local Found
  Found=$("${COMP_WORDS[0]}" --autocomplete="${Words//,=,/=}" 2>/dev/null | cut -f1)
  if [ -z "$Found" ] || [[ ${COMP_WORDS[COMP_CWORD]} != -* ]]; then
    compopt -o filenames
    mapfile -t COMPREPLY < <(compgen -f -- "${COMP_WORDS[COMP_CWORD]}")
  else
    mapfile -t COMPREPLY < <(compgen -W "$Found" -- "${COMP_WORDS[COMP_CWORD]}")
    [[ ${COMPREPLY[0]-} != *= ]] || compopt -o nospace
  fi
}

complete -F _ompjit omp-jit-cache ompjit-compile ompjit-device-info \
  ompjit-doctor ompjit-fragment ompjit-kernel-replay ompjit-matrix \
  ompjit-package-dump ompjit-report ompjit-tune clang-linker-wrapper
complete -F _ompjit_clang clang clang++ flang
