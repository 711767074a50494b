import { sh, type ShellCommand } from '@caisson/core/driver'

/** Makes a directory that nobody else can enter, or fails. */
export const ownDirectory: ShellCommand = sh`
own_directory() {
[ -d "$1" ] || mkdir -p -m 700 -- "$1" 2>/dev/null
[ -d "$1" ] && [ ! -L "$1" ] && [ -O "$1" ] && chmod 700 -- "$1"
}
`
