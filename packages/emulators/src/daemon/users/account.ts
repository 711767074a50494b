/** A user as commands and files need it. */
export interface Account {
  readonly name: string
  readonly uid: number
  readonly gid: number
  /** Groups beside the primary one. */
  readonly groups: readonly number[]
  /** Absolute. */
  readonly home: string
}
