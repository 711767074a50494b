import type { OutgoingHttpHeaders } from 'node:http'
import { HttpFailure } from '../../http/http-failure.js'

interface FailureOptions extends ErrorOptions {
  readonly headers?: OutgoingHttpHeaders | undefined
}

/** A failure with the word that this API has for it, such as `notFound`; clients decide on it. */
export function failure(status: number, reason: string, message: string, options: FailureOptions = {}): HttpFailure {
  return new HttpFailure(status, message, { ...options, code: reason })
}

export function invalid(message: string, options: ErrorOptions = {}): HttpFailure {
  return failure(400, 'invalid', message, options)
}

export function noSuchBucket(): HttpFailure {
  return failure(404, 'notFound', 'The specified bucket does not exist.')
}

export function noSuchObject(bucket: string, name: string): HttpFailure {
  return failure(404, 'notFound', `No such object: ${bucket}/${name}`)
}

export function conditionNotMet(): HttpFailure {
  return failure(412, 'conditionNotMet', 'At least one of the pre-conditions you specified did not hold.')
}

/** For what the API has and the emulator has not. */
export function notImplemented(what: string): HttpFailure {
  return failure(501, 'notImplemented', `The emulator does not know ${what}`)
}
