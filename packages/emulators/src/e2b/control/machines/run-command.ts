import type { IncomingMessage } from 'node:http'
import { type EnvdAddress, askEnvd } from './envd-client.js'

export interface CommandOptions {
  readonly command: string
  readonly user: string
  readonly cwd?: string | undefined
  readonly envVars?: Readonly<Record<string, string>> | undefined
  /** Called for each piece of output, in order. */
  readonly onOutput?: ((text: string, stream: 'stdout' | 'stderr') => void) | undefined
  /** Called when the command runs. */
  readonly onStart?: (() => void) | undefined
  /** Ends the waiting, not the command. */
  readonly signal?: AbortSignal | undefined
}

/** `refused`: it could not be started, and why, in the daemon's words. */
export type CommandResult = { readonly exitCode: number } | { readonly refused: string }

interface Message {
  readonly event?: {
    readonly start?: { readonly pid: number }
    readonly data?: { readonly stdout?: string; readonly stderr?: string }
    readonly end?: { readonly exitCode?: number }
  }
  readonly error?: { readonly code: string; readonly message?: string }
}

const headBytes = 5

function envelope(value: unknown): Buffer {
  const content = Buffer.from(JSON.stringify(value))
  const head = Buffer.alloc(headBytes)
  head.writeUInt32BE(content.length, 1)
  return Buffer.concat([head, content])
}

/** Cuts a stream of the Connect protocol into its messages. */
async function* messagesOf(answer: IncomingMessage): AsyncGenerator<Message> {
  let rest = Buffer.alloc(0)
  for await (const chunk of answer) {
    rest = Buffer.concat([rest, Buffer.from(chunk)])
    while (rest.length >= headBytes && rest.length >= headBytes + rest.readUInt32BE(1)) {
      const end = headBytes + rest.readUInt32BE(1)
      yield JSON.parse(rest.subarray(headBytes, end).toString('utf8')) as Message
      rest = rest.subarray(end)
    }
  }
}

function decode(data: { readonly stdout?: string; readonly stderr?: string }, options: CommandOptions): void {
  for (const stream of ['stdout', 'stderr'] as const) {
    const text = data[stream]
    if (text !== undefined) options.onOutput?.(Buffer.from(text, 'base64').toString('utf8'), stream)
  }
}

/** Runs a command through the daemon of a machine, as its clients do, in a login shell. */
export async function runCommand(address: EnvdAddress, options: CommandOptions): Promise<CommandResult> {
  const { command, user, cwd, envVars, signal } = options
  const process = { cmd: '/bin/bash', args: ['-l', '-c', command], envs: envVars ?? {}, ...(cwd ? { cwd } : {}) }
  const answer = await askEnvd(address, {
    method: 'POST',
    path: '/process.Process/Start',
    headers: {
      'Content-Type': 'application/connect+json',
      'Connect-Protocol-Version': '1',
      Authorization: `Basic ${Buffer.from(`${user}:`).toString('base64')}`,
    },
    body: envelope({ process, stdin: false }),
    signal,
  })
  let exitCode = -1
  for await (const { event, error } of messagesOf(answer)) {
    if (error) return { refused: `${error.code}: ${error.message ?? ''}` }
    if (event?.start) options.onStart?.()
    if (event?.data) decode(event.data, options)
    if (event?.end) exitCode = event.end.exitCode ?? 0
  }
  return { exitCode }
}
