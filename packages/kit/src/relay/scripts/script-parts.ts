import { sh, type ShellCommand } from '@caisson/core/driver'

/** First byte of every mark: rare in output, so that little is ever held back to see whether a mark begins. */
export const markByte = 0x1f

/**
 * Where the directories of commands are, one per user of the machine. What stands there must be ours, or somebody else
 * could read along. A command that is about to start may be the first one, and make it only then. A shell that does not
 * know its user reads who that is, which costs no process.
 */
const baseDirectory: ShellCommand = sh`
find_base() {
user=\${EUID-}
[ -n "$user" ] || while read -r field skip user skip && [ "$field" != Uid: ]; do :; done </proc/self/status
base=/tmp/.caisson-$user
{ [ -d "$base" ] && [ ! -L "$base" ] && [ -O "$base" ]; } || base=/nonexistent
}
find_base
`

/**
 * Beginning of the scripts that look after a command from outside. The first words tell them from commands in the
 * vendor's list; what a login profile changed or printed must not matter.
 */
export const scriptPrologue: ShellCommand = sh`
: caisson-relay-script
set +aCefuvx
unset IFS
exec 2>/dev/null
PATH=/usr/bin:/bin:$PATH
${baseDirectory}
`

/** How the texts of those scripts begin. */
export const scriptBeginning: string = '\n: caisson-relay-script\n'

/**
 * `about` reads what the supervisor noted of the command in `$directory`; `alive` tells whether the supervisor still runs,
 * by its time of start as well, since a number may be given to a new process.
 */
export const readRecord: ShellCommand = sh`
about() {
supervisor=\${directory##*/}
id=\${supervisor#*.}
supervisor=\${supervisor%%.*}
child= copy_out= copy_err= since= boot= complete=
read -r child copy_out copy_err since noted boot complete <"$directory/info"
[ "$complete" = end ]
}
alive() {
[ -d "/proc/$supervisor" ] || return 1
[ "$complete" = end ] || return 0
read -r stat <"/proc/$supervisor/stat" && set -- \${stat##*) } && [ "\${20}" = "$since" ] || return 1
read -r booted </proc/sys/kernel/random/boot_id || return 0
[ "$boot" = "$booted" ]
}
ended() {
status= signal= complete_exit=
read -r status signal at complete_exit <"$directory/exit"
[ "$complete_exit" = end ]
}
`

/**
 * Finds the directory of the command `$id`, or sees what carries its tag. A supervisor that is about to start its command,
 * seen by its files or only among the processes, is waited for.
 */
export const awaitCommand: ShellCommand = sh`
tries=0
directory=
while :; do
find_base
for directory in "$base"/*."$id"; do :; done
if [ -d "$directory" ]; then
about && break
alive || break
else
grep -qsF -e "$id;" /proc/[0-9]*/environ && break
grep -qse "caisson[_]id=$id" /proc/[0-9]*/cmdline || break
fi
[ "$tries" -lt 100 ] || break
tries=$((tries + 1))
sleep 0.05
done
`

/**
 * Removes the directories of commands a second later, beside everything else: another client may be about to read how one
 * of them ended.
 */
export function forget(ids: readonly string[]): ShellCommand {
  if (ids.length === 0) return sh``
  return sh`{ sleep 1; for old in ${ids}; do rm -rf "$base"/*."$old"; done; } </dev/null >/dev/null &`
}
