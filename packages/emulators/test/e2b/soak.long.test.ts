import { test } from 'vitest'
import { soak } from './soak.js'

test('uses 200 sandboxes, 50 at once, and leaves nothing', () => soak(200, 50))
