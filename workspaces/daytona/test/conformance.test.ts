import { afterAll, describe } from 'vitest'
import { runSandboxConformance } from '@caisson/conformance'
import { shortSuites } from '@caisson/testing'
import { daytonaTarget } from './support/daytona-target.js'

const target = await daytonaTarget()
afterAll(() => target.close())
describe('DaytonaSandbox', () => {
  runSandboxConformance(target, { only: shortSuites })
})
