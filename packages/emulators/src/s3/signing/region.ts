import type { IncomingMessage } from 'node:http'
import { s3Failure } from '../errors/s3-failure.js'
import type { Target } from '../request/target.js'

function bucketRegion(region: string | undefined): Record<string, string> {
  return region === undefined ? {} : { 'x-amz-bucket-region': region }
}

/**
 * A request may be signed for the region of its bucket, or for that of the server it is sent to. `bucket`: undefined where there is no
 * such bucket.
 */
export function checkRegion(given: string, server: string, bucket: string | undefined): void {
  if (given === server || given === bucket) return
  const expected = bucket ?? server
  const message = `The authorization header is malformed; the region '${given}' is wrong; expecting '${expected}'`
  throw s3Failure('AuthorizationHeaderMalformed', {
    message,
    details: { Region: expected },
    headers: bucketRegion(bucket),
  })
}

/** The bucket is elsewhere. Only said to those who have proved who they are. */
export function checkRedirect(
  request: IncomingMessage,
  { bucket }: Target,
  given: string,
  region: string | undefined,
): void {
  if (region === undefined || given === region) return
  const details = { Bucket: bucket, Endpoint: request.headers.host ?? '', Region: region }
  throw s3Failure('PermanentRedirect', { details, headers: bucketRegion(region) })
}
