import { Readable, Writable } from 'node:stream'
import type { ProcessHandle } from '../contract/process.js'
import { UnsupportedStdinCloseError } from '../errors/sandbox-errors.js'
import type { OutputHub } from './output-hub.js'

/** Stdout as a Node stream. Nothing is taken, and nobody is slowed down, before it is read. */
export function outputReader(hub: OutputHub): Readable {
  return Readable.from(stdoutBytes(hub), { objectMode: false })
}

async function* stdoutBytes(hub: OutputHub): AsyncGenerator<Uint8Array> {
  for await (const chunk of hub.subscribe(['stdout'])) yield chunk.data
}

/** Stdin as a Node stream. */
export function stdinWriter(handle: Pick<ProcessHandle, 'sendStdin' | 'closeStdin'>): Writable {
  return new Writable({
    write(chunk: Buffer, _encoding, callback) {
      handle.sendStdin(chunk).then(() => callback(), callback)
    },
    final(callback) {
      handle.closeStdin().then(
        () => callback(),
        (error: unknown) => callback(error instanceof UnsupportedStdinCloseError ? null : (error as Error)),
      )
    },
  })
}
