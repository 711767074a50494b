import { foundByOther, processFaultCases, type FaultCase } from '@caisson/testing'
import type { PlatformSandbox } from '../../../src/index.js'
import { again } from './machines.js'
import { routes } from './routes.js'
import { command, patient } from './sights.js'

const route = routes.exec

export const processCases: readonly FaultCase<PlatformSandbox>[] = [
  ...processFaultCases([
    { operation: 'executeCommand', route, sights: command },
    { operation: 'executeCommand with a listener and env', route, sights: command },
    { operation: 'spawn and wait', route, sights: patient },
    { operation: 'list', route, sights: command },
    { operation: 'sendStdin', route, sights: patient },
    { operation: 'closeStdin', route, sights: patient },
    { operation: 'kill', route, sights: command },
  ]),
  { operation: 'get a process of another client', route, sights: patient, ...foundByOther(again) },
]
