import { fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'

/** Where an emulator of E2B listens. */
export interface OpenedEmulator {
  /** Options that lead clients there. */
  readonly connection: { readonly apiKey: string; readonly apiUrl: string; readonly sandboxUrl: string }
  close(): Promise<void>
}

/** Starts an emulator of E2B in another process. */
export async function openE2BEmulator(): Promise<OpenedEmulator> {
  const child = fork(path.resolve(import.meta.dirname, '../workers/e2b-emulator-worker.ts'))
  const [message] = (await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(([code]) => {
      throw new Error(`The emulator ended with ${String(code)} before it listened`)
    }),
  ])) as [{ url: string }]
  return {
    connection: { apiKey: 'e2b_bench', apiUrl: message.url, sandboxUrl: message.url },
    close: async () => {
      const exited = once(child, 'exit')
      child.disconnect()
      await exited
    },
  }
}
