import { test } from 'vitest'
import { fuzz } from './fuzz.js'

test('stands 600 malformed requests', () => fuzz({ count: 600, seed: 1 }), 60_000)

test('stands 400 malformed requests without private machines', () => {
  return fuzz({ count: 400, seed: 2, backing: 'directory' })
}, 60_000)
