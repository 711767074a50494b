import { afterAll, describe } from 'vitest'
import { runSandboxConformance } from '@caisson/conformance'
import { shortSuites } from '@caisson/testing'
import { e2bTarget } from './support/e2b-target.js'

const target = await e2bTarget()
afterAll(() => target.close())
describe('E2BSandbox', () => {
  runSandboxConformance(target, { only: shortSuites })
})
