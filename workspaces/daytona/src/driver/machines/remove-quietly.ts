import type { Sandbox } from '@daytonaio/sdk'
import { ask } from '../asking.js'
import type { ControlContext } from './control-context.js'

const removalSeconds = 30

/** Removes a machine that has failed. Where that does not work either, the log says so: it is in nobody's way but by its name. */
export async function removeQuietly({ sdk, logger }: ControlContext, sandbox: Sandbox): Promise<void> {
  const { id, state } = sandbox
  logger.info(`daytona: removing machine ${id}, which ended in state ${state ?? 'unknown'}`)
  try {
    await ask(async () => sandbox.delete(removalSeconds))
  } catch (error) {
    if (!(error instanceof sdk.DaytonaNotFoundError)) logger.warn(`daytona: removing machine ${id} failed`, error)
  }
}
