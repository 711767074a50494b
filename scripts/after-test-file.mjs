import { afterAll, vi } from 'vitest'

// Files share processes: what one leaves replaced, the next would meet.
afterAll(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
})
