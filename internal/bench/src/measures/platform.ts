import { randomUUID } from 'node:crypto'
import { execByHand, type Lease } from '../bare/exec-by-hand.ts'
import { openPlatformByHand } from '../bare/platform-by-hand.ts'
import type { Measure } from '../run/measure.ts'
import { remoteSandboxMeasure, type BareMachine, type RemoteVendor } from './remote-sandbox.ts'

/** What our provider for Platform costs over a lease and sockets by hand: the vendor has no SDK. */
export const platform: Measure = remoteSandboxMeasure(
  'platform',
  openPlatform,
  'one lease and a bare socket for each command',
)

const headers = { 'content-type': 'application/json' }

async function openPlatform(): Promise<RemoteVendor> {
  const provider = await import('@caisson/platform')
  const { connection, environmentId, ask, close } = await openPlatformByHand()
  return {
    createBare: async (): Promise<BareMachine> => {
      const body = JSON.stringify({ id: randomUUID(), environmentId })
      const created = await ask('POST', '/sandbox', { headers, body })
      const { id } = (await created.json()) as { id: string }
      const lease = (await (await ask('POST', `/sandbox/${id}/exec-lease`)).json()) as Lease
      const run = async (command: string) => {
        const pieces: string[] = []
        const exitCode = await execByHand(lease, command, (text) => void pieces.push(text))
        return { exitCode, stdout: pieces.join('') }
      }
      return {
        run,
        stream: async (command, onText) => void (await execByHand(lease, command, onText)),
        // Nothing but commands gets files in.
        write: async (path, content) => {
          const text = Buffer.from(content).toString('base64')
          await run(`printf %s ${text} | base64 -d > ${path}`)
        },
        remove: async () => void (await ask('DELETE', `/sandbox/${id}`)),
      }
    },
    make: () => new provider.PlatformSandbox({ ...connection, environmentId }),
    transport: new provider.PlatformCodeModeTransport(),
    close,
  }
}
