export type LogLevel = 'debug' | 'info' | 'warn' | 'error'

export interface LogEntry {
  readonly timestamp: string
  readonly level: LogLevel
  readonly message: string
  readonly step?: string | undefined
}

/** More output than this is dropped, so that a build cannot fill the memory. */
const mostEntries = 20_000

interface Unfinished {
  readonly text: string
  readonly start: string
  readonly step: string
}

/** What a build has said, line by line. */
export class BuildLog {
  readonly entries: LogEntry[] = []
  readonly #unfinished = new Map<'stderr' | 'stdout', Unfinished>()

  add(message: string, step?: string, level: LogLevel = 'info'): void {
    if (this.entries.length >= mostEntries) return
    this.entries.push({ timestamp: new Date().toISOString(), level, message, ...(step === undefined ? {} : { step }) })
  }

  /**
   * What takes output as it comes; a line is added when it is complete. `prefix`: what is in brackets before each line, beside the name of
   * its stream.
   */
  output(step: string, prefix: string): (text: string, stream: 'stderr' | 'stdout') => void {
    return (text, stream) => {
      const start = `[${prefix}] [${stream}]: `
      const lines = ((this.#unfinished.get(stream)?.text ?? '') + text).split(/\r?\n/)
      this.#unfinished.set(stream, { text: lines.pop() ?? '', start, step })
      for (const line of lines) this.add(start + line, step)
    }
  }

  /** Adds last lines, which may lack their ends. */
  endOutput(): void {
    for (const { text, start, step } of this.#unfinished.values()) {
      if (text !== '') this.add(start + text, step)
    }
    this.#unfinished.clear()
  }
}
