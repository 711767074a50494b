/** A directory of the host that is mounted into a local sandbox by a symbolic link. */
export interface MountedLink {
  /** Where the link is. */
  readonly location: string
  /** What it leads to, with all links resolved. */
  readonly target: string
  /** Commands must not write there. Only isolation can see to that. */
  readonly readOnly: boolean
}
