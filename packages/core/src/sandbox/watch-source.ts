/** A source of bytes, with what became of it. */
export interface WatchedSource<T> {
  readonly source: AsyncIterable<T>
  /** Something was read of it, so that it cannot be read from its beginning again. */
  readonly isRead: boolean
  /** What it threw by itself. */
  readonly failure: { readonly error: unknown } | undefined
}

/** Watches a source, so that its own failure can be told from that of the machine it is written to. */
export function watchSource<T>(source: AsyncIterable<T>): WatchedSource<T> {
  let isRead = false
  let failure: { readonly error: unknown } | undefined
  const watched: AsyncIterable<T> = {
    [Symbol.asyncIterator]: () => {
      const iterator = source[Symbol.asyncIterator]()
      return {
        next: async () => {
          isRead = true
          try {
            return await iterator.next()
          } catch (error) {
            failure = { error }
            throw error
          }
        },
        return: async () => (await iterator.return?.()) ?? { done: true, value: undefined },
      }
    },
  }
  // Something else than a source is refused by who reads it, by name.
  const isSource = typeof source === 'object' && source !== null && Symbol.asyncIterator in source
  return {
    source: isSource ? watched : source,
    get isRead() {
      return isRead
    },
    get failure() {
      return failure
    },
  }
}
