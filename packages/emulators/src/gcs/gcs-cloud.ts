import type { FaultPlan } from '../http/fault-plan.js'
import type { ObjectStore } from '../objects/index.js'
import type { Gatekeeper } from './access/gatekeeper.js'
import type { BucketSettings } from './buckets/bucket-settings.js'
import type { RewriteStore } from './objects/rewrite-store.js'
import type { SessionStore } from './uploads/session-store.js'

/** All that an emulator of this storage knows. */
export interface GCSCloud {
  readonly store: ObjectStore<BucketSettings>
  readonly gatekeeper: Gatekeeper
  readonly sessions: SessionStore
  readonly rewrites: RewriteStore
  /** The cuts of uploads that were ordered. */
  readonly cuts: FaultPlan
  readonly pageSize: number
  readonly tokenLifetimeMs: number
  readonly rewriteBytesPerCall: number
}
