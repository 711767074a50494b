import { test } from 'vitest'
import { fuzzGCS } from './fuzz.js'

test('stands 600 malformed requests and answers in the form of the API', () => fuzzGCS({ count: 600, seed: 1 }))
