import { afterAll, beforeAll } from 'vitest'

/** An emulator of the calling file's own, started before its tests and closed after them. */
export function useEmulator<Emulator extends { close(): Promise<void> }>(
  start: () => Promise<Emulator>,
): () => Emulator {
  let emulator: Emulator | undefined
  beforeAll(async () => {
    emulator = await start()
  })
  afterAll(async () => emulator?.close())
  return () => {
    if (!emulator) throw new Error('The emulator has not started')
    return emulator
  }
}
