import type { ResolvedCodeModeLimits } from '../config/code-mode-limits.js'

const sweepAt = 1024

/** What a program printed: the newest entries within the limits, in linear time. */
export class ProgramLog {
  readonly #limits: Pick<ResolvedCodeModeLimits, 'maxLogBytes' | 'maxLogEntries'>
  readonly #partial = new Map<string, string[]>()
  #entries: { text: string; bytes: number }[] = []
  #first = 0
  #bytes = 0
  #droppedEntries = 0
  #droppedBytes = 0

  constructor(limits: Pick<ResolvedCodeModeLimits, 'maxLogBytes' | 'maxLogEntries'>) {
    this.#limits = limits
  }

  /** Adds one entry. One that is larger than the limit keeps its end. */
  add(text: string): void {
    const bytes = Buffer.byteLength(text)
    const kept = bytes > this.#limits.maxLogBytes ? lastBytes(text, this.#limits.maxLogBytes) : text
    const keptBytes = kept === text ? bytes : Buffer.byteLength(kept)
    this.#droppedBytes += bytes - keptBytes
    this.#entries.push({ text: kept, bytes: keptBytes })
    this.#bytes += keptBytes
    while (this.#bytes > this.#limits.maxLogBytes || this.#entries.length - this.#first > this.#limits.maxLogEntries) {
      this.#dropFirst()
    }
  }

  /** Adds printed text; every line becomes an entry. A line that is not ended yet waits for more of the same stream. */
  addText(stream: string, text: string): void {
    const lines = text.split('\n')
    const rest = lines.pop() ?? ''
    const waiting = this.#partial.get(stream) ?? []
    if (lines.length > 0) {
      this.add(waiting.join('') + (lines[0] ?? ''))
      for (const line of lines.slice(1)) this.add(line)
      waiting.length = 0
    }
    if (rest !== '') waiting.push(rest)
    this.#partial.set(stream, waiting)
    if (waiting.length > sweepAt) this.#squeeze(stream, waiting)
  }

  /** Everything kept, oldest first, after a note about what was dropped. Ends waiting lines. */
  finish(): string[] {
    for (const waiting of this.#partial.values()) {
      if (waiting.length > 0) this.add(waiting.join(''))
    }
    this.#partial.clear()
    const texts = this.#entries.slice(this.#first).map((entry) => entry.text)
    if (this.#droppedBytes === 0 && this.#droppedEntries === 0) return texts
    return [`[${this.#droppedEntries} earlier log entries dropped, ${this.#droppedBytes} bytes]`, ...texts]
  }

  /** Keeps a line without end from growing without limit. */
  #squeeze(stream: string, waiting: readonly string[]): void {
    const text = waiting.join('')
    const kept = lastBytes(text, this.#limits.maxLogBytes)
    this.#droppedBytes += Buffer.byteLength(text) - Buffer.byteLength(kept)
    this.#partial.set(stream, [kept])
  }

  #dropFirst(): void {
    const entry = this.#entries[this.#first]
    this.#first += 1
    this.#bytes -= entry?.bytes ?? 0
    this.#droppedBytes += entry?.bytes ?? 0
    this.#droppedEntries += 1
    if (this.#first < sweepAt || this.#first * 2 < this.#entries.length) return
    this.#entries = this.#entries.slice(this.#first)
    this.#first = 0
  }
}

/** The end of a text, at most so many bytes, not starting within a character. */
function lastBytes(text: string, limit: number): string {
  const bytes = Buffer.from(text)
  if (bytes.length <= limit) return text
  let start = bytes.length - limit
  while (start < bytes.length && ((bytes[start] ?? 0) & 0xc0) === 0x80) start += 1
  return bytes.toString('utf8', start)
}
