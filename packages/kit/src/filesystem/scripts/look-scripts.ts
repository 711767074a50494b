import { sh, type ShellCommand } from '@caisson/core/driver'
import { common, reason } from './common.js'

const { ENOENT, EEXIST, EISDIR, ENOTDIR, EACCES, EINVAL, EUNSUPPORTED } = reason

/** What a path should have been for the call that failed. */
export type WantedEntry = 'file' | 'uploaded file' | 'directory' | 'new directory' | 'anything'

const wants = {
  anything: sh`[ -e "$p" ] || lost "$p"`,
  file: sh`
[ -e "$p" ] || lost "$p"
[ ! -d "$p" ] || no ${EISDIR}
[ -f "$p" ] || no ${EINVAL}
[ -r "$p" ] || no ${EACCES}`,
  // That it is missing explains nothing: it was to be made.
  'uploaded file': sh`
[ -e "$p" ] || (lost "$p"); code=$?
[ "$code" = 0 ] || [ "$code" = $((side + ${ENOENT})) ] || exit "$code"
[ ! -d "$p" ] || no ${EISDIR}
[ ! -e "$p" ] || [ -f "$p" ] || no ${EINVAL}`,
  directory: sh`
[ -e "$p" ] || lost "$p"
[ -d "$p" ] || no ${ENOTDIR}`,
  'new directory': sh`
[ -d "$p" ] && exit 0
there "$p" && no ${EEXIST}
above "$p"
[ -d "$up" ] || lost "$p"
[ -w "$up" ] || failed "$up"`,
} satisfies Record<WantedEntry, ShellCommand>

/**
 * Says why a call of the vendor's file API failed, and whether the disk is full where uploads are kept; ends well when
 * there is no reason to be seen.
 */
export function diagnoseScript(location: string, wanted: WantedEntry, staging?: string): ShellCommand {
  const room = staging === undefined ? sh`` : sh`full ${staging}`
  return sh`${common}
p=${location}
${wants[wanted]}
${room}
exit 0
`
}

/** What is listed. */
export interface ListScriptOptions {
  readonly maxDepth: number
  readonly includeHidden: boolean
}

/**
 * Lists a directory with one record per entry: type, type of what a link leads to, size, text of a link and name, each
 * ended by a NUL byte. The vendor's own list leaves out links that lead to nothing, and shows no link's text.
 */
export function listScript(location: string, { maxDepth, includeHidden }: ListScriptOptions): ShellCommand {
  const depth = Number.isFinite(maxDepth) ? sh`-maxdepth ${maxDepth}` : sh``
  const visible = includeHidden ? sh`` : sh`-name '.*' -prune -o`
  return sh`${common}
p=${location}
[ -e "$p" ] || lost "$p"
[ -d "$p" ] || no ${ENOTDIR}
[ -r "$p" ] && [ -x "$p" ] || root || no ${EACCES}
say
find "\${p%/}/" -mindepth 1 ${depth} ${visible} -printf '%y\\0%Y\\0%s\\0%l\\0%P\\0' 2>/dev/null && exit 0
find / -maxdepth 0 -printf '' 2>/dev/null || no ${EUNSUPPORTED}
exit 0
`
}

/** Prints raw mode, size and time of what a path leads to. */
export function statScript(location: string): ShellCommand {
  return sh`${common}
p=${location}
[ -e "$p" ] || lost "$p"
s=$(stat -L -c '%f %s %.9Y' -- "$p") || lost "$p"
case $s in *.*) ;; *) no ${EUNSUPPORTED} ;; esac
say
echo "$s"
`
}

/**
 * Prints the directory that commands start in and a directory for uploads, each ended by a NUL byte. The latter is one for
 * all hosts that use the machine as this user; a name that somebody else took first is not used. What was left there a day
 * ago, by a host that ended in the middle of an upload, is removed.
 */
export function placesScript(): ShellCommand {
  return sh`${common}
me=$(id -u) s=/tmp/.caisson-files-$(id -u)
mkdir -m 700 -- "$s" 2>/dev/null
[ ! -L "$s" ] && [ "$(stat -c %u:%a -- "$s" 2>/dev/null)" = "$me:700" ] ||
  s=$(mktemp -d /tmp/.caisson-XXXXXXXXXXXX 2>/dev/null) || s=$(mktemp -d "\${HOME:-/}/.caisson-XXXXXXXXXXXX") || failed /tmp
find "$s" -mindepth 1 -maxdepth 1 -mmin +1440 -exec rm -rf -- '{}' + 2>/dev/null
say
printf '%s\\0%s\\0' "$(pwd)" "$s"
`
}

/**
 * Prints a piece of a file in base64, after a line that tells one file from another that took its name and one with its
 * size. A full stop ends it. The file is opened once: another one may take its name at any moment.
 */
export function pieceScript(location: string, startBytes: number, countBytes: number): ShellCommand {
  return sh`${common}
p=${location}
[ -e "$p" ] || lost "$p"
[ ! -d "$p" ] || no ${EISDIR}
[ -f "$p" ] || no ${EINVAL}
[ -r "$p" ] || no ${EACCES}
{
say
stat -Lc '%d:%i
%s' /dev/fd/3
tail -c +${startBytes + 1} <&3 | head -c ${countBytes} | base64 -w 0
printf '\\n.'
} 3<"$p" || lost "$p"
`
}

/** Sets permission bits; of a link those of what it leads to. */
export function modeScript(location: string, mode: number): ShellCommand {
  return sh`${common}
p=${location} d=\${p%/*}
[ -e "$p" ] || lost "$p"
root || [ -O "$p" ] || no ${EACCES}
chmod -- ${mode.toString(8)} "$p" || failed "\${d:-/}"
`
}

/** Prints a path with all links resolved. */
export function realPathScript(location: string): ShellCommand {
  return sh`${common}
p=${location}
[ -e "$p" ] || lost "$p"
say
readlink -fn -- "$p"
`
}
