import { whyNotLive } from '@caisson/testing'
import { describe, it } from 'vitest'
import { checkFiles } from './provider-cases.js'

const reason = whyNotLive('MASTRA_PLATFORM_ACCESS_TOKEN') ?? whyNotLive('MASTRA_PLATFORM_BUCKET_NAME')

describe('Files of Platform, the real cloud', () => {
  const skipped = reason === undefined ? '' : ` (skipped: ${reason})`
  it.skipIf(reason !== undefined)(`are written, read, copied, listed and removed${skipped}`, checkFiles, 60_000)
})
