export type LogLevel = 'debug' | 'info' | 'warn' | 'error'

export interface LogEntry {
  readonly timestamp: string
  readonly level: LogLevel
  readonly message: string
  readonly step?: string | undefined
}

/** More output than this is dropped, so that a build cannot fill the memory. */
const mostEntries = 20_000

/** What a build has said, line by line. */
export class BuildLog {
  readonly entries: LogEntry[] = []
  #rest = ''

  add(message: string, step?: string, level: LogLevel = 'info'): void {
    if (this.entries.length >= mostEntries) return
    this.entries.push({ timestamp: new Date().toISOString(), level, message, ...(step === undefined ? {} : { step }) })
  }

  /** Takes output as it comes; a line is added when it is complete. */
  addOutput(text: string, step: string): void {
    const lines = (this.#rest + text).split(/\r?\n/)
    this.#rest = lines.pop() ?? ''
    for (const line of lines) this.add(line, step)
  }

  /** Adds the last line, which may lack its end. */
  endOutput(step: string): void {
    if (this.#rest !== '') this.add(this.#rest, step)
    this.#rest = ''
  }
}
