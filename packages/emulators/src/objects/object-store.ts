import { tmpdir } from 'node:os'
import { Bucket } from './bucket.js'
import type { Content } from './content.js'
import { type DigestName, type Digests, DigestSet } from './digest.js'
import { receiveContent, type Received } from './receive-content.js'

const memoryBytes = 256 * 1024

export interface ObjectStoreOptions {
  /** Where contents above 256 KiB go, in files without names. Default: the system's directory for temporary files. */
  readonly directory?: string | undefined
}

/** The buckets of an emulator of storage. `Settings`: what a vendor knows of a bucket. */
export class ObjectStore<Settings> {
  readonly #buckets = new Map<string, Bucket<Settings>>()
  readonly #directory: string
  #generation = 0

  constructor({ directory = tmpdir() }: ObjectStoreOptions = {}) {
    this.#directory = directory
  }

  /** In order of their names. */
  buckets(): Bucket<Settings>[] {
    return [...this.#buckets.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1))
  }

  bucket(name: string): Bucket<Settings> | undefined {
    return this.#buckets.get(name)
  }

  /** Makes a bucket; the caller has looked whether the name is free. */
  createBucket(name: string, settings: Settings): Bucket<Settings> {
    const bucket = new Bucket(name, settings, () => this.#nextGeneration())
    this.#buckets.get(name)?.clear()
    this.#buckets.set(name, bucket)
    return bucket
  }

  deleteBucket(name: string): void {
    this.#buckets.get(name)?.clear()
    this.#buckets.delete(name)
  }

  /** Takes bytes to their end and computes checksums meanwhile. Who called owns the content. */
  receive(source: AsyncIterable<Uint8Array>, digests: readonly DigestName[]): Promise<Received> {
    return receiveContent(source, { directory: this.#directory, memoryBytes, digests })
  }

  /** Checksums of what is here already. */
  async digest(content: Content, names: readonly DigestName[]): Promise<Digests> {
    const digests = new DigestSet(names)
    for await (const bytes of content.stream()) digests.update(bytes as Buffer)
    return digests.finish()
  }

  clear(): void {
    for (const name of this.#buckets.keys()) this.deleteBucket(name)
  }

  /** Like the vendors': microseconds, and never the same twice. */
  #nextGeneration(): number {
    this.#generation = Math.max(this.#generation + 1, Date.now() * 1000)
    return this.#generation
  }
}
