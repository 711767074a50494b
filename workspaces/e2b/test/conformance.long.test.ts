import { afterAll, describe } from 'vitest'
import { runSandboxConformance } from '@caisson/conformance'
import { e2bTarget } from './support/e2b-target.js'

const target = await e2bTarget()
afterAll(() => target.close())
describe('E2BSandbox', () => {
  // Mounted buckets have a file of their own.
  runSandboxConformance(target, { except: ['mounts/bucket'] })
})
