import type { SandboxError } from 'e2b'

/** Statuses of the daemon's procedures, below all statuses of HTTP. */
export const rpcStatus = { unknown: 2, permissionDenied: 7, unimplemented: 12, internal: 13 } as const

/**
 * The status behind an error of the SDK's general class: that of HTTP, or of a procedure of the daemon. Of calls into the
 * machine the SDK tells it only as the number that the message begins with; that number is read, the wording is not.
 */
export function statusOf(error: SandboxError): number | undefined {
  const status = error.statusCode ?? Number.parseInt(error.message, 10)
  return Number.isNaN(status) ? undefined : status
}
