import { afterAll, describe } from 'vitest'
import { runSandboxConformance } from '../../src/index.js'
import { localTarget } from '../support/local-target.js'

const target = await localTarget('none')
afterAll(() => target.close())
describe('LocalSandbox [C13]', () => {
  runSandboxConformance(target)
})
