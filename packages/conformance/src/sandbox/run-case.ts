import { CaseBench } from './case-bench.js'
import { ConformanceError } from './conformance-error.js'
import type { SandboxCase } from './sandbox-case.js'
import type { SandboxTarget } from './target.js'

/** Runs one case and cleans up. Throws what the case found. */
export async function runCase(target: SandboxTarget, entry: SandboxCase): Promise<void> {
  const bench = new CaseBench(target)
  let fault: { readonly error: unknown } | undefined
  try {
    await entry.check(bench)
  } catch (error) {
    fault = { error }
  }
  try {
    await bench.close()
  } catch (error) {
    // What the case found matters more than what it left behind.
    fault ??= { error }
  }
  if (fault) throw fault.error
}

/** Runs a case that is known to fail: passes when it fails, and says so when it no longer does. */
export async function runKnownFailing(target: SandboxTarget, entry: SandboxCase, reason: string): Promise<void> {
  try {
    await runCase(target, entry)
  } catch {
    // The failure is the expected outcome.
    return
  }
  throw new ConformanceError(
    `${entry.id} passes although it is listed as known failing (${reason}): take it off the list`,
  )
}
