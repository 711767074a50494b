import { EmulatorError } from '../http/emulator-error.js'
import { isBucketName } from './operations/bucket-name.js'
import type { S3AccountOptions, S3BucketOptions, S3EmulatorOptions } from './s3-emulator-options.js'

function refuse(name: string, expected: string, given: string): never {
  throw new EmulatorError('INVALID_OPTION', `${name}: expected ${expected}, given ${given}`)
}

const ranges = {
  port: [0, 65_535],
  latencyMs: [0, 2 ** 31 - 1],
  pageSize: [1, 1000],
  largestCopyBytes: [1, Number.MAX_SAFE_INTEGER],
  largestPutBytes: [1, Number.MAX_SAFE_INTEGER],
  smallestPartBytes: [1, Number.MAX_SAFE_INTEGER],
} as const satisfies Partial<Record<keyof S3EmulatorOptions, readonly [number, number]>>

function checkNumbers(options: S3EmulatorOptions): void {
  for (const [name, [least, most]] of Object.entries(ranges)) {
    const value = options[name as keyof typeof ranges]
    if (value === undefined || (Number.isInteger(value) && value >= least && value <= most)) continue
    refuse(name, `a whole number from ${least} to ${most}`, String(value))
  }
}

function checkRegion(name: string, region: string | undefined): void {
  if (region === undefined || /^[a-z0-9-]{1,63}$/.test(region)) return
  refuse(name, 'a region such as us-east-1', JSON.stringify(region))
}

function checkBucket({ name, region }: S3BucketOptions): void {
  if (!isBucketName(name)) refuse('buckets', '3 to 63 small letters, digits, hyphens and dots', JSON.stringify(name))
  checkRegion('buckets', region)
}

function checkAccounts(accounts: readonly S3AccountOptions[]): void {
  const ids = accounts.map(({ accessKeyId }) => accessKeyId)
  const broken = ids.find((id) => !/^[\w.-]{1,128}$/.test(id))
  if (broken !== undefined) refuse('accounts', 'an accessKeyId of letters and digits', JSON.stringify(broken))
  if (new Set(ids).size < ids.length) refuse('accounts', 'different accessKeyIds', ids.join(', '))
  for (const { accessKeyId, secretAccessKey, sessionToken, expiresAt } of accounts) {
    if (secretAccessKey === '' || sessionToken === '') refuse('accounts', 'secrets that are not empty', accessKeyId)
    if (expiresAt !== undefined && sessionToken === undefined) {
      refuse('accounts', 'a sessionToken beside expiresAt', accessKeyId)
    }
  }
}

/** Throws INVALID_OPTION. */
export function checkOptions(options: S3EmulatorOptions): void {
  checkNumbers(options)
  checkRegion('region', options.region)
  const buckets = (options.buckets ?? []).map((bucket) => (typeof bucket === 'string' ? { name: bucket } : bucket))
  for (const bucket of buckets) checkBucket(bucket)
  if (new Set(buckets.map(({ name }) => name)).size < buckets.length) {
    refuse('buckets', 'different names', buckets.map(({ name }) => name).join(', '))
  }
  if (options.accounts?.length === 0) refuse('accounts', 'at least one', 'none')
  checkAccounts(options.accounts ?? [])
  const suffix = options.hostSuffixes?.find((name) => !/^[a-z0-9-]+(\.[a-z0-9-]+)*$/.test(name))
  if (suffix !== undefined) refuse('hostSuffixes', 'names such as s3.test', JSON.stringify(suffix))
}
