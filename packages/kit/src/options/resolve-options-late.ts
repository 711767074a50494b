import type { z } from 'zod'
import { resolveOptions, type ResolveRequest, type ResolveResult } from './resolve-options.js'

/** Options whose credentials may still come. */
export interface LateOptions<Options> {
  /** As they were when they were given. */
  readonly options: Options
  /** As they are now: while credentials are missing, each call asks the environment again. */
  current(): ResolveResult<Options>
}

/**
 * Like `resolveOptions`, for a program that loads its variables after a module has made its sandbox: where credentials are
 * missing, the environment is asked for them again when they are needed. What the caller does to the given object in between
 * has no effect.
 */
export function resolveOptionsLate<Options extends object>(
  schema: z.ZodType<Options>,
  given: Options,
  request: ResolveRequest<Options>,
): LateOptions<Options> {
  let latest = resolveOptions(schema, given, request)
  const kept = { ...given }
  return {
    options: latest.options,
    current: () => {
      if (latest.missing !== undefined) latest = resolveOptions(schema, kept, request)
      return latest
    },
  }
}
