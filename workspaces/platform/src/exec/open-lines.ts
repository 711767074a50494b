import type { OutputSink, ShellCommand } from '@caisson/core/driver'
import type { LineStream } from '@caisson/kit/relay'
import type { OpenExec } from './exec-channel.js'

/**
 * Starts a script of ours and gives each line of its stdout. Giving the stream up ends the script; a stream that was cut and
 * cannot be joined again rejects.
 */
export async function openPlatformLines(
  open: OpenExec,
  script: ShellCommand,
  onLine: (line: string) => void,
  signal: AbortSignal | undefined,
): Promise<LineStream> {
  const lines = new LineSplitter(onLine)
  const sink: OutputSink = { stdout: (bytes) => lines.push(bytes), stderr: () => undefined }
  const stream = await open({ command: script.text, abortSignal: signal }, sink)
  return {
    ended: stream.ended.then(() => undefined),
    close: () => {
      // Whether it still runs does not matter to anybody.
      void stream.signal('KILL').catch(() => undefined)
      stream.close()
    },
  }
}

/** Makes lines of bytes that arrive in pieces; scripts of ours print ASCII. */
class LineSplitter {
  readonly #onLine: (line: string) => void
  #rest = ''

  constructor(onLine: (line: string) => void) {
    this.#onLine = onLine
  }

  push(bytes: Uint8Array): void {
    const lines = (this.#rest + Buffer.from(bytes).toString('latin1')).split('\n')
    this.#rest = lines.pop() ?? ''
    for (const line of lines) this.#onLine(line)
  }
}
