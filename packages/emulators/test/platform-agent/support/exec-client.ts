import { once } from 'node:events'
import { onTestFinished } from 'vitest'
import { WebSocket } from 'ws'

export interface ExecEnd {
  readonly exit_code: number
  readonly reason?: string
}

function never(): never {
  throw new TypeError('this was true before')
}

const streams: Readonly<Record<number, 'stdout' | 'stderr'>> = { 1: 'stdout', 3: 'stderr' }

/** A client of the exec socket that knows the frames and nothing else. */
export class ExecClient {
  readonly socket: WebSocket
  readonly closed: Promise<{ readonly code: number; readonly reason: string }>
  readonly texts: { type: string; data: Record<string, unknown> }[] = []
  readonly #pieces: Record<'stdout' | 'stderr', Buffer[]> = { stdout: [], stderr: [] }
  largestFrame = 0
  outputBytes = 0

  constructor(socket: WebSocket) {
    this.socket = socket
    socket.on('message', (data: Buffer, isBinary) => {
      if (isBinary) this.#onBytes(data)
      else this.texts.push(JSON.parse(data.toString('utf8')) as { type: string; data: Record<string, unknown> })
    })
    socket.on('error', () => socket.terminate())
    this.closed = once(socket, 'close').then(([code, reason]: unknown[]) => ({
      code: Number(code),
      reason: String(reason),
    }))
  }

  get stdout(): Buffer {
    return Buffer.concat(this.#pieces.stdout)
  }

  get stderr(): Buffer {
    return Buffer.concat(this.#pieces.stderr)
  }

  get end(): ExecEnd | undefined {
    return this.texts.find(({ type }) => type === 'exit')?.data as ExecEnd | undefined
  }

  get sessionName(): string {
    const name = this.texts.find(({ type }) => type === 'durable_session')?.data['durable_session_name']
    if (typeof name !== 'string') throw new TypeError('no session has been announced')
    return name
  }

  send(type: string, data?: Readonly<Record<string, unknown>>): this {
    this.socket.send(JSON.stringify(data === undefined ? { type } : { type, data }))
    return this
  }

  input(bytes: Uint8Array | string): this {
    this.socket.send(Buffer.concat([Buffer.of(0), Buffer.from(bytes)]))
    return this
  }

  signal(signal: string): this {
    return this.send('signal', { signal })
  }

  /** Waits for the end of the command and closes; fails where the socket closes before. */
  async finish(): Promise<ExecEnd> {
    await this.when(() => this.end !== undefined)
    this.socket.close(1000)
    await this.closed
    return this.end ?? never()
  }

  /** Resolves when something is true that messages change; fails when the socket closes before. */
  async when(isTrue: () => boolean): Promise<void> {
    const failed = this.closed.then(({ code, reason }) => {
      if (!isTrue()) throw new TypeError(`closed with ${code} ${reason}`)
    })
    failed.catch(() => undefined)
    while (!isTrue()) await Promise.race([once(this.socket, 'message'), failed])
  }

  /** Resolves when what was printed on stdout matches. */
  async printed(pattern: RegExp): Promise<RegExpExecArray> {
    await this.when(() => pattern.test(this.stdout.toString('latin1')))
    return pattern.exec(this.stdout.toString('latin1')) ?? never()
  }

  #onBytes(data: Buffer): void {
    const name = streams[data[0] ?? 0]
    if (name === undefined) throw new TypeError(`a frame begins with ${data[0]}`)
    this.largestFrame = Math.max(this.largestFrame, data.length)
    this.outputBytes += data.length - 1
    this.#pieces[name].push(data.subarray(1))
  }
}

/** Opens an exec socket, which ends with the test. */
export async function openExec(url: string): Promise<ExecClient> {
  const socket = new WebSocket(`${url.replace(/^http:/, 'ws:')}/exec`, ['railway-shell', 'a.jwt'])
  onTestFinished(() => socket.terminate())
  const client = new ExecClient(socket)
  await once(socket, 'open')
  return client
}

/** Starts a command as the provider does: without more input. */
export async function exec(
  url: string,
  command: string,
  options: Readonly<Record<string, unknown>> = {},
): Promise<ExecClient> {
  const client = await openExec(url)
  return client.send('init_exec', { command, ...options }).send('stdin_close')
}
