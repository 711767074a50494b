import type { CommandRequest } from './command-request.js'

/** Says what is wrong with a request to run a command. */
export class CommandRequestError extends Error {
  override readonly name = 'CommandRequestError'
}

type Fields = Readonly<Record<string, unknown>>

function textOf(fields: Fields, name: string): string | undefined {
  const value = fields[name]
  if (value === undefined || value === null) return undefined
  if (typeof value !== 'string') throw new CommandRequestError(`${name} must be a string`)
  // It ends a text for the kernel.
  if (value.includes('\0')) throw new CommandRequestError(`${name} contains a zero byte`)
  return value
}

function variablesOf(value: unknown): Record<string, string> {
  if (value === undefined || value === null) return {}
  if (typeof value !== 'object' || Array.isArray(value)) throw new CommandRequestError('env must be an object')
  const variables = Object.entries(value).map(([name, text]): [string, string] => {
    if (typeof text !== 'string') throw new CommandRequestError(`env.${name} must be a string`)
    if (!/^[^=\0]+$/.test(name)) throw new CommandRequestError(`${JSON.stringify(name)} is no name of a variable`)
    if (text.includes('\0')) throw new CommandRequestError(`env.${name} contains a zero byte`)
    return [name, text]
  })
  return Object.fromEntries(variables)
}

/** Reads `command`, `cwd` and `env`. Throws a `CommandRequestError`. */
export function readCommand(fields: Fields): CommandRequest {
  const command = textOf(fields, 'command')
  if (command === undefined || command === '')
    throw new CommandRequestError('command must be a string that is not empty')
  const cwd = textOf(fields, 'cwd')
  return { command, cwd: cwd === '' ? undefined : cwd, env: variablesOf(fields['env']) }
}
