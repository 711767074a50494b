import { FilesystemError } from '@caisson/core/workspace'
import type { ResolvedS3Options } from '../options/index.js'
import { rules } from '../options/rules.js'
import { cleanError } from './clean-error.js'
import { failureFacts } from './failure-facts.js'
import type { S3Sdk } from './sdk.js'

const regionCodes: ReadonlySet<string> = new Set([
  'AuthorizationHeaderMalformed',
  'PermanentRedirect',
  'TemporaryRedirect',
  'IllegalLocationConstraintException',
])

/** The error about a bucket that is elsewhere, with the region to set; nothing for other errors. */
export function explainRegion(
  error: unknown,
  { bucket, region }: Pick<ResolvedS3Options, 'bucket' | 'region'>,
  sdk: S3Sdk,
): FilesystemError | undefined {
  const { name, status, region: actual } = failureFacts(error)
  const isElsewhere = regionCodes.has(name) || status === 301 || status === 307
  // HEAD of a bucket elsewhere is answered 400 without a word, except for this header.
  const isHinted = status === 400 && actual !== undefined && actual !== region
  if (!isElsewhere && !isHinted) return undefined
  const isKnown = actual !== undefined && rules.region.isValid(actual) && actual !== region
  const where = isKnown ? `in the region ${actual}` : 'in another region or at another endpoint'
  const text = `The bucket ${bucket} is ${where}, not in ${region}: change the option region${isKnown ? '' : ' or endpoint'}`
  return new FilesystemError(text, 'EINVAL', bucket, { cause: cleanError(error, sdk) })
}
