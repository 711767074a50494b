import { testConformance } from './support/test-conformance.js'

testConformance()
