import { sh } from '@caisson/core/driver'
import { readShellWord } from '../../shell/read-shell-word.js'
import { attachedSupervisor } from './attached-supervisor.js'
import { scriptBeginning } from './script-parts.js'

/** What is sent for one command. */
export interface RelayedCommand {
  /** Cannot be guessed: nothing that a command prints is taken for our own marks. */
  readonly id: string
  /** Shell text, or a file in the machine that holds it. */
  readonly command: string | { readonly file: string }
  /** Names of variables whose values must survive the login profile. */
  readonly names: readonly string[]
  /** Ids of commands whose directories are no longer needed. */
  readonly forgotten: readonly string[]
}

/** Begins every text, so that the command can be read back from a list of processes. */
const beginning = 'set +aCefuvx; caisson_command='

/** A name that a login profile can have changed, but for the one that would change the supervisor's own reading. */
const restorable = /^(?!IFS$)[A-Za-z_][A-Za-z0-9_]*$/

/** The supervisor with a command, as shell text for the vendor. */
export function relayText({ id, command, names, forgotten }: RelayedCommand): string {
  const [text, file] = typeof command === 'string' ? [command, ''] : ['', command.file]
  return sh`set +aCefuvx; caisson_command=${text}
caisson_file=${file}
caisson_id=${id}
caisson_names=${names.filter((name) => restorable.test(name)).join('/')}
caisson_ended=${forgotten.join(' ')}
${attachedSupervisor}`.text
}

/** The user's command in a text that `relayText` made; `undefined` when it is none, or its command came by file. */
export function commandOfRelayText(text: string): string | undefined {
  if (!text.startsWith(beginning)) return undefined
  const command = readShellWord(text.slice(beginning.length))?.word
  return command === '' ? undefined : command
}

/** Whether a text in the vendor's list of processes is one of our own scripts and none of the user's commands. */
export function isRelayScript(text: string): boolean {
  return text.startsWith(scriptBeginning)
}
