import type { Process } from '@daytonaio/sdk'
import { sh, type ShellCommand } from '@caisson/core/driver'
import { limitedCall, observeRequests, releaseOnAbort, seenRequests } from '@caisson/kit/http'
import type { LineStream } from '@caisson/kit/relay'
import { askMachine } from '../asking.js'
import type { DaytonaMachine } from '../daytona-machine.js'
import { StreamError } from '../driver-errors.js'
import { LineAssembler } from './line-assembler.js'
import type { Session, SessionPool } from './session-pool.js'

/** Last line of every script: the session is free again. */
const endLine = 'caisson-session-free'

/** A script that runs in a session. */
interface Started {
  readonly session: Session
  readonly commandId: string
}

/**
 * Starts a script in a session and gives the lines that it prints: two requests, three where no session was free. Where the
 * session turns out to be lost, the script, which then was not started, goes to a new one.
 */
export async function openDaytonaLines(
  machine: DaytonaMachine,
  script: ShellCommand,
  onLine: (line: string) => void,
  signal: AbortSignal | undefined,
): Promise<LineStream> {
  signal?.throwIfAborted()
  const { sessions } = machine
  const { process } = machine.sandbox
  const text = sh`{\n${script}\n} 2>/dev/null\nprintf '%s\n' ${endLine}\n`.text
  const starting = start(process, sessions, text)
  const started = await releaseOnAbort(starting, signal, ({ session }) => sessions.discard(session))
  return new SessionLines(process, sessions, started, onLine)
}

async function start(process: Process, sessions: SessionPool, text: string): Promise<Started> {
  const free = await sessions.takeFree()
  if (free) {
    try {
      return await execute(process, sessions, free, text)
    } catch (error) {
      // The session is not there any more: the script has not been looked at.
      if (!sessions.isLost(error)) throw error
    }
  }
  return execute(process, sessions, await sessions.make(), text)
}

async function execute(process: Process, sessions: SessionPool, session: Session, command: string): Promise<Started> {
  const request = { command, runAsync: true, suppressInputEcho: true }
  try {
    const call = askMachine(async () => process.executeSessionCommand(session.id, request))
    const { cmdId } = await limitedCall(call, 'daytona')
    session.scriptCount += 1
    return { session, commandId: cmdId }
  } catch (error) {
    if (!sessions.isLost(error)) sessions.discardLater(session)
    throw error
  }
}

/** The lines of one script. */
class SessionLines implements LineStream {
  readonly ended: Promise<void>
  readonly #sessions: SessionPool
  readonly #session: Session
  #isOver = false

  constructor(
    process: Process,
    sessions: SessionPool,
    { session, commandId }: Started,
    onLine: (line: string) => void,
  ) {
    this.#sessions = sessions
    this.#session = session
    this.ended = new Promise((resolve, reject) => {
      const lines = new LineAssembler((line) => {
        if (this.#isOver) return
        if (line !== endLine) {
          onLine(line)
          return
        }
        this.#isOver = true
        sessions.release(session)
        resolve()
      })
      const push = (text: string): void => {
        sessions.notePrinted(session, text)
        lines.push(text)
      }
      const reading = observeRequests(async () => process.getSessionCommandLogs(session.id, commandId, push, push))
      reading.then(
        () => this.#lose(resolve),
        (error: unknown) => this.#lose(() => reject(streamError(error))),
      )
    })
    this.ended.catch(() => undefined)
  }

  close(): void {
    if (this.#isOver) return
    this.#isOver = true
    this.#sessions.discard(this.#session)
  }

  /** The script did not end by itself, as far as is known: its session cannot be used again. */
  #lose(tell: () => void): void {
    if (this.#isOver) return
    this.#isOver = true
    this.#sessions.discardLater(this.#session)
    tell()
  }
}

/** What breaks a stream may be an event of the socket, which is no error. */
function streamError(thrown: unknown): Error {
  const cause: unknown = thrown instanceof Error ? thrown : eventError(thrown)
  const status = typeof thrown === 'object' && thrown !== null ? seenRequests(thrown)?.status : undefined
  const reason = cause instanceof Error ? cause.message : 'no reason was told'
  return new StreamError(
    `the stream of a script broke${status === undefined ? '' : ` (status ${status})`}: ${reason}`,
    { cause },
  )
}

function eventError(event: unknown): unknown {
  return typeof event === 'object' && event !== null && 'error' in event ? event.error : event
}
