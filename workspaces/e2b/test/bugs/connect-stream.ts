import type { FaultOptions } from '@caisson/emulators'

const endOfStream = 0x02

/** One message of a stream as the daemon frames it. The text must be short: its length is one byte of ASCII. */
function envelope(flags: number, message: unknown): string {
  const text = JSON.stringify(message)
  if (text.length > 0x7f) throw new RangeError('too long for this test')
  return `${String.fromCodePoint(flags, 0, 0, 0, text.length)}${text}`
}

/** An answer of the daemon to a request that starts or joins a process: these events and an orderly end of the stream. */
export function processStream(...events: readonly unknown[]): FaultOptions {
  const body = [...events.map((event) => envelope(0, { event })), envelope(endOfStream, {})].join('')
  return { status: 200, headers: { 'Content-Type': 'application/connect+json' }, body }
}

export function started(pid: number): unknown {
  return { start: { pid } }
}

export function printed(text: string): unknown {
  return { data: { stdout: Buffer.from(text).toString('base64') } }
}
