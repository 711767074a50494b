import { sh, type ShellCommand } from '@caisson/core/driver'

/**
 * A script as a command on one line, which is all that a step of some builders can be. `asRoot`: by root, else by a `sudo` that asks for no
 * password, else it fails. Its exit code is the script's.
 */
export function scriptAsCommand(script: ShellCommand, { asRoot }: { readonly asRoot: boolean }): ShellCommand {
  const escaped = script.text.trim().replaceAll('\\', '\\\\').replaceAll('\n', '\\n')
  const kept = sh`caisson_script=$(printf %b ${escaped})`
  if (!asRoot) return sh`${kept}; sh -c "$caisson_script"`
  const refusal = 'caisson: this needs root, or a sudo that asks for no password'
  return sh`${kept}; if [ "$(id -u)" = 0 ]; then sh -c "$caisson_script"; elif sudo -n true 2>/dev/null; then sudo -n sh -c "$caisson_script"; else echo ${refusal} >&2; exit 1; fi`
}
