import type { CredentialSource } from '../credentials/index.js'

/** A bucket, and what is needed to talk to it. */
export interface GCSBucket {
  readonly name: string
  /** Address of the service, without a path. */
  readonly endpoint: string
  /** It is not Google's usual one, so that nothing may go there without credentials. */
  readonly isCustom: boolean
  readonly projectId?: string | undefined
  /** Absent when the application default credentials have to be asked for. */
  readonly source?: CredentialSource | undefined
}
