import type { ExecEnd } from './exec-channel.js'

/** First byte of a binary frame. */
const streams: Readonly<Record<number, 'stdout' | 'stderr'>> = { 1: 'stdout', 3: 'stderr' }
const inputByte = 0
/** An input frame carries at most so much. */
const mostInputBytes = 64 * 1024
/** What the server gives as the exit code of a command that a signal ended. */
const signalled = -1
/** For a signal whose name is not told: what is left of -1 in an exit status. Never a success. */
export const unknownSignalCode = 255

/** What the server says. */
export type ExecFrame =
  | { readonly kind: 'stdout' | 'stderr'; readonly bytes: Uint8Array }
  /** `droppedBytes`: how much of the output that was not sent yet is lost. */
  | { readonly kind: 'session'; readonly name: string; readonly droppedBytes: number }
  | { readonly kind: 'exit'; readonly exitCode: number | undefined; readonly reason: string }

/** The first frame of a client. */
export interface InitData {
  readonly command: string
  readonly cwd?: string | undefined
  readonly env?: Readonly<Record<string, string>> | undefined
  readonly durable_session_name?: string | undefined
  readonly resume_from_last_read?: true | undefined
}

/** Reads a frame; `undefined` for what is not known, which servers may send. */
export function readFrame(data: unknown): ExecFrame | undefined {
  if (typeof data === 'string') return readTextFrame(data)
  const bytes = bytesOf(data)
  const kind = bytes && bytes.length > 1 ? streams[bytes[0] ?? -1] : undefined
  return bytes && kind && { kind, bytes: bytes.subarray(1) }
}

export function initFrame(data: InitData): string {
  return JSON.stringify({ type: 'init_exec', data })
}

export const closeInputFrame: string = JSON.stringify({ type: 'stdin_close' })

export function signalFrame(signal: 'TERM' | 'KILL'): string {
  return JSON.stringify({ type: 'signal', data: { signal } })
}

/** Input in frames of a bounded size. */
export function* inputFrames(data: Uint8Array): Generator<Uint8Array<ArrayBuffer>, void, undefined> {
  for (let at = 0; at < data.length; at += mostInputBytes) {
    const piece = data.subarray(at, at + mostInputBytes)
    const frame = new Uint8Array(piece.length + 1)
    frame[0] = inputByte
    frame.set(piece, 1)
    yield frame
  }
}

/** How a command ended; `undefined` when the server did not say. `sent`: the last signal that it was sent by us. */
export function endOf(
  { exitCode, reason }: Extract<ExecFrame, { kind: 'exit' }>,
  sent: 'TERM' | 'KILL' | undefined,
): ExecEnd | undefined {
  if (exitCode === undefined) return undefined
  if (exitCode !== signalled) return { exitCode }
  const named = /\bSIG[A-Z0-9]+\b/.exec(reason)?.[0]
  const signal = named ?? (sent && `SIG${sent}`)
  return signal === undefined ? { exitCode: unknownSignalCode } : { signal }
}

function readTextFrame(text: string): ExecFrame | undefined {
  const frame = parse(text)
  const data = member(frame, 'data')
  switch (member(frame, 'type')) {
    case 'exit': {
      const [code, reason] = [member(data, 'exit_code'), member(data, 'reason')]
      const exitCode = typeof code === 'number' && Number.isInteger(code) ? code : undefined
      return { kind: 'exit', exitCode, reason: typeof reason === 'string' ? reason : '' }
    }
    case 'durable_session': {
      const [name, dropped] = [member(data, 'durable_session_name'), member(data, 'dropped_bytes')]
      if (typeof name !== 'string' || name === '') return undefined
      return { kind: 'session', name, droppedBytes: typeof dropped === 'number' ? dropped : 0 }
    }
    default:
      return undefined
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

function member(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}

function bytesOf(data: unknown): Uint8Array | undefined {
  if (data instanceof ArrayBuffer) return new Uint8Array(data)
  return data instanceof Uint8Array ? data : undefined
}
