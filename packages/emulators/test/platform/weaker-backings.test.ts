import { afterAll, describe, expect, it } from 'vitest'
import { startPlatformEmulator, type Backing, type PlatformEmulator } from '@caisson/emulators'
import { PlatformClient } from './support/platform-context.js'

const started: PlatformEmulator[] = []
afterAll(async () => {
  for (const emulator of started) await emulator.close()
})

/** Why a backing cannot be tried here. */
async function tryToStart(backing: Backing): Promise<PlatformEmulator | undefined> {
  try {
    const emulator = await startPlatformEmulator({ backing })
    started.push(emulator)
    return emulator
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'BACKING_UNAVAILABLE') return undefined
    throw error
  }
}

const backings = ['bubblewrap', 'directory'] as const
const emulators = new Map<Backing, PlatformEmulator | undefined>()
for (const backing of backings) emulators.set(backing, await tryToStart(backing))

describe.each(backings)('machines of the backing %s', (backing) => {
  const emulator = emulators.get(backing)
  it.skipIf(emulator === undefined)(
    'run commands in a directory of their own, and recover from a checkpoint',
    async () => {
      const client = new PlatformClient(emulator as PlatformEmulator)
      const answer = await client.ask('POST', '/sandbox', { environmentId: 'e', id: `kept-${backing}` })
      const body = await answer.text()
      expect([answer.status, body]).toEqual([201, expect.any(String)])
      const { id } = JSON.parse(body) as { id: string }
      expect(await client.run(id, 'echo kept > kept.txt; cat kept.txt')).toMatchObject({
        exit_code: 0,
        stdout: 'kept\n',
      })
      await client.ask('POST', `/sandbox/${id}/checkpoint`, { id: `kept-${backing}` })
      await client.ask('DELETE', `/sandbox/${id}`)
      const second = await client.create({ environmentId: 'e', id: `kept-${backing}` })
      expect((await client.run(second.id, 'cat kept.txt')).stdout).toBe('kept\n')
    },
  )
})
