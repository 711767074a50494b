import {
  MemoryObjectStore,
  ObjectStoreFilesystem,
  type MemoryObjectStoreOptions,
  type MemoryRequest,
} from '../../../src/object-store.js'

export interface Bench {
  readonly store: MemoryObjectStore
  readonly filesystem: ObjectStoreFilesystem<MemoryObjectStore>
  /** What was sent since the last call: `get a/b`. */
  sent(): string[]
  /** Keys with their contents. */
  contents(): Promise<Record<string, string>>
  /** How the next requests end, as long as it says something. */
  fail: ((request: MemoryRequest) => unknown) | undefined
}

export interface BenchOptions extends Omit<MemoryObjectStoreOptions, 'onRequest'> {
  readonly prefix?: string
  readonly readOnly?: boolean
}

/** A filesystem over a bucket in memory that tells what was asked of it. */
export function makeBench({ prefix, readOnly, ...options }: BenchOptions = {}): Bench {
  let journal: string[] = []
  const store = new MemoryObjectStore({
    ...options,
    onRequest: async (request) => {
      journal.push(`${request.operation} ${request.key}`)
      // A turn of the loop, so that requests at the same time do run at the same time.
      await new Promise((resolve) => setImmediate(resolve))
      const failure = await bench.fail?.(request)
      if (failure !== undefined) throw failure
    },
  })
  const bench: Bench = {
    store,
    filesystem: new ObjectStoreFilesystem({ driver: store, prefix, readOnly }),
    sent: () => {
      const sent = journal
      journal = []
      return sent
    },
    contents: async () => {
      const contents: Record<string, string> = {}
      for (const key of store.keys) {
        const { body } = await store.get(key)
        contents[key] = Buffer.concat(await body.toArray()).toString()
      }
      journal = []
      return contents
    },
    fail: undefined,
  }
  return bench
}

/** Puts objects directly into the bucket. */
export async function fill(store: MemoryObjectStore, contents: Record<string, string>): Promise<void> {
  for (const [key, content] of Object.entries(contents)) await store.put(key, Buffer.from(content))
}
