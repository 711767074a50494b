import { sh, type ShellCommand } from '@caisson/core/driver'

/** What a command has in its environment, so that it can be found again: nothing in the private network can end it. */
export const processVariable = 'CAISSON_PROCESS'

/** What the script exits with when it found nothing. */
export const nothingFound = 3

/**
 * Signals every process of a command: whoever has its mark in the environment, with its group where it leads one. What is
 * about to be started while others are killed is found in a further round.
 */
export function signalScript(mark: string, signal: 'TERM' | 'KILL'): ShellCommand {
  const rounds = signal === 'KILL' ? '1 2 3' : '1'
  return sh`caisson_mark=${mark} caisson_signal=${signal} caisson_found=
for caisson_round in ${rounds.split(' ')}; do
  caisson_files=$(grep -lF -- "$caisson_mark" /proc/[0-9]*/environ 2>/dev/null)
  [ -n "$caisson_files" ] || break
  for caisson_file in $caisson_files; do
    caisson_dir=\${caisson_file%/environ}
    read -r caisson_stat 2>/dev/null <"$caisson_dir/stat" || continue
    set -- \${caisson_stat##*) }
    [ "$1" != Z ] || continue
    caisson_found=1
    case $3 in
      \${caisson_dir#/proc/}) kill -s "$caisson_signal" -- "-$3" ;;
      *) kill -s "$caisson_signal" "\${caisson_dir#/proc/}" ;;
    esac 2>/dev/null
  done
done
[ -n "$caisson_found" ] || exit 3`
}
