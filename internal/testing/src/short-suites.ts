/**
 * Suites of conformance that a remote provider passes in each run of the tests. All the others take several times as long
 * and are long tests.
 */
export const shortSuites: readonly string[] = [
  'sandbox/identity',
  'sandbox/capabilities',
  'driver/',
  'lifecycle/start',
  'lifecycle/destroy',
  'process/run',
  'process/exit',
]
