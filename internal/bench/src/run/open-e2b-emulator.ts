import { forkEmulator } from './fork-emulator.ts'

/** Where an emulator of E2B listens. */
export interface OpenedEmulator {
  /** Options that lead clients there. */
  readonly connection: { readonly apiKey: string; readonly apiUrl: string; readonly sandboxUrl: string }
  close(): Promise<void>
}

/** Starts an emulator of E2B in another process. */
export async function openE2BEmulator(): Promise<OpenedEmulator> {
  const { message, close } = await forkEmulator<{ url: string }>('e2b-emulator-worker.ts')
  return { connection: { apiKey: 'e2b_bench', apiUrl: message.url, sandboxUrl: message.url }, close }
}
