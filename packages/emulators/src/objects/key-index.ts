import { compareKeys } from './compare-keys.js'

/** Keys in the order in which they are listed. */
export class KeyIndex {
  readonly #keys: string[] = []

  get size(): number {
    return this.#keys.length
  }

  at(position: number): string | undefined {
    return this.#keys[position]
  }

  /** The position of the first key that is not before the given one. */
  positionOf(key: string): number {
    return this.#search((other) => compareKeys(other, key) < 0)
  }

  /** The position of the first key that is behind the given one. */
  positionAfter(key: string): number {
    return this.#search((other) => compareKeys(other, key) <= 0)
  }

  /** The position of the first key that is behind all that begin with the prefix. */
  positionAfterPrefix(prefix: string): number {
    return this.#search((other) => compareKeys(other, prefix) < 0 || other.startsWith(prefix))
  }

  add(key: string): void {
    const position = this.positionOf(key)
    if (this.#keys[position] !== key) this.#keys.splice(position, 0, key)
  }

  remove(key: string): void {
    const position = this.positionOf(key)
    if (this.#keys[position] === key) this.#keys.splice(position, 1)
  }

  /** The number of keys at the beginning for which it is true. */
  #search(isBefore: (key: string) => boolean): number {
    let [low, high] = [0, this.#keys.length]
    while (low < high) {
      const middle = (low + high) >>> 1
      if (isBefore(this.#keys[middle] ?? '')) low = middle + 1
      else high = middle
    }
    return low
  }
}
