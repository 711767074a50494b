import { randomBytes } from 'node:crypto'
import { compareKeys } from './compare-keys.js'
import type { Content } from './content.js'
import type { Digests } from './digest.js'
import type { ObjectDraft } from './stored-object.js'

/** A piece of an object that is not complete yet. */
export interface UploadPart {
  readonly number: number
  readonly content: Content
  readonly etag: string
  readonly digests: Digests
  readonly modifiedAt: Date
}

/** An object that comes in pieces. */
export interface Upload {
  readonly id: string
  readonly key: string
  readonly startedAt: Date
  /** What the object will have beside its content. */
  readonly draft: Omit<ObjectDraft, 'content' | 'etag' | 'digests'>
  /** In order of their numbers. */
  readonly parts: readonly UploadPart[]
}

interface OpenUpload extends Omit<Upload, 'parts'> {
  readonly parts: Map<number, UploadPart>
}

function show(upload: OpenUpload): Upload {
  return { ...upload, parts: [...upload.parts.values()].toSorted((a, b) => a.number - b.number) }
}

/** The objects of a bucket that come in pieces. */
export class Uploads {
  readonly #uploads = new Map<string, OpenUpload>()

  start(key: string, draft: Upload['draft']): Upload {
    const upload: OpenUpload = {
      id: randomBytes(24).toString('base64url'),
      key,
      startedAt: new Date(),
      draft,
      parts: new Map(),
    }
    this.#uploads.set(upload.id, upload)
    return show(upload)
  }

  find(id: string): Upload | undefined {
    const upload = this.#uploads.get(id)
    return upload === undefined ? undefined : show(upload)
  }

  /** By key, and of the same key the oldest first. */
  all(): Upload[] {
    return [...this.#uploads.values()].map(show).toSorted((a, b) => compareKeys(a.key, b.key))
  }

  /** Takes over the content, also of an upload that is gone, and says whether it was kept. */
  addPart(id: string, part: Omit<UploadPart, 'modifiedAt'>): boolean {
    const upload = this.#uploads.get(id)
    if (upload === undefined) {
      part.content.release()
      return false
    }
    upload.parts.get(part.number)?.content.release()
    upload.parts.set(part.number, { ...part, modifiedAt: new Date() })
    return true
  }

  /** Ends an upload, complete or not. */
  remove(id: string): boolean {
    const upload = this.#uploads.get(id)
    if (upload === undefined) return false
    for (const { content } of upload.parts.values()) content.release()
    return this.#uploads.delete(id)
  }

  clear(): void {
    for (const id of this.#uploads.keys()) this.remove(id)
  }
}
