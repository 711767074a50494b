/** Keys that nobody may use for a while. */
export class Denials {
  readonly #denied = new Set<{ readonly bucket: string; readonly key: string }>()

  /** Returns what ends it. */
  add(bucket: string, key: string): () => void {
    const denied = { bucket, key }
    this.#denied.add(denied)
    return () => void this.#denied.delete(denied)
  }

  has(bucket: string, key: string): boolean {
    for (const denied of this.#denied) if (denied.bucket === bucket && denied.key === key) return true
    return false
  }

  clear(): void {
    this.#denied.clear()
  }
}
