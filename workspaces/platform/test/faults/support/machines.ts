import type { PlatformSandbox } from '../../../src/index.js'
import type { Emulated } from '../../support/emulated.js'
import { ask } from '../../support/machines.js'

/** More than these are never looked for. */
const most = 8

/** How many sandboxes run, whoever made them: the platform has no list, but it counts them where it limits them. */
export async function livingCount(target: Emulated): Promise<number> {
  const { faults } = target.emulator
  const { environmentId } = target.connection
  try {
    for (let count = 0; count < most; count += 1) {
      faults.limitSandboxes(count + 1)
      const answer = await ask(target, 'POST', '/sandbox', { id: 'counted', environmentId })
      if (answer.status === 403) continue
      const { id } = (await answer.json()) as { id: string }
      await ask(target, 'DELETE', `/sandbox/${id}`)
      return count
    }
    return most
  } finally {
    faults.limitSandboxes(undefined)
  }
}

/** A client of the same machine that has just come. */
export async function again(sandbox: PlatformSandbox): Promise<PlatformSandbox> {
  const other = sandbox.clone({ sandboxId: sandbox.sandboxId })
  await other.start()
  return other
}
