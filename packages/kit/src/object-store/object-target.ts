/** What one operation is about. */
export interface ObjectTarget {
  /** As the caller gave it. */
  readonly path: string
  /** From the root of the filesystem, without outer slashes; empty for the root. */
  readonly inner: string
  /** Of the file that would be here. Empty for the root, which is never one. */
  readonly key: string
  /** What the keys of everything below begin with: the key of the directory's marker. Empty for a whole bucket. */
  readonly below: string
  readonly operation: string
  /** What is missing when it is missing. */
  readonly kind: 'file' | 'directory'
  readonly signal: AbortSignal | undefined
}
