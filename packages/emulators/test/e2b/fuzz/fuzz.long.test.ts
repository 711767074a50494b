import { test } from 'vitest'
import { fuzz } from './fuzz.js'

// Another seed for each day: a failure names it.
const seed = Math.floor(Date.now() / 86_400_000)

test(`stands 10 000 malformed requests (seed ${seed})`, () => fuzz({ count: 10_000, seed }))

test(`stands 3000 malformed requests without private machines (seed ${seed})`, () => {
  return fuzz({ count: 3000, seed, backing: 'directory' })
})
