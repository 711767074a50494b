import type { BuildIds } from './find-builds.js'

/** So many builds are remembered after their end, for their logs. */
const mostRemembered = 1000

type Secrets = readonly string[]
type Listener = (ids: BuildIds) => void

/** The builds at E2B that this process follows, and what nobody may read in their logs. */
export class KnownBuildIds {
  readonly #underWay = new Map<string, BuildIds>()
  readonly #waiting = new Map<string, readonly Listener[]>()
  readonly #secrets = new Map<string, Secrets>()

  /** Of a build that is under way here: its ids, once E2B has told them. Stays open when it ends before. */
  async of(key: string): Promise<BuildIds> {
    const ids = this.#underWay.get(key)
    if (ids !== undefined) return ids
    return new Promise((resolve) => {
      this.#waiting.set(key, [...(this.#waiting.get(key) ?? []), resolve])
    })
  }

  tell(key: string, ids: BuildIds, secrets: Secrets = []): void {
    this.#underWay.set(key, ids)
    for (const listener of this.#waiting.get(key) ?? []) listener(ids)
    this.#waiting.delete(key)
    this.#secrets.set(ids.buildId, secrets)
    const [oldest] = this.#secrets.keys()
    if (this.#secrets.size > mostRemembered && oldest !== undefined) this.#secrets.delete(oldest)
  }

  /** It has ended. */
  forget(key: string): void {
    this.#underWay.delete(key)
    this.#waiting.delete(key)
  }

  /** What the log of a build may hold; nothing where another process has asked for it. */
  secretsOf(buildId: string): Secrets {
    return this.#secrets.get(buildId) ?? []
  }
}

/** Those of this process, of all accounts. */
export const knownBuildIds: KnownBuildIds = new KnownBuildIds()
