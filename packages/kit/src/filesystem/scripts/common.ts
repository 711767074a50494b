import { sh, type ShellCommand } from '@caisson/core/driver'
import { diskErrorCodes, type DiskErrorCode } from '../disk-error.js'

/** Exit codes from here on say why the first path of a script was refused, those from `secondPath` on the second one. */
export const firstPath = 64
export const secondPath = 96

/** What our own output begins with, since a profile of the machine may print before it. */
export const outputMarker = '\u0001caisson\u0001'

/** A code as scripts write it. */
export const reason: Readonly<Record<DiskErrorCode, ShellCommand>> = Object.fromEntries(
  diskErrorCodes.map((code, index) => [code, sh`${index}`]),
) as Record<DiskErrorCode, ShellCommand>

const { ENOENT, ENOTDIR, EACCES, EROFS, ENOSPC, ELOOP, EUNSUPPORTED, EIO } = reason

/**
 * Functions of all scripts. They take absolute paths.
 *
 * `no CODE` ends the script. `there` is true for a dangling link too. `root` is true for whoever may do everything, `allows` when the
 * bits of a directory let us write. `lost`
 * says why a path leads to nothing, `full` whether a disk is. `failed` says why a command failed in a directory, by looking
 * at what may be wrong there: never by what the command printed.
 */
export const common: ShellCommand = sh`
export LC_ALL=C
umask 077
side=${firstPath}
no() { exit $((side + $1)); }
there() { [ -e "$1" ] || [ -L "$1" ]; }
loops() { [ -L "$1" ] && [ ! -e "$1" ] && [ "$(find "$1" -maxdepth 0 -printf %Y)" = L ]; }
root() { [ "$(id -u)" = 0 ]; }
above() { up=$1; until there "$up"; do up=\${up%/*}; [ -n "$up" ] || up=/; done; }
lost() {
  above "$1"
  ! loops "$up" || no ${ELOOP}
  [ "$up" = "$1" ] || [ ! -e "$up" ] || [ -d "$up" ] || no ${ENOTDIR}
  [ ! -d "$up" ] || [ -x "$up" ] || no ${EACCES}
  no ${ENOENT}
}
allows() { [ -n "$(find "$1" -maxdepth 0 '(' -uid "$(id -u)" -perm -200 -o -perm -002 ')' -printf x)" ]; }
full() {
  free=%a; ! root || free=%f
  set -- $(stat -f -c "%b $free %c %d" -- "$1")
  [ "\${1:-0}" = 0 ] || [ "$2" -ge 16 ] || no ${ENOSPC}
  [ "\${3:-0}" = 0 ] || [ "$4" != 0 ] || no ${ENOSPC}
}
failed() {
  [ -d "$1" ] || lost "$1"
  [ -w "$1" ] || root || allows "$1" || no ${EACCES}
  [ -w "$1" ] || no ${EROFS}
  full "$1"
  root || [ ! -k "$1" ] || [ -O "$1" ] || no ${EACCES}
  find "$1" -maxdepth 0 -printf '' 2>/dev/null || no ${EUNSUPPORTED}
  no ${EIO}
}
say() { printf '\\001caisson\\001'; }
`

/**
 * `make DIRECTORY OWNER` makes a directory and its parents and gives them to the owner. `own PATH OWNER` changes the owner
 * where the system allows.
 */
export const making: ShellCommand = sh`
own() { chown -h -- "$2" "$1" 2>/dev/null || :; }
make() {
  [ ! -d "$1" ] || return 0
  ! loops "$1" || no ${ELOOP}
  [ ! -e "$1" ] || no ${ENOTDIR}
  ! [ -L "$1" ] || no ${ENOENT}
  set -- "$1" "$2" "\${1%/*}"
  make "\${3:-/}" "$2"
  if mkdir -m 755 -- "$1" 2>/dev/null; then own "$1" "$2"; else [ -d "$1" ] || failed "\${3:-/}"; fi
}
`
