/** Why the gateway does not pass a request on. */
export interface Refusal {
  readonly status: number
  readonly message?: string | undefined
  readonly code?: string | undefined
  /** Where a browser is to go. */
  readonly location?: string | undefined
}

export const badToken: Refusal = {
  status: 401,
  message: 'unauthorized: authentication failed: Bearer token is invalid',
  code: 'UNAUTHORIZED',
}

export const notRunning: Refusal = {
  status: 400,
  message: 'bad request: failed to resolve container IP after 3 attempts: no IP address found. Is the Sandbox started?',
  code: 'BAD_REQUEST',
}

export function noContainer(sandboxId: string): Refusal {
  return { status: 404, message: `not found: sandbox container not found: ${sandboxId}`, code: 'NOT_FOUND' }
}

/** The daemon is just ending, or nothing listens on the port. */
export const unreachable: Refusal = { status: 502 }

/** Without a body where there is nothing to say. */
export function refusalBody({ status, message, code }: Refusal, method: string, path: string): unknown {
  if (message === undefined) return undefined
  return {
    statusCode: status,
    message,
    code,
    source: 'DAYTONA_PROXY',
    timestamp: new Date().toISOString(),
    path,
    method,
  }
}
