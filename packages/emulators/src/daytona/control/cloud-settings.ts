export interface CloudSettings {
  /** Keys that are let in; any that is not empty where there are none. */
  readonly apiKeys: readonly string[]
  readonly organizationId: string
  /** The name of the snapshot that is meant when none is named. */
  readonly defaultSnapshot: string
  /** Names of snapshots that exist from the start, the default one among them. */
  readonly snapshotNames: readonly string[]
  /** The region of what is made without one. */
  readonly target: string
  /** How long each change of state takes at least. */
  readonly transitionMs: number
  /** How long create and start hold their answer for a sandbox that is not ready yet. */
  readonly answerHoldMs: number
  /** What counts as a minute for intervals. */
  readonly minuteMs: number
  /** What machines trust, beside what this computer does. */
  readonly trustedCertificates: readonly string[]
  /** Each sandbox has a network of its own, where the backing can. */
  readonly ownNetworks: boolean
  /** The emulator's address, such as `http://127.0.0.1:4321`, without a slash at the end; known once it listens. */
  url: string
  /** How many sandboxes may run at once. Changed by faults. */
  sandboxLimit: number
}
