/** A user of the sandbox that is not looked up in the machine's own files. */
export interface DaemonUser {
  readonly name: string
  readonly uid: number
  readonly gid: number
  /** Absolute. */
  readonly home: string
}
