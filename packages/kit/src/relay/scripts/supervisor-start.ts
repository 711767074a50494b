import { sh, type ShellCommand } from '@caisson/core/driver'

/**
 * The first half of the supervisor: until the command runs. Its variables have a prefix, since one that has the name of an
 * exported variable would reach the command.
 *
 * Marks on both streams come first, so that what a login profile printed can be dropped, and no byte order mark of the
 * command is the beginning of a stream. The shell's own messages go nowhere; descriptor 4 is the vendor's stderr.
 */
const marks: ShellCommand = sh`
unset IFS
caisson_mark() { printf '\\037%s %s\\n' "$caisson_id" "$1"; }
caisson_mark begin
caisson_mark begin >&2
exec 4>&2 2>/dev/null
caisson_fail() { caisson_mark "fail $1"; caisson_mark "fail $1" >&4; exit 125; }
`

/** Variables that a login profile replaced get their values back from the environment that the kernel keeps. */
const environment: ShellCommand = sh`
if [ -n "$caisson_names" ] && [ -n "\${BASH_VERSION-}" ]; then
eval 'mapfile -d "" -t caisson_environ </proc/$$/environ
for caisson_entry in "\${caisson_environ[@]}"; do
case /$caisson_names/ in */"\${caisson_entry%%=*}"/*) export "$caisson_entry" ;; esac
done'
fi
caisson_path=$PATH
PATH=/usr/bin:/bin:$PATH
`

/**
 * The private directory: output by offset, the command's text, pipes; `tick` is the watcher's. Whoever tidies up
 * `/tmp` may take an empty directory away between two steps.
 */
const directory: ShellCommand = sh`
type mkdir mkfifo tee rm grep tail cat >/dev/null || caisson_fail tools
caisson_base=/tmp/.caisson-\${EUID:-$(id -u)}
caisson_dir=$caisson_base/$$.$caisson_id
caisson_make() {
[ -d "$caisson_base" ] || mkdir -m 700 "$caisson_base"
{ [ -d "$caisson_base" ] && [ ! -L "$caisson_base" ] && [ -O "$caisson_base" ]; } || return 1
mkdir -m 700 "$caisson_dir"
}
caisson_make || caisson_make || caisson_make || caisson_fail directory
{ mkfifo -m 600 "$caisson_dir/o" "$caisson_dir/e" "$caisson_dir/tick" &&
: >"$caisson_dir/out" && : >"$caisson_dir/err" && printf %s "$caisson_command" >"$caisson_dir/command"; } || caisson_fail space
[ -z "$caisson_file" ] || mv -f "$caisson_file" "$caisson_dir/command" || caisson_fail command
read -r caisson_stat </proc/$$/stat
set -- \${caisson_stat##*) }
caisson_since=\${20}
read -r caisson_boot </proc/sys/kernel/random/boot_id
`

/**
 * Two copies of each stream: one to the file, one to the vendor. The copier goes on when the vendor stops reading. Its file
 * is descriptor 3, whose position others read instead of asking for the size.
 */
const copiers: ShellCommand = sh`
caisson_copy() { trap '' PIPE; exec tee "$1" 2>/dev/null 3>&-; }
caisson_copy "$caisson_dir/out" <"$caisson_dir/o" 4>&- &
caisson_out=$!
caisson_copy "$caisson_dir/err" <"$caisson_dir/e" >&4 4>&- &
caisson_err=$!
`

/**
 * The command, in a process group of its own and with a tag in its environment. The supervisor gives its input up, so that
 * a writer learns when the command has closed it. The group that begins here is closed where the command has ended.
 */
const command: ShellCommand = sh`
caisson_begin() {
PATH=$caisson_path
CAISSON_PROCESS=\${CAISSON_PROCESS-}$caisson_id\\;
export CAISSON_PROCESS
if [ -n "$caisson_file" ]; then set -- "$caisson_dir/command"; else set -- -c -- "$caisson_command"; fi
[ -n "\${BASH_VERSION-}" ] && exec "$BASH" "$@"
exec setsid sh "$@"
}
{
[ -z "\${BASH_VERSION-}" ] || set -m
caisson_begin <&0 >"$caisson_dir/o" 2>"$caisson_dir/e" 4>&- &
caisson_child=$!
set +m
exec 0</dev/null
for caisson_name in TERM INT HUP; do
trap "caisson_again=1; kill -$caisson_name -- -$caisson_child" "$caisson_name"
done
caisson_now=\${EPOCHSECONDS:-0}
printf '%s %s %s %s %s %s end\\n' "$caisson_child" "$caisson_out" "$caisson_err" "\${caisson_since:-0}" "$caisson_now" "\${caisson_boot:--}" >"$caisson_dir/info"
`

/**
 * Directories that the host needs no longer, those of commands that ended an hour ago, and those whose supervisor is gone
 * for a day, are removed beside the command; a second later, since another client may be about to read how one ended.
 */
const leftovers: ShellCommand = sh`
set --
for caisson_old in "$caisson_base"/*.*; do
case " $caisson_ended " in *" \${caisson_old##*.} "*) set -- "$@" "$caisson_old"; continue ;; esac
caisson_at=
if [ -f "$caisson_old/exit" ]; then
read -r caisson_skip caisson_skip caisson_at caisson_skip <"$caisson_old/exit"
caisson_keep=3600
else
caisson_skip=\${caisson_old##*/}
[ -d "/proc/\${caisson_skip%%.*}" ] && continue
read -r caisson_skip caisson_skip caisson_skip caisson_skip caisson_at caisson_skip <"$caisson_old/info"
caisson_keep=86400
fi
[ "\${caisson_at:-0}" -gt 0 ] && [ $((caisson_at + caisson_keep)) -lt "$caisson_now" ] && set -- "$@" "$caisson_old"
done
if [ $# -gt 0 ]; then { sleep 1; rm -rf -- "$@"; } >/dev/null 4>&- & fi
`

/** Everything up to the running command. */
export const startOfSupervisor: ShellCommand = sh`${marks}${environment}${directory}${copiers}${command}${leftovers}`
