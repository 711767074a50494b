import { runCodeModeConformance } from '@caisson/conformance'
import { DaytonaCodeModeTransport } from '../../src/code-mode/daytona-code-mode-transport.js'
import { useEmulated } from '../support/emulated.js'

const emulated = useEmulated()

runCodeModeConformance({
  name: 'daytona (emulated)',
  createSandbox: () => emulated.make(),
  createTransport: () => new DaytonaCodeModeTransport(),
})
