import type { CompositePath } from './composite-access.js'
import type { Route } from './mount-table.js'
import { rebaseError } from './rebase-error.js'

/** An error of a call with two paths names the one it was about. */
export async function runOnBoth(
  source: CompositePath,
  destination: CompositePath,
  from: Route,
  step: () => Promise<void>,
): Promise<void> {
  try {
    await step()
  } catch (error) {
    const isSource = error instanceof Error && 'path' in error && error.path === from.inner
    const { given, operation, kind } = isSource ? source : destination
    throw rebaseError(error, { path: given, operation, kind })
  }
}
