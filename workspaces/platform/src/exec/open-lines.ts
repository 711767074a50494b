import type { OutputSink, ShellCommand } from '@caisson/core/driver'
import type { LineOptions, LineStream } from '@caisson/kit/relay'
import { endStream } from './end-stream.js'
import type { OpenExec } from './exec-channel.js'

/**
 * Starts a script of ours and gives each line of its stdout. Giving the stream up ends the script. A stream that was cut is
 * joined again where that can be done; one with input cannot, its script is ended, and it rejects.
 */
export async function openPlatformLines(
  open: OpenExec,
  script: ShellCommand,
  onLine: (line: string) => void,
  signal: AbortSignal | undefined,
  { env, input }: LineOptions = {},
): Promise<LineStream> {
  const lines = new LineSplitter(onLine)
  const sink: OutputSink = { stdout: (bytes) => lines.push(bytes), stderr: () => undefined }
  const stream = await open({ command: script.text, env, input, abortSignal: signal }, sink)
  const { write } = stream
  return {
    ...(write ? { write: async (data: Uint8Array) => write(data) } : {}),
    ended: stream.ended.then(() => undefined),
    close: () => {
      lines.mute()
      // Whether it still runs does not matter to anybody.
      void endStream(stream).catch(() => undefined)
    },
  }
}

/** Makes lines of bytes that arrive in pieces; scripts of ours print ASCII. */
class LineSplitter {
  readonly #onLine: (line: string) => void
  #rest = ''
  #isMuted = false

  constructor(onLine: (line: string) => void) {
    this.#onLine = onLine
  }

  mute(): void {
    this.#isMuted = true
    this.#rest = ''
  }

  push(bytes: Uint8Array): void {
    if (this.#isMuted) return
    const lines = (this.#rest + Buffer.from(bytes).toString('latin1')).split('\n')
    this.#rest = lines.pop() ?? ''
    for (const line of lines) this.#onLine(line)
  }
}
