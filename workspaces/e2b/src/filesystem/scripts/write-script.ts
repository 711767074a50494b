import { sh, type ShellCommand } from '@caisson/core/driver'
import { reason, common, making } from './common.js'
import { placing } from './placing.js'

const { EISDIR, EINVAL, EIO } = reason

/** How an uploaded file becomes the file that was meant. */
export interface PlaceOptions {
  readonly overwrite?: boolean | undefined
  readonly recursive?: boolean | undefined
  readonly mode?: number | undefined
  readonly expectedMtime?: Date | undefined
}

/** What was uploaded: a file in a directory of its own, which goes when the script ends. */
export interface StagedFile {
  readonly directory: string
  readonly file: string
  /** Name of a temporary file beside the target. */
  readonly temporaryName: string
}

const flag = (value: boolean): number => (value ? 1 : 0)
const octal = (mode: number | undefined): string => mode?.toString(8) ?? ''

/** Removes what is temporary, however the script ends. */
const cleaning = sh`
tmp=
trap 'rm -rf -- "$stage"; [ -z "$tmp" ] || rm -rf -- "$tmp"' EXIT
`

/** `put STAGED MODE` makes a staged file the file `$p`. */
const putting = sh`
put() {
  [ -f "$1" ] || no ${EIO}
  made=$(stat -c %u:%g -- "$1") mode=644 wanted=$2
  owner=$made
  enter
  look
  fit "$1"
  mv -fT -- "$1" "$tmp" || failed "$d"
  place
  tmp=
}
`

/** Puts one staged file in place. */
export function writeScript(staged: StagedFile, location: string, options: PlaceOptions): ShellCommand {
  const { overwrite = true, recursive = true, mode, expectedMtime } = options
  return sh`${common}${making}${placing}${cleaning}${putting}
stage=${staged.directory} name=${staged.temporaryName} p=${location}
overwrite=${flag(overwrite)} recursive=${flag(recursive)} expected=${expectedMtime?.getTime().toString() ?? ''}
put ${staged.file} ${octal(mode)}
`
}

/** One of many staged files. */
export interface StagedMember {
  readonly file: string
  readonly location: string
  readonly mode: number | undefined
}

/**
 * The list of many files, as text that `writeManyScript` reads from the staging directory: it may be longer than a
 * command may be.
 */
export function placementList(members: readonly StagedMember[]): ShellCommand {
  const lines = members.map(
    ({ file, location, mode }, index) => sh`at=${index} p=${location}; put ${file} ${octal(mode)}
`,
  )
  return sh`${lines}`
}

/** Puts many staged files in place, in order; when one fails its number is printed and the later ones are not placed. */
export function writeManyScript(directory: string, list: string, temporaryName: string): ShellCommand {
  return sh`${common}${making}${placing}${cleaning}${putting}
stage=${directory} name=${temporaryName} overwrite=1 recursive=1 expected= at=0
no() { say; echo "$at"; exit $((side + $1)); }
. ${list}
`
}

/** Adds a staged file to the end of another; what was written of it is taken back when it does not fit. */
export function appendScript(staged: StagedFile, location: string): ShellCommand {
  return sh`${common}${making}${placing}${cleaning}
stage=${staged.directory} name=${staged.temporaryName} p=${location} s=${staged.file}
overwrite=1 recursive=1 expected= wanted= mode=644
add() {
  if [ ! -e "$p" ]; then
    fit "$s"
    mv -fT -- "$s" "$tmp" || failed "$d"
    s=$tmp
    ln -T -- "$tmp" "$p" 2>/dev/null && return 0
    [ -e "$p" ] || { mv -fT -- "$tmp" "$p" || failed "$d"; return 0; }
  fi
  [ ! -d "$p" ] || no ${EISDIR}
  [ -f "$p" ] || no ${EINVAL}
  was=$(ms "$p")
  size=$(stat -c %s -- "$p")
  cat -- "$s" >> "$p" || { (failed "$d"); code=$?; truncate -s "$size" -- "$p"; exit "$code"; }
  later "$p" "$was"
}
[ -f "$s" ] || no ${EIO}
made=$(stat -c %u:%g -- "$s")
owner=$made
enter
{ flock 9 2>/dev/null; add; } 9< "$d"
`
}
