import { sh, type ShellCommand } from '@caisson/core/driver'
import type { ExecRequest } from './exec-channel.js'
import type { Features } from './features.js'

/** So much goes with the command even where the socket takes input: a command that was cut then can be joined again. */
const leastSentBytes = 32 * 1024
/** Linux takes 128 KiB in a variable, and base64 is a third longer. */
const mostWithCommandBytes = 64 * 1024
/** More makes one script too long a matter. */
const mostSentBytes = 4 * 1024 * 1024

const variable = 'CAISSON_INPUT'

/** Most bytes of input that one script takes. */
export function inputBytesOf({ takesInput }: Features): number {
  return takesInput ? mostSentBytes : mostWithCommandBytes
}

/** Whether input is sent after the command. Throws `RangeError` where it can be neither sent nor go with the command. */
export function sendsInput(input: Uint8Array, features: Features): boolean {
  const mostBytes = inputBytesOf(features)
  if (input.length > mostBytes) throw new RangeError(`a script takes at most ${mostBytes} bytes of input here`)
  return features.takesInput && input.length > leastSentBytes
}

/**
 * The script with its input in a variable: unlike the text of a command, others in the machine cannot read it. The script
 * itself does not have the variable.
 */
export function withInput(
  script: ShellCommand,
  input: Uint8Array,
  env: ExecRequest['env'],
): Required<Pick<ExecRequest, 'command' | 'env'>> {
  const value = Buffer.from(input).toString('base64')
  const reader = `{ unset ${variable}; exec ${sh`sh -c ${script.text}`.text}; }`
  return { command: `printf %s "$${variable}" | base64 -d | ${reader}`, env: { ...env, [variable]: value } }
}
