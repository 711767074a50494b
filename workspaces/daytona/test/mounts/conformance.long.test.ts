import { runSandboxConformance } from '@caisson/conformance'
import { afterAll, describe } from 'vitest'
import { daytonaTarget } from '../support/daytona-target.js'

const target = await daytonaTarget()
afterAll(() => target.close())
describe('DaytonaSandbox, mounts', () => {
  runSandboxConformance(target, { only: ['mounts/bucket'] })
})
