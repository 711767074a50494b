import type { ObjectFacts } from './object-store-driver.js'

/** As many files as a session is likely to edit at a time. */
const mostEntries = 1000

type Seen = ObjectFacts & { readonly version: string }

/**
 * Which version of a file had the time that `stat` told. Many stores keep whole seconds: only with the version a change
 * within the same second is noticed. The least recently seen are forgotten; then the time has to do.
 */
export class SeenVersions {
  readonly #byKey = new Map<string, Seen>()

  add(facts: ObjectFacts): void {
    const { key, version } = facts
    this.#byKey.delete(key)
    if (version === undefined) return
    this.#byKey.set(key, { ...facts, version })
    if (this.#byKey.size <= mostEntries) return
    const [oldest] = this.#byKey.keys()
    if (oldest !== undefined) this.#byKey.delete(oldest)
  }

  /** What was seen at this key with exactly this time. */
  find(key: string, modifiedAt: Date): ObjectFacts | undefined {
    const seen = this.#byKey.get(key)
    return seen?.modifiedAt.getTime() === modifiedAt.getTime() ? seen : undefined
  }
}
