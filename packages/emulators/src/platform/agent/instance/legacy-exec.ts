import { constants } from 'node:os'
import type { AgentExchange } from '../http/agent-route.js'
import { readJson } from '../http/read-json.js'
import { sendJson } from '../http/send-json.js'
import { runCommand } from '../system/run-command.js'
import { readCommandBody } from './read-command-body.js'
import { readLimit } from './read-limit.js'

/** How much of a stream an answer holds. */
const mostBytes = 1024 * 1024

/** Keeps the beginning of a stream. */
class Kept {
  readonly #pieces: Buffer[] = []
  #room = mostBytes
  isTruncated = false

  add(bytes: Buffer): void {
    const piece = bytes.subarray(0, this.#room)
    this.isTruncated ||= piece.length < bytes.length
    this.#room -= piece.length
    if (piece.length > 0) this.#pieces.push(piece)
  }

  get text(): string {
    return Buffer.concat(this.#pieces).toString('utf8')
  }
}

/** Runs a command and answers with all of it, as the platform did before it had sockets. */
export async function legacyExec({ request, response, state }: AgentExchange): Promise<void> {
  const body = await readJson(request)
  const command = readCommandBody(body)
  const seconds = readLimit(body, 'timeoutSec')
  const kept = { stdout: new Kept(), stderr: new Kept() }
  const { exitCode, signal, timedOut } = await runCommand(state.place, command, {
    timeoutMs: seconds === undefined ? undefined : seconds * 1000,
    onOutput: (name, bytes) => {
      kept[name].add(bytes)
      return undefined
    },
  })
  const { stdout, stderr } = kept
  const code = signal === undefined ? exitCode : 128 + constants.signals[signal]
  sendJson(response, 200, {
    exitCode: timedOut ? null : code,
    stdout: stdout.text,
    stderr: stderr.text,
    ...(stdout.isTruncated || stderr.isTruncated ? { truncated: true } : {}),
    ...(timedOut ? { timedOut } : {}),
  })
}
