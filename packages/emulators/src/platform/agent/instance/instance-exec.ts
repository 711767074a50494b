import type { ServerResponse } from 'node:http'
import { StringDecoder } from 'node:string_decoder'
import type { AgentExchange } from '../http/agent-route.js'
import { readJson } from '../http/read-json.js'
import type { OutputName } from '../system/command-request.js'
import { runCommand } from '../system/run-command.js'
import { readLimit } from './read-limit.js'
import { readCommandBody } from './read-command-body.js'
import { requireToken } from './require-token.js'

/** What clients take for the exit code of a command whose time was over. */
const timeoutCode = 124

/** Writes a line; what it gives settles when there is room for more. Whoever has gone away is written to no more. */
function writeLine(response: ServerResponse, value: unknown): Promise<void> | undefined {
  if (response.destroyed || response.write(`${JSON.stringify(value)}\n`)) return undefined
  return new Promise((resolve) => {
    const settle = (): void => {
      response.off('drain', settle).off('close', settle)
      resolve()
    }
    response.on('drain', settle).on('close', settle)
  })
}

/** Runs a command; its output and its end come as lines of JSON. It goes on when the client goes away. */
export async function instanceExec({ request, response, state }: AgentExchange): Promise<void> {
  requireToken(request, state.settings.instanceToken)
  const body = await readJson(request)
  const command = readCommandBody(body)
  const timeoutMs = readLimit(body, 'timeoutMs')
  response.writeHead(200, { 'Content-Type': 'application/x-ndjson' })
  response.flushHeaders()
  const decoders = { stdout: new StringDecoder('utf8'), stderr: new StringDecoder('utf8') }
  const tell = (type: OutputName, data: string): Promise<void> | undefined =>
    data === '' ? undefined : writeLine(response, { type, data })
  const result = await runCommand(state.place, command, {
    timeoutMs,
    onOutput: (name, bytes) => tell(name, decoders[name].write(bytes)),
  })
  for (const name of ['stdout', 'stderr'] as const) void tell(name, decoders[name].end())
  const { exitCode, signal, timedOut } = result
  const reason = signal === undefined ? {} : { reason: `signal: ${signal}` }
  const end = timedOut ? { code: timeoutCode, timedOut } : { code: exitCode, ...reason }
  if (!response.destroyed) response.end(`${JSON.stringify({ type: 'exit', ...end })}\n`)
}
