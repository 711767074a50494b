import { runSandboxConformance } from '@caisson/conformance'
import { afterAll, describe } from 'vitest'
import { platformTarget } from '../support/platform-target.js'

const target = await platformTarget()
afterAll(() => target.close())
describe('PlatformSandbox, mounts', () => {
  runSandboxConformance(target, { only: ['mounts/bucket'] })
})
