import { afterAll, describe } from 'vitest'
import { runSandboxConformance } from '@caisson/conformance'
import { platformTarget } from './support/platform-target.js'

const target = await platformTarget()
afterAll(() => target.close())
describe('PlatformSandbox', () => {
  // Mounted buckets have a file of their own.
  runSandboxConformance(target, { except: ['mounts/bucket'] })
})

const plain = await platformTarget({}, { features: [], durableSessions: false })
afterAll(() => plain.close())
describe('PlatformSandbox, where sockets take no input and commands cannot be joined again', () => {
  runSandboxConformance(plain, { only: ['process/'] })
})
