import type { Content } from './content.js'
import type { Digests } from './digest.js'

/** What is stored at a key when it is written. */
export interface ObjectDraft {
  readonly content: Content
  /** Without quotes. */
  readonly etag: string
  readonly digests: Digests
  readonly contentType: string
  /** The user's own. */
  readonly metadata: Readonly<Record<string, string>>
  /** Other facts that are given back, such as `cache-control`. */
  readonly attributes: Readonly<Record<string, string>>
}

/** An object as it is; a change makes another one. */
export interface StoredObject extends ObjectDraft {
  readonly key: string
  /** Grows with each content, over all objects of a store. */
  readonly generation: number
  /** Counts from 1 for each generation. */
  readonly metageneration: number
  readonly createdAt: Date
  readonly modifiedAt: Date
}

/** What can change while the content stays. */
export type ObjectPatch = Partial<Pick<ObjectDraft, 'contentType' | 'metadata' | 'attributes'>>

/** Looks at what is there, together with the change that follows, and throws where that must not happen. */
export type ObjectGuard = (current: StoredObject | undefined) => void
