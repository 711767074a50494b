import { setTimeout as wait } from 'node:timers/promises'
import type { E2BEmulator } from '@caisson/emulators'

export const listRoute = 'GET /v2/sandboxes'
export const createRoute = 'POST /v2/sandboxes'

/** Waits until the look for a twin of the machine that was made last is over, if one was made. */
export async function untilQuiet({ journal }: E2BEmulator): Promise<void> {
  const created = journal.entries({ route: createRoute }).at(-1)
  if (created === undefined) return
  const isOver = () => {
    const lists = journal.entries({ route: listRoute, after: created.number })
    return lists.length > 0 && lists.every(({ outcome }) => outcome !== 'open')
  }
  while (!isOver()) await wait(5)
}
