import { afterAll, describe } from 'vitest'
import { runSandboxConformance } from '@caisson/conformance'
import { daytonaTarget } from './support/daytona-target.js'

const target = await daytonaTarget()
afterAll(() => target.close())
describe('DaytonaSandbox', () => {
  // Mounted buckets have a file of their own.
  runSandboxConformance(target, { except: ['mounts/bucket'] })
})
