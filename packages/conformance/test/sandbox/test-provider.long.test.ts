import { expect } from 'vitest'
import { countOutcomes, runSandboxConformance, summarizeReport, type ConformanceReport } from '../../src/index.js'
import { bareSupports, ephemeralSupports, fullSupports, openStdinSupports, testTarget } from '../support/test-target.js'

/** The provider is made to conform, so a report of it has nothing but passed and skipped cases. */
function expectClean(report: ConformanceReport): void {
  const { passed, failed, skipped } = countOutcomes(report.cases)
  expect(summarizeReport(report)).toBe(
    `${report.target}: ${passed} passed, 0 failed, ${skipped} skipped by capability, 0 known failing`,
  )
  expect(failed).toBe(0)
  expect(passed).toBeGreaterThan(skipped)
}

const target = testTarget('test provider', fullSupports)
runSandboxConformance(target, {
  onReport: (report) => {
    expectClean(report)
    expect(target.machinesLeft()).toEqual([])
  },
})

// The same provider with less to offer shows the cases about what is missing.
runSandboxConformance(testTarget('bare test provider', bareSupports), {
  only: [
    'sandbox/capabilities',
    'sandbox/write-files',
    'process/stdin',
    'lifecycle/destroy',
    'lifecycle/interleavings',
    'driver/',
  ],
})
runSandboxConformance(testTarget('test provider without an end of input', openStdinSupports), {
  only: ['process/stdin', 'sandbox/write-files', 'driver/'],
})
runSandboxConformance(testTarget('test provider of ephemeral machines', ephemeralSupports), {
  only: ['lifecycle/stop', 'lifecycle/destroy', 'driver/'],
})
