export { runSandboxConformance, selectSandboxCases, type SandboxConformanceOptions } from './harness.js'
export {
  countOutcomes,
  summarizeReport,
  type CaseOutcome,
  type CaseReport,
  type ConformanceReport,
  type OutcomeCounts,
} from './report.js'
export { CaseBench } from './sandbox/case-bench.js'
export { ConformanceError } from './sandbox/conformance-error.js'
export { RecordingLogger, type LogRecord } from './sandbox/recording-logger.js'
export { runCase, runKnownFailing } from './sandbox/run-case.js'
export type { SandboxCase, SandboxSuite } from './sandbox/sandbox-case.js'
export { sandboxSuites } from './sandbox/suites.js'
export {
  missingNeed,
  type CaseNeed,
  type SandboxTarget,
  type TestedBucket,
  type TestedBucketOptions,
  type TestedFilesystem,
  type TestedSandbox,
  type TestedSandboxOptions,
} from './sandbox/target.js'
export { DriverTap, type Gate, type TappedMethod } from './driver/driver-tap.js'
export { readReports, renderSupportMatrix, writeReport } from './support-matrix.js'
export * from './code-mode/index.js'
export * from './filesystem/index.js'
