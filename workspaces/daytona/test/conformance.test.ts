import { afterAll, describe } from 'vitest'
import { runSandboxConformance } from '@caisson/conformance'
import { daytonaTarget } from './support/daytona-target.js'

const target = await daytonaTarget()
afterAll(() => target.close())
describe('DaytonaSandbox', () => {
  // Mounted buckets take as long as all the rest: they are a long test.
  runSandboxConformance(target, { except: ['mounts/bucket'] })
})
