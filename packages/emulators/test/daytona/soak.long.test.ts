import { test } from 'vitest'
import { soak } from './soak.js'

test('uses 120 sandboxes, 30 at once, and leaves nothing', () => soak(120, 30))
