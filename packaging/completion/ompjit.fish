# fish completion for OMP-JIT's tools. Words and their meanings come from a tool's
# --help, which it makes from the tables that its parser uses. fish loads the file
# that has the command's name.

# Prints "word<tab>meaning" for the options and commands in a tool's help. "-j N" and
# "-jN" are -j.
function __ompjit_words
    set -l Tool (commandline -opc)[1]
    $Tool --help 2>/dev/null | string match -r '^  \S.*' |
        string replace -r '^  (-[-a-zA-Z0-9]*=?|[a-z]+(?= ))(.*?)(  +(.*))?$' '$1\t$4' |
        string replace -r '^(-[a-zA-Z])[A-Z]\t' '$1\t' | string match -r '^\S+\t.*'
end

# clang completes itself.
function __ompjit_clang
    set -l Words (commandline -opc) (commandline -ct)
    $Words[1] --autocomplete=(string join , -- $Words[2..]) 2>/dev/null
end

for Tool in omp-jit-cache ompjit-compile ompjit-device-info ompjit-doctor \
        ompjit-kernel-replay ompjit-package-dump ompjit-report ompjit-tune clang-linker-wrapper
    complete -c $Tool -a '(__ompjit_words)'
end
for Tool in clang clang++ flang
    complete -c $Tool -e
    complete -c $Tool -a '(__ompjit_clang)'
end
