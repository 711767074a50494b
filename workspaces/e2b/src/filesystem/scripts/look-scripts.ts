import { sh, type ShellCommand } from '@caisson/core/driver'
import { common, reason } from './common.js'

const { EEXIST, EISDIR, ENOTDIR, EACCES, EINVAL } = reason

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
[ -e "$p" ] || lost "$p"
[ ! -d "$p" ] || no ${EISDIR}
[ -f "$p" ] || no ${EINVAL}`,
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

/** Says why a call of the vendor's file API failed; ends well when there is no reason to be seen. */
export function diagnoseScript(location: string, wanted: WantedEntry): ShellCommand {
  return sh`${common}
p=${location}
${wants[wanted]}
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
say
find "\${p%/}/" -mindepth 1 ${depth} ${visible} -printf '%y\\0%Y\\0%s\\0%l\\0%P\\0' 2>/dev/null
exit 0
`
}

/** Prints a piece of a file in base64, after a line that tells one file from another that took its name. */
export function pieceScript(location: string, startBytes: number, countBytes: number): ShellCommand {
  return sh`${common}
p=${location}
[ -e "$p" ] || lost "$p"
[ ! -d "$p" ] || no ${EISDIR}
[ -f "$p" ] || no ${EINVAL}
say
stat -Lc %d:%i -- "$p"
tail -c +${startBytes + 1} -- "$p" | head -c ${countBytes} | base64 -w 0
`
}

/** Sets permission bits; of a link those of what it leads to. */
export function modeScript(location: string, mode: number): ShellCommand {
  return sh`${common}
p=${location} d=\${p%/*}
[ -e "$p" ] || lost "$p"
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
