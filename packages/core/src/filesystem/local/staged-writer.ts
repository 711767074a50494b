import { disk } from './disk.js'

const stageBytes = 512 * 1024

/**
 * Gathers small pieces and writes them while the next ones come in. Pieces are copied, so their owner may use them again;
 * two stages are in memory at most.
 */
export class StagedWriter {
  #stage: Buffer | undefined
  #spare: Buffer | undefined
  #filledBytes = 0
  #writing: Promise<void> | undefined

  constructor(private readonly descriptor: number) {}

  async write(piece: Uint8Array): Promise<void> {
    if (piece.length >= stageBytes) {
      await this.flush()
      return disk.write(this.descriptor, piece)
    }
    if (this.#filledBytes + piece.length > stageBytes) await this.#startWriting()
    this.#stage ??= Buffer.allocUnsafeSlow(stageBytes)
    this.#stage.set(piece, this.#filledBytes)
    this.#filledBytes += piece.length
  }

  /** Resolves when all pieces are written. */
  async flush(): Promise<void> {
    await this.#startWriting()
    await this.#writing
  }

  /** Resolves when no write is running any more, however it ended; the descriptor may be closed then. */
  async settle(): Promise<void> {
    await Promise.allSettled([this.#writing])
  }

  async #startWriting(): Promise<void> {
    await this.#writing
    const stage = this.#stage
    if (!stage || this.#filledBytes === 0) return
    this.#writing = disk.write(this.descriptor, stage.subarray(0, this.#filledBytes))
    // Its failure is met by the next call; until then it must not count as unhandled.
    void Promise.allSettled([this.#writing])
    this.#stage = this.#spare
    this.#spare = stage
    this.#filledBytes = 0
  }
}
