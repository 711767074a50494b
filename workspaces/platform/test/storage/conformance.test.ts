import { testConformance } from './support/test-conformance.js'

// One of each kind of request. What is the same over every object store is shown over those that answer faster, and here by the long tests.
testConformance(['read/', 'write/', 'delete/', 'copy/', 'streams/', 'errors/'])
