const prefix = Buffer.from('dtn_artifact_k39fd2:')
const lineEnd = 0x0a

/** What a line of a program says beside its output; `undefined` for a line of its output. */
function chartOf(line: Buffer): { readonly chart: unknown } | undefined {
  if (!line.subarray(0, prefix.length).equals(prefix)) return undefined
  try {
    const artifact: unknown = JSON.parse(line.subarray(prefix.length).toString('utf8'))
    if (typeof artifact !== 'object' || artifact === null || !('type' in artifact) || !('value' in artifact)) {
      return undefined
    }
    return artifact.type === 'chart' ? { chart: artifact.value } : undefined
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

/** Whether a line that has not ended may become an artifact. */
function mayBeArtifact(start: Buffer): boolean {
  return start.length > 0 && start.subarray(0, prefix.length).equals(prefix.subarray(0, start.length))
}

/** Takes the lines out of an output that tell of charts. */
export class ArtifactFilter {
  readonly charts: unknown[] = []
  #held = Buffer.alloc(0)
  #isInsideLine = false

  /** The output of this piece. */
  push(chunk: Buffer): Buffer {
    const bytes = Buffer.concat([this.#held, chunk])
    const kept: Buffer[] = []
    let from = 0
    for (let end = bytes.indexOf(lineEnd) + 1; end > 0; end = bytes.indexOf(lineEnd, from) + 1) {
      this.#takeLine(bytes.subarray(from, end), kept)
      from = end
    }
    const rest = bytes.subarray(from)
    const isHeld = !this.#isInsideLine && mayBeArtifact(rest)
    this.#held = isHeld ? rest : Buffer.alloc(0)
    if (!isHeld && rest.length > 0) {
      kept.push(rest)
      this.#isInsideLine = true
    }
    return Buffer.concat(kept)
  }

  /** The last line, where it has no end. */
  flush(): Buffer {
    const kept: Buffer[] = []
    this.#takeLine(this.#held, kept)
    this.#held = Buffer.alloc(0)
    return Buffer.concat(kept)
  }

  #takeLine(line: Buffer, kept: Buffer[]): void {
    const found = this.#isInsideLine ? undefined : chartOf(line)
    this.#isInsideLine = false
    if (found === undefined) kept.push(line)
    else this.charts.push(found.chart)
  }
}
