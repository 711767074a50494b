import { closeSync, constants, openSync } from 'node:fs'
import { Socket } from 'node:net'
import { systemCode } from '../../../../daemon/system-error.js'
import type { LineLabeler } from '../output/line-labeler.js'
import type { LogFile } from '../output/log-file.js'
import type { CommandFolder } from './command-folder.js'

/** The reading end of a named pipe, with a writing end so that it does not end before the command has opened it. */
function openOutput(file: string): { readonly stream: Socket; readonly holder: number } {
  const fd = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK)
  const holder = openSync(file, 'w')
  return { stream: new Socket({ fd, readable: true, writable: false }), holder }
}

/** The daemon's ends of a running command's pipes. */
export class CommandStreams {
  readonly output: Socket
  readonly errors: Socket
  readonly input: Socket | undefined
  #holders: number[]

  constructor(folder: CommandFolder, hasInput: boolean) {
    const output = openOutput(folder.output)
    const errors = openOutput(folder.errors)
    this.output = output.stream
    this.errors = errors.stream
    this.#holders = [output.holder, errors.holder]
    if (!hasInput) return
    // In both directions: the command never meets the end of its input, as with the vendor.
    const fd = openSync(folder.input, constants.O_RDWR | constants.O_NONBLOCK)
    this.input = new Socket({ fd, readable: false, writable: true })
    this.input.on('error', () => this.input?.destroy())
  }

  /** From now on the outputs end with the last program that holds them. */
  release(): void {
    for (const holder of this.#holders) closeSync(holder)
    this.#holders = []
  }

  destroy(): void {
    this.release()
    for (const stream of [this.output, this.errors, this.input]) stream?.destroy()
  }
}

/** Logs a stream to its end; the program waits while the log is being written. */
export async function logStream(stream: Socket, labeler: LineLabeler, log: LogFile): Promise<void> {
  try {
    for await (const chunk of stream) await log.append(labeler.label(Buffer.from(chunk)))
  } catch (error) {
    // The stream was taken away.
    if (systemCode(error) !== 'ERR_STREAM_PREMATURE_CLOSE') throw error
  }
  await log.append(labeler.flush())
}
