# Prints what zsh lists for a command line and what it makes of it, when tab is pressed.
#   zsh -f complete.zsh TREE COMMAND WORD...
zmodload zsh/zpty
zpty session zsh -f -i
say() { zpty -w session "$1"; }
# What is typed is printed, too, so it does not contain what is waited for.
say "PS1= LISTMAX=0; fpath=(${(q)1}/share/zsh/site-functions \$fpath); PATH=${(q)1}/bin:\$PATH"
say "autoload -Uz compinit; compinit -u -D; zstyle ':completion:*' list-colors ''"
say 'show() { print -r -- "<line $BUFFER>" }; zle -N show; bindkey "^Y" show; print -r -- be""gin'
zpty -r session Output '*begin*'
zpty -n -w session "${(j: :)argv[2,-1]}"$'\t\C-y'
zpty -r session Output '*<line *>*'
print -r -- "$Output"
zpty -d session
