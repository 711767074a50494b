/**
 * Suites of conformance that a remote provider passes in each run of the tests. All the others take several times as long
 * and are long tests.
 */
export const shortSuites: readonly string[] = [
  'sandbox/',
  'driver/',
  'errors/',
  'lifecycle/start',
  'lifecycle/stop',
  'lifecycle/destroy',
  'lifecycle/gone-machine',
  'process/run',
  'process/spawn',
  'process/exit',
  'process/environment',
]
