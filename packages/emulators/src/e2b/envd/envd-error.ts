/**
 * What went wrong, and how the two protocols say it: the status of an HTTP answer, and the number of a Connect code.
 * The numbers are written here, so that the HTTP half does not load the RPC library.
 */
const errorKinds = {
  invalidArgument: { status: 400, connectCode: 3 },
  notFound: { status: 404, connectCode: 5 },
  alreadyExists: { status: 409, connectCode: 6 },
  permissionDenied: { status: 403, connectCode: 7 },
  noSpace: { status: 507, connectCode: 8 },
  failedPrecondition: { status: 400, connectCode: 9 },
  unimplemented: { status: 501, connectCode: 12 },
  internal: { status: 500, connectCode: 13 },
  unauthenticated: { status: 401, connectCode: 16 },
  unknown: { status: 500, connectCode: 2 },
  deadlineExceeded: { status: 504, connectCode: 4 },
  notAcceptable: { status: 406, connectCode: 3 },
  methodNotAllowed: { status: 405, connectCode: 12 },
} as const satisfies Record<string, { status: number; connectCode: number }>

/** A key of the table of failures. */
export type EnvdErrorKind = keyof typeof errorKinds

/** A failure that the client is told about, in words of the protocol. */
export class EnvdError extends Error {
  override readonly name = 'EnvdError'
  readonly kind: EnvdErrorKind

  constructor(kind: EnvdErrorKind, message: string, options?: ErrorOptions) {
    super(message, options)
    this.kind = kind
  }

  get status(): number {
    return errorKinds[this.kind].status
  }

  get connectCode(): number {
    return errorKinds[this.kind].connectCode
  }
}
