import { sh, type ShellCommand } from '@caisson/core/driver'
import { detachedSupervisor } from './detached-supervisor.js'
import { lookAt, type LookRequest } from './follow-script.js'
import { readRecord, scriptPrologue } from './script-parts.js'

/** A command that is to be started by itself. */
export interface CommandStart {
  /** Cannot be guessed: nothing that a command prints is taken for our own marks. */
  readonly id: string
  /** Shell text, or how many bytes of it the script finds on its input, or the file that it was brought to before. */
  readonly command: string | { readonly inputBytes: number } | { readonly file: string }
  readonly cwd?: string | undefined
  /** Names that the command must not have in its environment. */
  readonly unset: readonly string[]
  /** The command will be given input. */
  readonly hasInput: boolean
  /** How far it may get before anybody has taken anything. */
  readonly allowedBytes: number
  /** Ids of commands whose directories are no longer needed. */
  readonly forgotten: readonly string[]
}

/**
 * The supervisor leaves whoever starts it: a session of its own, another parent, no descriptors but its one line to this
 * script, which waits until the supervisor has let go of that. A plain background job would have interrupts ignored for
 * ever; it is the last way, where neither `setsid` can fork nor there is a bash.
 */
const launching: ShellCommand = sh`
caisson_answer=$(exec setsid -f "$@" </dev/null 3>&- 4>&- 5>&- 6>&- 7>&- 8>&- 9>&-)
if [ $? -ne 0 ]; then
if [ "$caisson_shell" = bash ]; then
caisson_answer=$(exec bash -c 'set -m; setsid "$@" &' caisson "$@" </dev/null 3>&- 4>&- 5>&- 6>&- 7>&- 8>&- 9>&-)
else
caisson_answer=$(setsid "$@" </dev/null 3>&- 4>&- 5>&- 6>&- 7>&- 8>&- 9>&- &)
fi
fi
case $caisson_answer in
*"$caisson_id ready "*) ;;
*"$caisson_id fail "*) refuse "\${caisson_answer##*"$caisson_id fail "}" ;;
*) refuse silent ;;
esac
`

/**
 * Starts a command under a supervisor that nothing of the vendor's holds, and looks at it. What is printed is that of a
 * look, or `f` and why the command was not started. Until the supervisor runs no variable has a name that may be one of
 * the command's environment.
 */
export function startScript(start: CommandStart, look: LookRequest): ShellCommand {
  const { id, command, cwd, unset, hasInput, allowedBytes, forgotten } = start
  const text = typeof command === 'string' ? command : ''
  return sh`
: caisson-relay-script
set +aCefuvx
exec 2>/dev/null
printf '\\037%s begin\\n' ${look.mark}
refuse() { echo "f$1"; exit 0; }
caisson_id=${id}
caisson_path=$PATH
PATH=/usr/bin:/bin:$PATH
type setsid env base64 sed dd >/dev/null || refuse tools
${fileOf(id, command)}
${cwd === undefined ? sh`` : enter(cwd)}if type bash >/dev/null; then caisson_shell=bash; else caisson_shell=sh; fi
set -- "$caisson_shell" -c ${detachedSupervisor.text} "caisson_id=$caisson_id" ${text} "$caisson_file" ${forgotten.join(' ')} ${hasInput ? '1' : ''} ${allowedBytes} "$caisson_path"
${unset.length > 0 ? sh`set -- env ${unset.flatMap((name) => ['-u', name])} "$@"` : sh``}
${launching}${scriptPrologue}${readRecord}
directory=$base/\${caisson_answer##*"$caisson_id ready "}.$caisson_id
about
${lookAt(look)}`
}

/** Where a command stands that is too long for a text. The supervisor takes it into its directory. */
export function commandFile(id: string): string {
  return `/tmp/.caisson-command-${id}`
}

function fileOf(id: string, command: CommandStart['command']): ShellCommand {
  if (typeof command === 'string') return sh`caisson_file=`
  if ('file' in command) return sh`caisson_file=${command.file}`
  return sh`caisson_file=${commandFile(id)}
(umask 077; exec head -c ${command.inputBytes} >"$caisson_file") || refuse space`
}

/** Brings the next piece of a command, which is the script's input, to its file. */
export function bringScript(file: string): ShellCommand {
  return sh`umask 077; cat >>${file} && exit 0; rm -f ${file}; exit 1`
}

/** A name that is no option and nothing that `cd` looks up elsewhere. */
function enter(cwd: string): ShellCommand {
  return sh`cd ${cwd.startsWith('/') ? cwd : `./${cwd}`} >/dev/null || refuse cwd
unset OLDPWD
`
}
