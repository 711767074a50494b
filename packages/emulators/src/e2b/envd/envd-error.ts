/** A kind of failure that clients are told about. */
export type EnvdErrorKind =
  | 'invalidArgument'
  | 'notFound'
  | 'alreadyExists'
  | 'permissionDenied'
  | 'noSpace'
  | 'failedPrecondition'
  | 'unimplemented'
  | 'internal'
  | 'unknown'
  | 'unauthenticated'
  | 'deadlineExceeded'
  | 'notAcceptable'
  | 'methodNotAllowed'

/** The status of an HTTP answer; the RPC half has its own codes. */
const statuses = {
  invalidArgument: 400,
  notFound: 404,
  alreadyExists: 409,
  permissionDenied: 403,
  noSpace: 507,
  failedPrecondition: 400,
  unimplemented: 501,
  internal: 500,
  unknown: 500,
  unauthenticated: 401,
  deadlineExceeded: 504,
  notAcceptable: 406,
  methodNotAllowed: 405,
} as const satisfies Record<EnvdErrorKind, number>

/** A failure that the client is told about, in words of the protocol. */
export class EnvdError extends Error {
  override readonly name = 'EnvdError'
  readonly kind: EnvdErrorKind

  constructor(kind: EnvdErrorKind, message: string, options?: ErrorOptions) {
    super(message, options)
    this.kind = kind
  }

  get status(): number {
    return statuses[this.kind]
  }
}
