import { randomBytes } from 'node:crypto'

/** Every answer has these. */
export function requestIds(): Record<'x-amz-request-id' | 'x-amz-id-2', string> {
  return {
    'x-amz-request-id': randomBytes(8).toString('hex').toUpperCase(),
    'x-amz-id-2': randomBytes(42).toString('base64'),
  }
}
