import { HttpFailure } from '../../../http/http-failure.js'

/** A request that makes no sense. */
export function invalid(message: string, options: ErrorOptions = {}): HttpFailure {
  return new HttpFailure(400, message, { ...options, code: 'invalid_request' })
}

export function noSuchBucket(name: string): HttpFailure {
  return new HttpFailure(404, `Bucket ${JSON.stringify(name)} was not found`, { code: 'bucket_not_found' })
}

export function noSuchObject(key: string): HttpFailure {
  return new HttpFailure(404, `Object ${JSON.stringify(key)} was not found`, { code: 'not_found' })
}

export function conditionFailed(key: string): HttpFailure {
  return new HttpFailure(412, `A condition of the request does not hold for ${JSON.stringify(key)}`, {
    code: 'precondition_failed',
  })
}

export function conflict(message: string): HttpFailure {
  return new HttpFailure(409, message, { code: 'conflict' })
}

export function tooLarge(mostBytes: number): HttpFailure {
  return new HttpFailure(413, `Objects have at most ${mostBytes} bytes`, { code: 'payload_too_large' })
}

export function rangeNotSatisfiable(size: number): HttpFailure {
  return new HttpFailure(416, `The range lies outside of the ${size} bytes of the object`, {
    code: 'range_not_satisfiable',
    headers: { 'Content-Range': `bytes */${size}` },
  })
}
