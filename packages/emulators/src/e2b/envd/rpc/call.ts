import type { ContextKey, HandlerContext } from '@connectrpc/connect'
import { Code, ConnectError, createContextKey } from '@connectrpc/connect'
import type { EnvdErrorKind } from '../envd-error.js'
import { EnvdError } from '../envd-error.js'
import type { SandboxState } from '../sandbox-state.js'
import { toEnvdError } from '../system-error.js'
import type { Account } from '../../../daemon/users/account.js'

const defaultKeepaliveSeconds = 90
const longestKeepaliveSeconds = 86_400

/** The deadline of a call in milliseconds, which the daemon keeps itself. */
export const deadlineKey: ContextKey<number | undefined> = createContextKey<number | undefined>(undefined, {
  description: 'deadline in milliseconds',
})

export function deadlineOf(context: HandlerContext): number | undefined {
  return context.values.get(deadlineKey) ?? context.timeoutMs()
}

export function keepaliveMs(context: HandlerContext): number {
  const seconds = Number(context.requestHeader.get('keepalive-ping-interval') ?? Number.NaN)
  const isUsable = Number.isFinite(seconds) && seconds > 0
  return Math.min(isUsable ? seconds : defaultKeepaliveSeconds, longestKeepaliveSeconds) * 1000
}

/** Who calls: the name of HTTP basic authentication, whose password is always empty. */
export function callerAccount(context: HandlerContext, state: SandboxState): Account {
  const header = context.requestHeader.get('authorization')
  const encoded = /^basic\s+(\S+)\s*$/i.exec(header ?? '')?.[1]
  const given = encoded === undefined ? undefined : Buffer.from(encoded, 'base64').toString('utf8').split(':')[0]
  const name = given === undefined || given === '' ? state.defaultUser : given
  const account = state.users.find(name)
  if (account === undefined) throw new EnvdError('unauthenticated', `invalid username: '${name}'`)
  return account
}

const codes = {
  invalidArgument: Code.InvalidArgument,
  notFound: Code.NotFound,
  alreadyExists: Code.AlreadyExists,
  permissionDenied: Code.PermissionDenied,
  noSpace: Code.ResourceExhausted,
  failedPrecondition: Code.FailedPrecondition,
  unimplemented: Code.Unimplemented,
  internal: Code.Internal,
  unknown: Code.Unknown,
  unauthenticated: Code.Unauthenticated,
  deadlineExceeded: Code.DeadlineExceeded,
  notAcceptable: Code.InvalidArgument,
  methodNotAllowed: Code.Unimplemented,
} as const satisfies Record<EnvdErrorKind, Code>

export function toConnectError(error: unknown): ConnectError {
  if (error instanceof ConnectError) return error
  const { message, kind } = toEnvdError(error)
  return new ConnectError(message, codes[kind], undefined, undefined, error)
}

/** Runs a call whose failures are told in the words of the protocol. */
export async function answer<Value>(action: () => Promise<Value>): Promise<Value> {
  try {
    return await action()
  } catch (error) {
    throw toConnectError(error)
  }
}
