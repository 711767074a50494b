import { SandboxError } from '../errors/base-error.js'
import { SandboxUnsupportedFeatureError } from '../errors/sandbox-errors.js'
import { eraseTypes } from '../util/erase-types.js'

/** What Node's codes of refused sources mean for whoever wrote one. */
const refusals: Readonly<Record<string, string>> = {
  ERR_UNSUPPORTED_TYPESCRIPT_SYNTAX:
    'it has syntax that is not erasable: types are removed, not compiled, so enums, namespaces with values, parameter properties and the like cannot run',
  ERR_INVALID_TYPESCRIPT_SYNTAX: 'it has a syntax error',
}

/**
 * Turns TypeScript into JavaScript by blanking out the types, so that lines and columns stay the same. Throws
 * `INVALID_ARGUMENT` for syntax that cannot be erased, and UNSUPPORTED_FEATURE where this host's Node cannot do it.
 */
export async function stripTypes(source: string): Promise<string> {
  try {
    const code = await eraseTypes(source)
    if (code !== undefined) return code
  } catch (cause) {
    throw describeRefusal(cause)
  }
  throw new SandboxUnsupportedFeatureError('Running TypeScript needs Node 22.13 or newer on this host')
}

function describeRefusal(cause: unknown): unknown {
  if (!(cause instanceof Error) || !('code' in cause)) return cause
  const reason = refusals[String(cause.code)]
  if (reason === undefined) return cause
  const details = { option: 'source', language: 'typescript', nodeCode: cause.code }
  const message = `The TypeScript source was not run, since ${reason} (${cause.message})`
  return new SandboxError(message, 'INVALID_ARGUMENT', details, { cause, operation: 'executeCode' })
}
