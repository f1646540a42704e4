# Prints what fish offers for the last word of a command.
#   fish --no-config complete.fish TREE COMMAND WORD...
set PATH $argv[1]/bin $PATH
source $argv[1]/share/fish/vendor_completions.d/$argv[2].fish
complete -C (string join ' ' -- $argv[2..])
