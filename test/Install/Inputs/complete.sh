# Prints what bash offers for the last word of a command.
#   complete.sh TREE COMMAND WORD...
Tree=$1
shift
compopt() { :; } # It works inside of a completion only.
. "$Tree/share/bash-completion/completions/$1"
Function=$(complete -p "$1" | sed 's/.*-F \([^ ]*\).*/\1/')
COMP_WORDS=("$Tree/bin/$1" "${@:2}")
COMP_CWORD=$(($# - 1))
$Function
echo "${COMPREPLY[@]}"
