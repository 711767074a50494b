import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import type { Machine } from '../../../src/machine/index.js'

export interface CommandResult {
  readonly exitCode: number
  readonly stdout: string
  readonly stderr: string
}

export interface CommandOptions {
  /** As the machine's user instead of root. */
  readonly asUser?: boolean
  /** Leaves it running, in a session of its own. */
  readonly detached?: boolean
}

/** Runs a shell command in a machine whose daemon is the test's. */
export async function runIn(machine: Machine, command: string, options: CommandOptions = {}): Promise<CommandResult> {
  const socket = connect(machine.socketPath)
  await once(socket, 'connect')
  socket.end(JSON.stringify({ command, ...options }))
  return JSON.parse(await text(socket)) as CommandResult
}

/** What a command prints, without the end of the line; fails when the command does. */
export async function output(machine: Machine, command: string, options: CommandOptions = {}): Promise<string> {
  const { exitCode, stdout, stderr } = await runIn(machine, command, options)
  if (exitCode !== 0) throw new Error(`${command}: exit ${exitCode}: ${stderr}${stdout}`)
  return stdout.trimEnd()
}
