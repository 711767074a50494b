import { constants } from 'node:os'
import type { CommandRequest } from '../system/command-request.js'
import { CommandRequestError, readCommand } from '../system/read-command.js'

/** What a client sends on the exec socket. */
export type ClientFrame =
  | { readonly kind: 'input'; readonly bytes: Buffer }
  | { readonly kind: 'init'; readonly request: CommandRequest; readonly join: JoinRequest | undefined }
  | { readonly kind: 'closeInput' }
  | { readonly kind: 'signal'; readonly signal: NodeJS.Signals }

/** A wish to go on with a command that another socket has begun. */
interface JoinRequest {
  readonly sessionName: string
  /** After what was sent last; otherwise from the beginning. */
  readonly resumesFromLastRead: boolean
}

/** A frame that has no meaning. */
export class FrameError extends Error {
  override readonly name = 'FrameError'
}

const inputByte = 0
type Fields = Readonly<Record<string, unknown>>

function fieldsOf(value: unknown): Fields | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new FrameError('a text frame is not JSON', { cause })
  }
}

function readJoin(data: Fields): JoinRequest | undefined {
  const { durable_session_name: sessionName, resume_from_last_read: resumes = false } = data
  if (typeof resumes !== 'boolean') throw new FrameError('resume_from_last_read must be a boolean')
  if (sessionName === undefined || sessionName === null) return undefined
  if (typeof sessionName !== 'string' || !/^[\w.:-]{1,128}$/.test(sessionName)) {
    throw new FrameError('durable_session_name must be letters, digits and _.:-, at most 128')
  }
  return { sessionName, resumesFromLastRead: resumes }
}

function readInit(data: Fields): ClientFrame {
  try {
    return { kind: 'init', request: readCommand(data), join: readJoin(data) }
  } catch (cause) {
    if (cause instanceof CommandRequestError) throw new FrameError(`init_exec: ${cause.message}`, { cause })
    throw cause
  }
}

function isSignal(name: string): name is NodeJS.Signals {
  return Object.hasOwn(constants.signals, name)
}

function readSignal({ signal }: Fields): ClientFrame {
  const name = typeof signal === 'string' ? `SIG${signal.replace(/^SIG/, '')}` : ''
  if (!isSignal(name)) throw new FrameError(`signal: ${JSON.stringify(signal)} is none`)
  return { kind: 'signal', signal: name }
}

const readers: Readonly<Record<string, (data: Fields) => ClientFrame>> = {
  init_exec: readInit,
  stdin_close: () => ({ kind: 'closeInput' }),
  signal: readSignal,
}

/** Reads a frame of a client. Throws a `FrameError`. */
export function readClientFrame(data: Buffer, isBinary: boolean): ClientFrame {
  if (isBinary) {
    if (data[0] !== inputByte) throw new FrameError(`a binary frame begins with ${data[0]}, not with ${inputByte}`)
    return { kind: 'input', bytes: data.subarray(1) }
  }
  const frame = fieldsOf(parse(data.toString('utf8'))) ?? {}
  const { type } = frame
  const read = typeof type === 'string' && Object.hasOwn(readers, type) ? readers[type] : undefined
  if (read === undefined) throw new FrameError(`a text frame has the unknown type ${JSON.stringify(type)}`)
  return read(fieldsOf(frame['data']) ?? {})
}
