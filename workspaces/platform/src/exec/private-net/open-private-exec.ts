import { openHttpCall, readBody, redactSecrets } from '@caisson/kit/http'
import type { SandboxAddress } from '../address-registry.js'
import { PrivateNetExecHttpError } from './private-net-exec-http-error.js'

/** A command for a sandbox in the private network. */
export interface PrivateExecCall {
  readonly address: SandboxAddress
  readonly fetch: typeof fetch
  /** Shell text. */
  readonly command: string
  readonly cwd?: string | undefined
  readonly env?: Readonly<Record<string, string>> | undefined
  /** The sandbox ends the command after so long. */
  readonly timeoutMs?: number | undefined
  /** Cuts the connection, which does not end the command. */
  readonly signal?: AbortSignal | undefined
}

/** The sandbox says at once that it has taken a command over, and its output follows. */
const longestSilenceMs = 30_000
const longestErrorBytes = 64 * 1024

/**
 * Sends a command; resolves when the sandbox has taken it over.
 *
 * Throws `PrivateNetExecHttpError` when it did not, and what `openHttpCall` throws.
 */
export async function openPrivateExec(call: PrivateExecCall): Promise<Response> {
  const { address, fetch: send, command, cwd, env, timeoutMs, signal } = call
  const response = await openHttpCall({
    fetch: send,
    provider: 'platform',
    method: 'POST',
    url: urlIn(address, 'exec'),
    headers: { 'content-type': 'application/json', ...credentialsOf(address) },
    body: JSON.stringify({ command, cwd, env, timeoutMs }),
    signal,
    limitMs: longestSilenceMs,
  })
  if (response.ok) return response
  const body = Buffer.from(await readBody(response, longestErrorBytes)).toString()
  throw new PrivateNetExecHttpError(response.status, redactSecrets(body, address.token ? [address.token] : []))
}

/** The address of one of the two things that a sandbox answers there. */
export function urlIn({ instanceUrl }: SandboxAddress, name: 'exec' | 'health'): string {
  return `${instanceUrl.replace(/\/+$/, '')}/${name}`
}

export function credentialsOf({ token }: SandboxAddress): Record<string, string> {
  return token === undefined ? {} : { authorization: `Bearer ${token}` }
}
