/** A value that sandboxes may use without seeing it. */
export interface Secret {
  readonly id: string
  readonly sequence: number
  readonly name: string
  readonly createdAt: Date
  /** What a sandbox sees in place of the value. */
  readonly placeholder: string
  value: string
  description: string | undefined
  hosts: readonly string[]
  updatedAt: Date
}
