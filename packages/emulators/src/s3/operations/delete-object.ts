import type { S3Answer, S3Call } from '../s3-call.js'
import { checkExpected } from './conditions.js'

/** What is not there is no failure, unless the client said what it expects. */
export function deleteObject(call: S3Call): S3Answer {
  call.require('write', call.key)
  const expected = call.header('if-match')
  call.bucket().delete(call.key, (current) => {
    if (expected !== undefined) checkExpected(current, expected)
  })
  return { status: 204 }
}
