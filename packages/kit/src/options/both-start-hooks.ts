import type { SandboxStartHook } from '@caisson/core/workspace'

/** One hook and then the other, where there are two; `undefined` where there is none. */
export function bothStartHooks(
  first: SandboxStartHook | undefined,
  second: SandboxStartHook | undefined,
): SandboxStartHook | undefined {
  if (first === undefined || second === undefined) return first ?? second
  return async (args) => {
    await first(args)
    await second(args)
  }
}
