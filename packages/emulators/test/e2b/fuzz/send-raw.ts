import { connect } from 'node:net'

export interface RawAnswer {
  /** 0 where the connection ended without an answer. */
  readonly status: number
  readonly text: string
  readonly isLate: boolean
}

/** Writes bytes to a new connection and reads until it ends, or for so long. */
export function sendRaw(port: number, bytes: Buffer, options: { limitMs: number; end: boolean }): Promise<RawAnswer> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' })
    const chunks: Buffer[] = []
    const done = (isLate: boolean): void => {
      clearTimeout(timer)
      socket.destroy()
      const text = Buffer.concat(chunks).toString('latin1')
      resolve({ status: Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1] ?? 0), text, isLate })
    }
    const timer = setTimeout(() => done(true), options.limitMs)
    socket.on('data', (chunk) => chunks.push(chunk))
    socket.on('error', () => done(false))
    socket.on('close', () => done(false))
    socket.write(bytes)
    if (options.end) setTimeout(() => socket.destroy(), 5)
  })
}
