import { sh, type ShellCommand } from '@caisson/core/driver'
import { common, making, reason, secondPath } from './common.js'
import { placing } from './placing.js'

const { EEXIST, EISDIR, ENOTDIR, ENOTEMPTY, EACCES, EINVAL, EUNSUPPORTED } = reason

const flag = (value: boolean): number => (value ? 1 : 0)

/** Makes a directory; when recursive its parents too, and one that is there is accepted. */
export function makeDirectoryScript(location: string, recursive: boolean): ShellCommand {
  return sh`${common}${making}
p=${location} d=\${p%/*}; d=\${d:-/}
recursive=${flag(recursive)}
[ "$recursive" = 0 ] || [ ! -d "$p" ] || exit 0
there "$p" && no ${EEXIST}
[ "$recursive" = 1 ] || [ -d "$d" ] || lost "$p"
make "$p" "$(id -u):$(id -g)"
`
}

/** What may be deleted. */
interface DeleteOptions {
  /** `file`: anything, directories only when recursive. `directory`: only directories. */
  readonly expect: 'file' | 'directory'
  readonly recursive: boolean
  readonly force: boolean
}

/** Deletes a name; of a link the link. What other disks are mounted below a directory is left alone. */
export function deleteScript(location: string, { expect, recursive, force }: DeleteOptions): ShellCommand {
  return sh`${common}
p=${location} d=\${p%/*}; d=\${d:-/}
expect=${expect} recursive=${flag(recursive)} force=${flag(force)}
if ! there "$p"; then
  [ "$force" = 1 ] || lost "$p"
elif [ ! -d "$p" ] || [ -L "$p" ]; then
  [ "$expect" = file ] || no ${ENOTDIR}
  rm -f -- "$p" || failed "$d"
elif [ "$recursive" = 1 ]; then
  rm -rf --one-file-system -- "$p" || failed "$d"
else
  [ "$expect" = directory ] || no ${EISDIR}
  rmdir -- "$p" || { [ -n "$(find "$p" -mindepth 1 -maxdepth 1 -print -quit)" ] && no ${ENOTEMPTY}; failed "$d"; }
fi
`
}

/**
 * Removes a directory of ours with all that is in it, and soon once more: whoever receives an upload may notice that it was
 * cut after this script has run, and make the directory only then.
 */
export function removeScript(location: string): ShellCommand {
  return sh`${common}
s=${location}
rm -rf -- "$s"
(sleep 2; rm -rf -- "$s") < /dev/null > /dev/null 2>&1 &
`
}

/** How something is copied or moved. */
interface TransferOptions {
  readonly overwrite: boolean
  readonly recursive: boolean
  /** Name of what is temporary beside the destination. */
  readonly temporaryName: string
}

/** `inside` is true when the destination lies in the directory that is the source. `heir` finds whom new things belong to. */
const transferring = sh`
inside() {
  a=$(readlink -fn -- "$from" && printf x); a=\${a%x}
  b=$(readlink -mn -- "$p" && printf x) || no ${EUNSUPPORTED}
  b=\${b%x}
  [ "$a" != / ] || return 0
  case $b/ in "$a"/*) return 0 ;; esac
  return 1
}
heir() {
  above "$p"
  [ "$up" != "$p" ] || { up=\${up%/*}; up=\${up:-/}; }
  owner=$(stat -Lc %u:%g -- "$up")
  case $owner in 0:*) owner=$(stat -Lc %u:%g -- "$from") ;; esac
}
put_directory() {
  if [ "$overwrite" = 0 ]; then
    mkdir -- "$p" 2>/dev/null || { there "$p" && no ${EEXIST}; failed "$d"; }
    mv -fT -- "$1" "$p" || { rmdir -- "$p"; failed "$d"; }
  else
    mv -fT -- "$1" "$p" || { [ -d "$p" ] && [ -d "$1" ] && no ${ENOTEMPTY}; failed "$d"; }
  fi
}
`

/** `merge FROM INTO` moves what one directory holds into another one, file by file. */
const merging = sh`
merge() {
  for e in "$1"/* "$1"/.[!.]* "$1"/..?*; do
    there "$e" || continue
    t=$2/\${e##*/}
    if [ -d "$e" ] && [ ! -L "$e" ]; then
      if [ -d "$t" ]; then merge "$e" "$t"; continue; fi
      ! there "$t" || no ${ENOTDIR}
    else
      [ ! -d "$t" ] || [ -L "$t" ] || no ${EISDIR}
    fi
    mv -fT -- "$e" "$t" || failed "$2"
  done
}
`

/**
 * Copies a file, or a directory when recursive: beside the destination first, so that no half of it is ever seen. A link
 * given as source is followed, links inside a directory stay links. A copy belongs to the owner of the directory it comes
 * into; where that is root, to the owner of the source.
 */
export function copyScript(source: string, destination: string, options: TransferOptions): ShellCommand {
  return sh`${common}${making}${placing}${transferring}${merging}
from=${source} p=${destination} name=${options.temporaryName} expected= recursive=1
overwrite=${flag(options.overwrite)} deep=${flag(options.recursive)} tmp=
trap '[ -z "$tmp" ] || rm -rf -- "$tmp"' EXIT
[ -e "$from" ] || lost "$from"
if [ -d "$from" ]; then [ "$deep" = 1 ] || no ${EISDIR}; else [ -f "$from" ] || no ${EINVAL}; fi
[ -r "$from" ] || no ${EACCES}
side=${secondPath}
[ ! -d "$from" ] || ! inside || no ${EINVAL}
heir
enter
same=$(printf %o $((0$(stat -Lc %a -- "$from") & 0777))) wanted=
if [ ! -d "$from" ]; then
  look
  mode=$same
  cp -T -- "$from" "$tmp" || failed "$d"
  made=
  fit "$tmp"
  place
else
  if there "$p"; then [ "$overwrite" = 1 ] || no ${EEXIST}; [ -d "$p" ] || no ${ENOTDIR}; fi
  mkdir -m 700 -- "$tmp" || failed "$d"
  (umask 000; cp -RP -- "$from/." "$tmp/") || failed "$d"
  chown -hR -- "$owner" "$tmp" 2>/dev/null || :
  if [ -d "$p" ]; then merge "$tmp" "$p"; else chmod -- "$same" "$tmp"; put_directory "$tmp"; fi
fi
`
}

/** Moves a name; of a link the link. In one step on one disk. */
export function moveScript(source: string, destination: string, options: TransferOptions): ShellCommand {
  return sh`${common}${making}${placing}${transferring}
from=${source} p=${destination} name=${options.temporaryName} expected= recursive=1
overwrite=${flag(options.overwrite)} deep=${flag(options.recursive)}
there "$from" || lost "$from"
directory=0; [ ! -d "$from" ] || [ -L "$from" ] || directory=1
[ "$directory" = 0 ] || [ "$deep" = 1 ] || no ${EISDIR}
[ -w "\${from%/*}/" ] || failed "\${from%/*}/"
side=${secondPath}
d=\${p%/*}; d=\${d:-/}
if [ "$(stat -Lc %d:%i -- "\${from%/*}/")/\${from##*/}" = "$(stat -Lc %d:%i -- "$d" 2>/dev/null)/\${p##*/}" ]; then
  [ "$overwrite" = 1 ] || no ${EEXIST}
  exit 0
fi
[ "$directory" = 0 ] || ! inside || no ${EINVAL}
make "$d" "$(stat -c %u:%g -- "$from")"
if there "$p"; then
  [ "$overwrite" = 1 ] || no ${EEXIST}
  if [ "$directory" = 1 ]; then
    [ -d "$p" ] && [ ! -L "$p" ] || no ${ENOTDIR}
  else
    [ ! -d "$p" ] || [ -L "$p" ] || no ${EISDIR}
    [ "$(stat -c %d:%i -- "$from")" != "$(stat -c %d:%i -- "$p")" ] || { rm -f -- "$from" || failed "\${from%/*}/"; exit 0; }
  fi
fi
tmp=$from
if [ "$directory" = 1 ]; then put_directory "$from"
elif [ "$overwrite" = 1 ]; then mv -fT -- "$from" "$p" || failed "$d"
else put_new; fi
`
}
