import type { Account } from './accounts.js'

/** `list`: the names below a prefix. `manage`: make and remove buckets. */
export type Action = 'read' | 'list' | 'write' | 'manage'

/** What is asked for. */
export interface Access {
  readonly action: Action
  readonly bucket: string
  /** A key, or the prefix of a listing. Empty: the bucket itself. */
  readonly name: string
  readonly isPublic: boolean
}

/** Whether an account, or anyone, may do something. */
export function may(account: Account | undefined, { action, bucket, name, isPublic }: Access): boolean {
  if (isPublic && (action === 'read' || action === 'list')) return true
  if (account === undefined) return false
  const { buckets, prefixes, readOnly = false, listAll = false } = account
  if (readOnly && (action === 'write' || action === 'manage')) return false
  if (buckets !== undefined && (action === 'manage' || !buckets.includes(bucket))) return false
  if (prefixes === undefined || (listAll && action === 'list')) return true
  return action !== 'manage' && prefixes.some((prefix) => name.startsWith(prefix))
}
