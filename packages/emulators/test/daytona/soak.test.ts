import { test } from 'vitest'
import { soak } from './soak.js'

test('uses 12 sandboxes, 4 at once, and leaves nothing', () => soak(12, 4), 60_000)
