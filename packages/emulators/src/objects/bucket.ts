import { KeyIndex } from './key-index.js'
import { type KeyPage, listKeys, type ListQuery } from './listing.js'
import type { ObjectDraft, ObjectGuard, ObjectPatch, StoredObject } from './stored-object.js'
import { Uploads } from './uploads.js'

/** One page of a listing, in order. */
export interface ObjectPage extends Omit<KeyPage, 'keys'> {
  readonly objects: readonly StoredObject[]
}

const allowed: ObjectGuard = () => undefined

/**
 * The objects under one name. Every change looks and acts in one go: of writers at the same time each sees what the one before has left.
 */
export class Bucket<Settings> {
  readonly name: string
  readonly settings: Settings
  readonly createdAt: Date = new Date()
  readonly uploads: Uploads = new Uploads()
  readonly #objects = new Map<string, StoredObject>()
  readonly #index = new KeyIndex()
  readonly #nextGeneration: () => number

  constructor(name: string, settings: Settings, nextGeneration: () => number) {
    this.name = name
    this.settings = settings
    this.#nextGeneration = nextGeneration
  }

  /** How many objects there are. */
  get size(): number {
    return this.#objects.size
  }

  get(key: string): StoredObject | undefined {
    return this.#objects.get(key)
  }

  /** Writes an object. Takes over its content, and lets go of it when the guard throws. */
  put(key: string, draft: ObjectDraft, guard: ObjectGuard = allowed): StoredObject {
    const current = this.#objects.get(key)
    try {
      guard(current)
    } catch (error) {
      draft.content.release()
      throw error
    }
    const now = new Date()
    const generation = this.#nextGeneration()
    const object = { ...draft, key, generation, metageneration: 1, createdAt: now, modifiedAt: now }
    this.#objects.set(key, object)
    this.#index.add(key)
    current?.content.release()
    return object
  }

  /** Changes what belongs to an object beside its content; `undefined` where there is none. */
  patch(key: string, patch: ObjectPatch, guard: ObjectGuard = allowed): StoredObject | undefined {
    const current = this.#objects.get(key)
    guard(current)
    if (current === undefined) return undefined
    const changed = { ...current, ...patch, metageneration: current.metageneration + 1, modifiedAt: new Date() }
    this.#objects.set(key, changed)
    return changed
  }

  /** Removes an object and says whether there was one. */
  delete(key: string, guard: ObjectGuard = allowed): boolean {
    const current = this.#objects.get(key)
    guard(current)
    if (current === undefined) return false
    this.#objects.delete(key)
    this.#index.remove(key)
    current.content.release()
    return true
  }

  list(query: ListQuery): ObjectPage {
    const { keys, ...rest } = listKeys(this.#index, query)
    return { ...rest, objects: keys.flatMap((key) => this.#objects.get(key) ?? []) }
  }

  /** Lets go of everything. */
  clear(): void {
    this.uploads.clear()
    for (const key of this.#objects.keys()) this.delete(key)
  }
}
