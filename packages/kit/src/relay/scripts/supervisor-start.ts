import { sh, type ShellCommand } from '@caisson/core/driver'

/** Where supervisors differ: by what becomes of the output, and whom they tell how it goes. */
export interface SupervisorParts {
  /** Defines `caisson_mark` and `caisson_fail`; the shell's own messages go nowhere from here on. */
  readonly beginning: ShellCommand
  /** What must be there, besides the shell. */
  readonly tools: readonly string[]
  /** Further pipes to be made in the directory. */
  readonly pipes: ShellCommand
  /** Starts `caisson_out` and `caisson_err`; their files are descriptor 3, whose position others read instead of asking for the size. */
  readonly copiers: ShellCommand
  /** When the command runs, and the directory is complete. */
  readonly running: ShellCommand
  /** When the command's shell has exited. */
  readonly exited: ShellCommand
  /** Before the last marks are sent through the pipes. */
  readonly cutting: ShellCommand
  /** After the record of the end was written. */
  readonly ending: ShellCommand
}

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
const directory = (pipes: ShellCommand): ShellCommand => sh`
caisson_base=/tmp/.caisson-\${EUID:-$(id -u)}
caisson_dir=$caisson_base/$$.$caisson_id
caisson_make() {
[ -d "$caisson_base" ] || mkdir -m 700 "$caisson_base"
{ [ -d "$caisson_base" ] && [ ! -L "$caisson_base" ] && [ -O "$caisson_base" ]; } || return 1
mkdir -m 700 "$caisson_dir"
}
caisson_make || caisson_make || caisson_make || caisson_fail directory
{ mkfifo -m 600 "$caisson_dir/o" "$caisson_dir/e" "$caisson_dir/tick" ${pipes} &&
: >"$caisson_dir/out" && : >"$caisson_dir/err" && printf %s "$caisson_command" >"$caisson_dir/command"; } || caisson_fail space
[ -z "$caisson_file" ] || mv -f "$caisson_file" "$caisson_dir/command" || caisson_fail command
read -r caisson_stat </proc/$$/stat
set -- \${caisson_stat##*) }
caisson_since=\${20}
read -r caisson_boot </proc/sys/kernel/random/boot_id
`

/**
 * The command, in a process group of its own and with a tag in its environment. The supervisor gives its input up, so that
 * a writer learns when the command has closed it; a job of some shells has lost it before its redirections are looked at.
 * The group that begins here is closed where the command has ended.
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
exec 7<&0
{
[ -z "\${BASH_VERSION-}" ] || set -m
caisson_begin <&7 7<&- >"$caisson_dir/o" 2>"$caisson_dir/e" 4>&- &
caisson_child=$!
set +m
exec 0</dev/null 7<&-
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

/**
 * The first half of the supervisor: everything up to the running command. Its variables have a prefix, since one that has
 * the name of an exported variable would reach the command.
 */
export function startOfSupervisor({ beginning, tools, pipes, copiers, running }: SupervisorParts): ShellCommand {
  return sh`${beginning}${environment}type ${tools} >/dev/null || caisson_fail tools
${directory(pipes)}${copiers}${command}${running}${leftovers}`
}
