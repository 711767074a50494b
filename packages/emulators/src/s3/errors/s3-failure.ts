import type { OutgoingHttpHeaders } from 'node:http'
import { HttpFailure } from '../../http/http-failure.js'
import { type S3ErrorCode, s3Errors } from './s3-errors.js'

interface FailureMore {
  /** Default: the text of the code. */
  readonly message?: string | undefined
  /** Further elements beside code and message. */
  readonly details?: Readonly<Record<string, string>> | undefined
  readonly headers?: OutgoingHttpHeaders | undefined
}

export function s3Failure(code: S3ErrorCode, { message, details, headers }: FailureMore = {}): HttpFailure {
  const [status, text] = s3Errors[code]
  return new HttpFailure(status, message ?? text, { code, details, headers })
}

/** Names what the emulator does not know. */
export function notImplemented(what: string): HttpFailure {
  const message = `This server does not know ${what}`
  return s3Failure('NotImplemented', { message, details: { Header: what } })
}

export function invalidArgument(name: string, value: string, message: string): HttpFailure {
  return s3Failure('InvalidArgument', { message, details: { ArgumentName: name, ArgumentValue: value } })
}
