import { create } from '@bufbuild/protobuf'
import type { MessageInitShape } from '@bufbuild/protobuf'
import { EnvdError } from '../envd-error.js'
import { ProcessEventSchema } from '../protocol/process-event.js'
import type { ProcessEvent } from '../protocol/process-event.js'
import type {
  ProcessConfig,
  ProcessInfoSchema,
  ProcessInput,
  ProcessSelector,
  Terminal,
} from '../protocol/process-messages.js'
import type { ProcessOutput } from './process-output.js'
import { endFields } from './process-output.js'
import type { ProcessName } from './process-table.js'
import type { ProcessDescription, RunningProcess } from './running-process.js'
import type { TerminalSize } from './terminal-backend.js'

const defaultSize: TerminalSize = { cols: 80, rows: 24 }

export function nameOf(selector: ProcessSelector | undefined): ProcessName {
  const chosen = selector?.selector
  if (chosen?.case === 'pid') return { pid: chosen.value }
  if (chosen?.case === 'tag') return { tag: chosen.value }
  throw new EnvdError('invalidArgument', 'the process is not named: give its pid or its tag')
}

export function describeRequest(config: ProcessConfig | undefined, tag: string | undefined): ProcessDescription {
  if (config === undefined || config.cmd === '') throw new EnvdError('invalidArgument', 'the command is missing')
  const { cmd, args, envs, cwd } = config
  return { cmd, args, envs, cwd, tag }
}

export function describeProcess({ description, pid }: RunningProcess): MessageInitShape<typeof ProcessInfoSchema> {
  const { cmd, args, envs, cwd, tag } = description
  const config = { cmd, args: [...args], envs: { ...envs }, ...(cwd === undefined ? {} : { cwd }) }
  return { config, pid, ...(tag === undefined ? {} : { tag }) }
}

export function sizeOf(terminal: Terminal): TerminalSize {
  const { cols = 0, rows = 0 } = terminal.size ?? {}
  return cols === 0 && rows === 0 ? defaultSize : { cols, rows }
}

/** Gives input to a process; which field it came in must fit how the process was started. */
export async function sendInput({ backend }: RunningProcess, input: ProcessInput | undefined): Promise<void> {
  const given = input?.input
  if (given === undefined || given.case === undefined) throw new EnvdError('invalidArgument', 'the input is missing')
  if (given.case === 'pty' && backend.kind !== 'terminal') {
    throw new EnvdError('internal', 'error writing to tty: tty not assigned to process')
  }
  if (given.case === 'stdin' && backend.kind === 'terminal') {
    throw new EnvdError('internal', 'error writing to stdin: the process has a tty, input goes to the pty')
  }
  await backend.write(given.value)
}

function event(init: MessageInitShape<typeof ProcessEventSchema>['event']): { event: ProcessEvent } {
  return { event: create(ProcessEventSchema, init === undefined ? {} : { event: init }) }
}

export function startMessage(pid: number): { event: ProcessEvent } {
  return event({ case: 'start', value: { pid } })
}

export function keepaliveMessage(): { event: ProcessEvent } {
  return event({ case: 'keepalive', value: {} })
}

export function outputMessage(output: ProcessOutput): { event: ProcessEvent } {
  if (output.kind === 'end') return event({ case: 'end', value: endFields(output.exit) })
  return event({ case: 'data', value: { output: { case: output.stream, value: output.bytes } } })
}
