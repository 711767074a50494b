import { test } from 'vitest'
import { soak } from './soak.js'

test('uses 24 sandboxes, 8 at once, and leaves nothing', () => soak(24, 8), 60_000)
