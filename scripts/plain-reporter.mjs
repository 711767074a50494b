/** Ends a run with one line a script can read: `N passed, N failed, N skipped`. */
export default class PlainReporter {
  onTestRunEnd(testModules, unhandledErrors = []) {
    const counts = { passed: 0, failed: 0, skipped: 0, pending: 0 }
    for (const testModule of testModules) {
      const tests = [...testModule.children.allTests()]
      for (const test of tests) counts[test.result().state] += 1
      // A file that could not be loaded, or whose hook failed, has no failed test of its own.
      const brokenFile = testModule.state() === 'failed' && !tests.some((test) => test.result().state === 'failed')
      if (brokenFile) counts.failed += 1
    }
    counts.failed += unhandledErrors.length + counts.pending
    process.stdout.write(`${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped\n`)
  }
}
