/** A directory of the host that is mounted into a local sandbox by a symbolic link. */
export interface MountedLink {
  /** Where the link is. */
  readonly location: string
  /** What it leads to, with all links resolved. */
  readonly target: string
  /** Commands must not write there. Only isolation can see to that, where the mount itself does not. */
  readonly readOnly: boolean
  /**
   * The directory around a target that is itself a mount of the host. An isolated sandbox is shown this one with what is
   * mounted in it, and so can be started even when the target does not answer.
   */
  readonly frame?: string | undefined
  /** Permissions of the empty directory whose place the link took, and which comes back after it. */
  readonly coveredMode?: number | undefined
}
