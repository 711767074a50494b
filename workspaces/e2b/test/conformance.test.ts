import { afterAll, describe } from 'vitest'
import { runSandboxConformance } from '@caisson/conformance'
import { e2bTarget } from './support/e2b-target.js'

const target = await e2bTarget()
afterAll(() => target.close())
describe('E2BSandbox', () => {
  // Mounted buckets take as long as all the rest: they are a long test.
  runSandboxConformance(target, { except: ['mounts/bucket'] })
})
