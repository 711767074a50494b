import type { E2BSandboxOptions } from './e2b-sandbox-options.js'

/** What `getInfo().metadata` shows of the options: no secrets, plain JSON, accepted back by `e2bSandboxProvider`. */
export function describeE2BOptions(options: E2BSandboxOptions): Record<string, unknown> {
  const { domain, apiUrl, sandboxUrl, timeout = 300_000, metadata } = options
  return { domain, apiUrl, sandboxUrl, timeout, metadata }
}
