import { sh, type ShellCommand } from '@caisson/core/driver'
import type { SentContent } from '../sent-content.js'
import { reason, common, making } from './common.js'
import { placing } from './placing.js'

const { EISDIR, EACCES, EINVAL, EIO } = reason

/** How content becomes the file that was meant. */
export interface PlaceOptions {
  readonly overwrite?: boolean | undefined
  readonly recursive?: boolean | undefined
  readonly mode?: number | undefined
  readonly expectedMtime?: Date | undefined
}

const flag = (value: boolean): number => (value ? 1 : 0)
const octal = (mode: number | undefined): string => mode?.toString(8) ?? ''

/** Removes what is temporary, however the script ends. */
const cleaning = sh`
tmp= stage=
trap '[ -z "$stage" ] || rm -rf -- "$stage"; [ -z "$tmp" ] || rm -rf -- "$tmp"' EXIT
`

/**
 * How a script gets at what was sent: `emit` prints all of it, `take OFFSET SIZE FILE` writes a part of it to a file,
 * `whole FILE SIZE` is true when no byte of the file is missing. `maker` owns what is new. What is taken is for nobody else
 * to read until its mode is set.
 *
 * Parts of the input are taken in order, by whole reads, since whatever else reads a part of a pipe may take more.
 */
function receiving({ name, sizeBytes, staged }: SentContent): ShellCommand {
  const whole = sh`
name=${name} total=${sizeBytes}
whole() { [ "$(stat -c %s -- "$1")" -ge "$2" ]; }
`
  if (!staged) {
    return sh`${whole}
maker=$(id -u):$(id -g)
emit() { cat; }
take() { if [ "$2" = 0 ]; then : > "$3"; else dd "bs=$2" count=1 iflag=fullblock "of=$3" 2>/dev/null; fi; }
`
  }
  return sh`${whole}
stage=${staged.directory} sent=${staged.file}
[ -f "$sent" ] && [ "$(stat -c %s -- "$sent")" = "$total" ] || no ${EIO}
maker=$(stat -c %u:%g -- "$sent")
emit() { cat -- "$sent"; }
take() {
  chmod -- 600 "$sent" && mv -fT -- "$sent" "$3"
}
`
}

/** `put OFFSET SIZE MODE` makes a part of what was sent the file `$p`. */
const putting = sh`
put() {
  mode=644 wanted=$3 owner=$maker
  enter
  look
  { take "$1" "$2" "$tmp" && whole "$tmp" "$2"; } || failed "$d"
  made=$(stat -c %u:%g -- "$tmp")
  fit "$tmp"
  place
  tmp=
}
`

/** Puts what was sent in place. */
export function writeScript(sent: SentContent, location: string, options: PlaceOptions): ShellCommand {
  const { overwrite = true, recursive = true, mode, expectedMtime } = options
  return sh`${common}${making}${placing}${cleaning}${receiving(sent)}${putting}
p=${location}
overwrite=${flag(overwrite)} recursive=${flag(recursive)} expected=${expectedMtime?.getTime().toString() ?? ''}
put 0 ${sent.sizeBytes} ${octal(mode)}
`
}

/** One of many files that were sent as one. */
export interface SentMember {
  readonly offsetBytes: number
  readonly sizeBytes: number
  readonly location: string
  readonly mode: number | undefined
}

/** The list of many files, as text that stands before their content: it may be longer than a command may be. */
export function placementList(members: readonly SentMember[]): ShellCommand {
  const lines = members.map(
    (
      { offsetBytes, sizeBytes, location, mode },
      index,
    ) => sh`at=${index} p=${location}; put ${offsetBytes} ${sizeBytes} ${octal(mode)}
`,
  )
  return sh`${lines}`
}

/**
 * Puts many files in place, in order; when one fails its number is printed and the later ones are not placed. Offsets
 * start behind the list.
 */
export function writeManyScript(sent: SentContent, listBytes: number): ShellCommand {
  const take = sent.staged
    ? sh`
list=$(head -c ${listBytes} -- "$sent")
take() { tail -c "+$(($1 + ${listBytes} + 1))" -- "$sent" | head -c "$2" > "$3"; }`
    : sh`
list=$(dd bs=${listBytes} count=1 iflag=fullblock 2>/dev/null)`
  return sh`${common}${making}${placing}${cleaning}${receiving(sent)}${putting}
overwrite=1 recursive=1 expected= at=0
no() { say; echo "$at"; exit $((side + $1)); }
${take}
[ "\${#list}" = ${listBytes - 1} ] || no ${EIO}
eval "$list"
`
}

/** Adds what was sent to the end of a file; what was written of it is taken back when it does not fit. */
export function appendScript(sent: SentContent, location: string): ShellCommand {
  return sh`${common}${making}${placing}${cleaning}${receiving(sent)}
p=${location}
overwrite=1 recursive=1 expected= wanted= mode=644 owner=$maker
add() {
  if [ ! -e "$p" ]; then
    { take 0 "$total" "$tmp" && whole "$tmp" "$total"; } || failed "$d"
    made=$(stat -c %u:%g -- "$tmp")
    fit "$tmp"
    ln -T -- "$tmp" "$p" 2>/dev/null && return 0
    [ -e "$p" ] || { mv -fT -- "$tmp" "$p" || failed "$d"; return 0; }
    emit() { cat -- "$tmp"; }
  fi
  [ ! -d "$p" ] || no ${EISDIR}
  [ -f "$p" ] || no ${EINVAL}
  [ -w "$p" ] || root || no ${EACCES}
  was=$(ms "$p") || exit
  size=$(stat -c %s -- "$p")
  { emit >> "$p" && whole "$p" $((size + total)); } || { (failed "$d"); code=$?; truncate -s "$size" -- "$p"; exit "$code"; }
  later "$p" "$was" || :
}
enter
alone add
`
}

/** Adds input to the end of what is staged, which has so many bytes by now; makes it when there are none. */
export function stageScript(directory: string, file: string, offsetBytes: number, countBytes: number): ShellCommand {
  return sh`${common}
s=${directory} f=${file} d=${directory}
[ ${offsetBytes} != 0 ] || mkdir -m 700 -- "$s" || failed "\${s%/*}"
[ ${offsetBytes} = 0 ] || [ "$(stat -c %s -- "$f")" = ${offsetBytes} ] || no ${EIO}
cat >> "$f" || failed "$s"
[ "$(stat -c %s -- "$f")" = ${offsetBytes + countBytes} ] || { full "$s"; no ${EIO}; }
`
}
