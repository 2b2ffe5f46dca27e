# bash completion for windsock; written by: windsock completions bash

_windsock_offer() {
    local line quote=
    case $cur in \"* | \'*) quote=${cur:0:1}; cur=${cur:1} ;; esac
    cur=${cur//\\/}
    while IFS= read -r line; do
        [[ $line == "$cur"* ]] || continue
if [[ $quote ]]; then COMPREPLY+=("$line"); else COMPREPLY+=("$(printf %q "$line")"); fi
    done
}

_windsock_files() {
    compopt -o filenames 2>/dev/null
    mapfile -t COMPREPLY < <(compgen "$1" -- "$cur")
}

_windsock() {
    local cur=${COMP_WORDS[COMP_CWORD]} option= verb= word index count=0
    COMPREPLY=()
    # bash splits --name=value at the sign.
    if [[ $cur == = ]]; then
        cur= option=${COMP_WORDS[COMP_CWORD - 1]}
    elif [[ ${COMP_WORDS[COMP_CWORD - 1]} == = ]]; then
        option=${COMP_WORDS[COMP_CWORD - 2]}
    else
        option=${COMP_WORDS[COMP_CWORD - 1]}
    fi
    case $option in
        --units) _windsock_offer < <(printf '%s\n' metric imperial standard); return ;;
        --state-dir) _windsock_files -d; return ;;
        --runtime-dir) _windsock_files -d; return ;;
        --config) _windsock_files -f; return ;;
        --format) _windsock_offer < <(printf '%s\n' table csv json); return ;;
    esac
    for ((index = 1; index < COMP_CWORD; index++)); do
        word=${COMP_WORDS[index]}
        case $word in
            --units | --state-dir | --runtime-dir | --config | --at | --zip | --pick | --since | --until | --format | --limit) ((index++)) ;;
            -*) ;;
            *) if [[ $verb ]]; then ((count++)); else verb=$word; fi ;;
        esac
    done
    case $verb:$cur in
        :-*) _windsock_offer < <(printf '%s\n' --json --units --state-dir --runtime-dir --config --help --version) ;;
        :*) _windsock_offer < <(printf '%s\n' status show add list remove rename pick pause resume import export search history outages attempts sync online monitor check key force backup completions) ;;
        status:-*) _windsock_offer < <(printf '%s\n' --line --waybar --json --units --state-dir --runtime-dir --config --help --version) ;;
        status:*) _windsock_offer < <(windsock __complete places "$cur" 2>/dev/null) ;;
        show:-*) _windsock_offer < <(printf '%s\n' --json --units --state-dir --runtime-dir --config --help --version) ;;
        show:*) if ((count == 0)); then _windsock_offer < <(windsock __complete places "$cur" 2>/dev/null); fi ;;
        add:-*) _windsock_offer < <(printf '%s\n' --at --zip --pick --first --json --units --state-dir --runtime-dir --config --help --version) ;;
        list:-*) _windsock_offer < <(printf '%s\n' --json --units --state-dir --runtime-dir --config --help --version) ;;
        remove:-*) _windsock_offer < <(printf '%s\n' --json --units --state-dir --runtime-dir --config --help --version) ;;
        remove:*) _windsock_offer < <(windsock __complete places "$cur" 2>/dev/null) ;;
        rename:-*) _windsock_offer < <(printf '%s\n' --json --units --state-dir --runtime-dir --config --help --version) ;;
        rename:*) if ((count == 0)); then _windsock_offer < <(windsock __complete places "$cur" 2>/dev/null); fi ;;
        pick:-*) _windsock_offer < <(printf '%s\n' --json --units --state-dir --runtime-dir --config --help --version) ;;
        pick:*) if ((count == 0)); then _windsock_offer < <(windsock __complete places "$cur" 2>/dev/null); fi ;;
        pause:-*) _windsock_offer < <(printf '%s\n' --json --units --state-dir --runtime-dir --config --help --version) ;;
        pause:*) _windsock_offer < <(windsock __complete places "$cur" 2>/dev/null) ;;
        resume:-*) _windsock_offer < <(printf '%s\n' --json --units --state-dir --runtime-dir --config --help --version) ;;
        resume:*) _windsock_offer < <(windsock __complete places "$cur" 2>/dev/null) ;;
        import:-*) _windsock_offer < <(printf '%s\n' --json --units --state-dir --runtime-dir --config --help --version) ;;
        import:*) if ((count == 0)); then _windsock_files -f; fi ;;
        export:-*) _windsock_offer < <(printf '%s\n' --json --units --state-dir --runtime-dir --config --help --version) ;;
        search:-*) _windsock_offer < <(printf '%s\n' --json --units --state-dir --runtime-dir --config --help --version) ;;
        history:-*) _windsock_offer < <(printf '%s\n' --since --until --format --plot --json --units --state-dir --runtime-dir --config --help --version) ;;
        history:*) if ((count == 0)); then _windsock_offer < <(windsock __complete places "$cur" 2>/dev/null); fi ;;
        outages:-*) _windsock_offer < <(printf '%s\n' --since --json --units --state-dir --runtime-dir --config --help --version) ;;
        attempts:-*) _windsock_offer < <(printf '%s\n' --limit --json --units --state-dir --runtime-dir --config --help --version) ;;
        attempts:*) if ((count == 0)); then _windsock_offer < <(windsock __complete places "$cur" 2>/dev/null); fi ;;
        sync:-*) _windsock_offer < <(printf '%s\n' --wait --json --units --state-dir --runtime-dir --config --help --version) ;;
        sync:*) _windsock_offer < <(windsock __complete places "$cur" 2>/dev/null) ;;
        online:-*) _windsock_offer < <(printf '%s\n' --probe --wait --json --units --state-dir --runtime-dir --config --help --version) ;;
        monitor:-*) _windsock_offer < <(printf '%s\n' --json --units --state-dir --runtime-dir --config --help --version) ;;
        check:-*) _windsock_offer < <(printf '%s\n' --json --units --state-dir --runtime-dir --config --help --version) ;;
        key:-*) _windsock_offer < <(printf '%s\n' --json --units --state-dir --runtime-dir --config --help --version) ;;
        key:*) if ((count == 0)); then _windsock_offer < <(printf '%s\n' set status clear); fi ;;
        force:-*) _windsock_offer < <(printf '%s\n' --json --units --state-dir --runtime-dir --config --help --version) ;;
        force:*) if ((count == 0)); then _windsock_offer < <(printf '%s\n' online offline auto); fi ;;
        backup:-*) _windsock_offer < <(printf '%s\n' --json --units --state-dir --runtime-dir --config --help --version) ;;
        backup:*) if ((count == 0)); then _windsock_files -f; fi ;;
        completions:-*) _windsock_offer < <(printf '%s\n' --json --units --state-dir --runtime-dir --config --help --version) ;;
        completions:*) if ((count == 0)); then _windsock_offer < <(printf '%s\n' bash zsh fish); fi ;;
    esac
}

complete -F _windsock windsock
