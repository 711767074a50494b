import { runCodeModeConformance } from '@caisson/conformance'
import { E2BCodeModeTransport } from '../../src/code-mode/e2b-code-mode-transport.js'
import { useEmulated } from '../support/emulated.js'

const emulated = useEmulated()

runCodeModeConformance({
  name: 'e2b (emulated)',
  createSandbox: () => emulated.make(),
  createTransport: () => new E2BCodeModeTransport(),
})
