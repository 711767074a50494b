/** Codes that do not say more than the status does. */
const generalCodes: Readonly<Record<number, string>> = {
  400: 'BAD_REQUEST',
  401: 'UNAUTHORIZED',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  405: 'METHOD_NOT_ALLOWED',
  408: 'REQUEST_TIMEOUT',
  409: 'CONFLICT',
  410: 'GONE',
  413: 'REQUEST_ENTITY_TOO_LARGE',
  422: 'UNPROCESSABLE_ENTITY',
  500: 'INTERNAL_SERVER_ERROR',
  503: 'SERVICE_UNAVAILABLE',
}

/** A failure that the client is told about. */
export class ToolboxError extends Error {
  override readonly name = 'ToolboxError'
  readonly status: number
  /** What the vendor's client chooses its class of error by. Default: the general code of the status. */
  readonly code: string

  constructor(status: number, message: string, options: ErrorOptions & { readonly code?: string | undefined } = {}) {
    super(message, options)
    this.status = status
    this.code = options.code ?? generalCodes[status] ?? 'INTERNAL_SERVER_ERROR'
  }
}

/** A failure as it is written into bodies. */
export interface ToolboxErrorBody {
  readonly statusCode: number
  readonly message: string
  readonly code: string
  readonly source: 'DAYTONA_DAEMON'
  readonly timestamp: string
  readonly path: string
  readonly method: string
}

/** `path` is that of the request, or the file that the failure is about. */
export function errorBody({ status, message, code }: ToolboxError, method: string, path: string): ToolboxErrorBody {
  const timestamp = new Date().toISOString()
  return { statusCode: status, message, code, source: 'DAYTONA_DAEMON', timestamp, path, method }
}
