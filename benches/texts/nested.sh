deploy() {
    if [ "$(git rev-parse --abbrev-ref "$(git log -1 --format=%H)")" = main ]; then
        for host in $(awk '{ print $1 }' "$(dirname "$(readlink -f "$0")")/hosts"); do
            case "$(ssh "$host" "echo $(printf '%s' "$(hostname)")")" in
                *ok*)
                    while read -r line; do
                        { (cd "/srv/${line%%:*}" && echo "$(date "+%F $(echo "$(id -un)")")" >> log) || exit 1; } 2>&1 | tee -a "out.$(basename "$(pwd)")"
                    done < "list.${host:-$(uname -n)}"
                    ;;
                *) echo "${host:-${default:-$(cat "$(dirname "$0")/default")}}" ;;
            esac
        done
    fi
}
