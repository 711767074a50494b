import { test } from 'vitest'
import { fuzz } from './fuzz.js'

test('stands 200 malformed requests', () => fuzz({ count: 200, seed: 1 }), 120_000)

test('stands 150 malformed requests without private machines', () => {
  return fuzz({ count: 150, seed: 2, backing: 'directory' })
}, 120_000)
