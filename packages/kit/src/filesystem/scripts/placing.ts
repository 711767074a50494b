import { sh, type ShellCommand } from '@caisson/core/driver'
import { reason } from './common.js'

const { ENOENT, EEXIST, EISDIR, EINVAL, ESTALE, EUNSUPPORTED, ELOOP } = reason

/**
 * Putting a finished temporary file where it belongs.
 *
 * Input: `p` the path, `overwrite`, `recursive` 1 or 0, `wanted` the mode that was asked for or nothing, `expected` the
 * modification time in milliseconds or nothing, `owner`, `mode`. `enter` follows a link, makes the parents and finds `d`,
 * the directory; `look` takes over mode and owner of the file that is there; `fit FILE` gives them to a file that
 * belongs to `made`; `place` makes `$tmp` the file in one step.
 *
 * `alone STEP` does one step at a time in each directory (`flock`), where that may be read, so that the look at the time
 * and the step belong together, and the new time is at least a millisecond later than the old one, since callers compare
 * milliseconds.
 */
export const placing: ShellCommand = sh`
ms() { t=$(stat -c %.9Y -- "$1"); case $t in *.*) ;; *) no ${EUNSUPPORTED} ;; esac; f=\${t#*.}; echo "\${t%.*}\${f%??????}"; }
enter() {
  if [ "$overwrite" = 1 ] && [ -L "$p" ]; then
    ! loops "$p" || no ${ELOOP}
    r=$(readlink -mn -- "$p" && printf x) || no ${EUNSUPPORTED}
    p=\${r%x}
  fi
  d=\${p%/*}; d=\${d:-/}
  if [ "$recursive" = 1 ]; then make "$d" "$owner"; else [ -d "$d" ] || lost "$p"; fi
  tmp=$d/$name
}
look() {
  there "$p" || return 0
  [ ! -d "$p" ] || no ${EISDIR}
  [ "$overwrite" = 1 ] || no ${EEXIST}
  [ -f "$p" ] || no ${EINVAL}
  owner=$(stat -c %u:%g -- "$p")
  mode=$(printf %o $((0$(stat -c %a -- "$p") & 0777)))
}
fit() {
  [ "$owner" = "$made" ] || own "$1" "$owner"
  chmod -- "\${wanted:-$mode}" "$1" || [ -z "$wanted" ] || failed "$d"
}
later() {
  touch -c -- "$1"
  new=$(ms "$1") || exit
  [ "$new" -gt "$2" ] || [ "$new" -lt $(($2 - 2000)) ] || set -- "$1" $(($2 + 1)) now
  [ -z "\${3-}" ] || touch -c -d "@$(($2 / 1000)).$(printf %03d $(($2 % 1000)))" -- "$1"
}
put_new() {
  there "$p" && no ${EEXIST}
  ln -T -P -- "$tmp" "$p" 2>/dev/null && { rm -f -- "$tmp"; return 0; }
  there "$p" && no ${EEXIST}
  (set -C; : > "$p") 2>/dev/null || { there "$p" && no ${EEXIST}; failed "$d"; }
  mv -fT -- "$tmp" "$p" || failed "$d"
}
settle() {
  if [ -f "$p" ]; then
    was=$(ms "$p") || exit
    [ -z "$expected" ] || [ "$was" = "$expected" ] || { say; echo "$was"; no ${ESTALE}; }
    later "$tmp" "$was"
  fi
  if [ "$overwrite" = 1 ]; then
    [ ! -d "$p" ] || no ${EISDIR}
    mv -fT -- "$tmp" "$p" || failed "$d"
  else
    put_new
  fi
}
alone() {
  if [ -r "$d" ]; then { flock 9 2>/dev/null; "$1"; } 9< "$d" || no ${ENOENT}; else "$1"; fi
}
place() { alone settle; }
`
