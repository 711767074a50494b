import type { Resources } from '../images.js'

/** A wish for sandboxes that are ready before they are asked for. */
export interface WarmPool {
  readonly id: string
  /** The name of the snapshot. */
  readonly snapshot: string
  readonly target: string
  readonly resources: Resources
  readonly osUser: string
  readonly createdAt: Date
  pool: number
  updatedAt: Date
}
