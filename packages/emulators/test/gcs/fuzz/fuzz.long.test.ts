import { test } from 'vitest'
import { fuzzGCS } from './fuzz.js'

// Another seed for each day: a failure names it.
const seed = Math.floor(Date.now() / 86_400_000)

test(`stands 10 000 malformed requests (seed ${seed})`, () => fuzzGCS({ count: 10_000, seed }))
