import { sh, type ShellCommand } from '@caisson/core/driver'

/**
 * Starting a daemon and believing it only when the path answers. A name that cannot be there is looked up: the tool has to
 * ask the store for it, which costs the same however much the bucket holds. The C locale has one text for "no such file",
 * and a shell sees nothing else of an error.
 */
export const startAndVerify: ShellCommand = sh`
# Asked only after a failure. Whatever the storage answers will do; where there is nothing to ask with, nobody knows.
is_unreachable() {
command -v curl >/dev/null 2>&1 || return 1
! timeout -k 2 8 curl -s -m 6 -o /dev/null -- "$address" </dev/null 2>/dev/null
}
is_absent() {
[ -n "$absent_at" ] && command -v curl >/dev/null 2>&1 || return 1
[ "$(timeout -k 2 12 curl -s -m 10 -o /dev/null -w '%{http_code}' -- "$absent_at" </dev/null 2>/dev/null)" = 404 ] || return 1
reason=no-bucket
}
access_check() {
timeout -k 2 "$2" stat -- "$1/.caisson-$nonce" >/dev/null 2>"$report"
code=$?
case $code in
0)
# With keys that have ended a tool can show whatever it is asked for.
echo 'it shows a file that nobody wrote, as with credentials that have ended' >"$report"
reason=no-access
return 1
;;
124|137) reason=no-answer; return 1 ;;
esac
read -r answer <"$report"
case $answer in
*'No such file or directory') : >"$report"; find_mount "$1" && return 0; reason=not-mounted ;;
*) reason=no-access ;;
esac
return 1
}
newline='
'
# Calls a function with name and escaped content of each secret of one mount. They never become arguments of a program.
with_secrets() {
remaining=$secrets
while [ -n "$remaining" ]; do
line=\${remaining%%"$newline"*}
remaining=\${remaining#*"$newline"}
case $line in
"$1 $2 "*)
line=\${line#"$1 $2 "}
"$3" "\${line%% *}" "\${line#* }" || return 1
;;
esac
done
}
# Only a file that is not there yet is written.
write_file() {
(set -C; printf '%b' "$2" >"$private/$1")
}
export_variable() {
export "$1=$(printf '%b' "$2")"
}
start_daemon() {
if ! start_companion "$1"; then
reason=no-companion
return 1
fi
(
exec 9>&-
with_secrets "$1" variable export_variable
secrets=
trap - HUP INT TERM PIPE
daemon_command "$1"
) </dev/null >"$private/log" 2>&1 &
daemon=$!
}
# The mount appears, or the daemon ends, or the time is over. A daemon that leaves another one behind may end before.
await_mount() {
tries=0 ended=0 status=
while :; do
if find_mount "$1"; then
case $found_type in
fuse|fuse.*) return 0 ;;
esac
reason=other-type
return 1
fi
if ! is_running; then
if [ -z "$status" ]; then
wait "$daemon"
status=$?
continue
fi
ended=$((ended + 1))
if [ "$status" != 0 ] || [ "$foreground" = yes ] || [ "$ended" -gt 40 ]; then
reason=ended
return 1
fi
fi
tries=$((tries + 1))
if [ "$tries" -gt 600 ]; then
reason=not-mounted
return 1
fi
sleep 0.05
done
}
undo() {
daemons_of "$1" "$tool"
daemons="$daemons $daemon"
if find_mount "$1"; then
lazy_unmount "$1"
fi
for daemon in $daemons; do
is_running && kill "$daemon" 2>/dev/null
done
tries=0
for daemon in $daemons; do
while is_running && [ "$tries" -lt 30 ]; do
tries=$((tries + 1))
sleep 0.1
done
is_running && kill -9 "$daemon" 2>/dev/null
done
if [ -n "$private" ]; then
end_companion "$private"
rm -rf -- "$private"
fi
rm -f -- "$markers/$2"
[ "$cached" != yes ] || rm -rf -- "\${caches:?}/$2"
begin_directories
remove_made "$1"
end_directories
}
`
