import { afterAll, describe } from 'vitest'
import { runSandboxConformance } from '@caisson/conformance'
import { shortSuites } from '@caisson/testing'
import { platformTarget } from './support/platform-target.js'

const target = await platformTarget()
afterAll(() => target.close())
describe('PlatformSandbox', () => {
  runSandboxConformance(target, { only: shortSuites })
})
