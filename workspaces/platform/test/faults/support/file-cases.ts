import { fileFaultCases, type FaultCase, type FileOperationName } from '@caisson/testing'
import type { PlatformSandbox } from '../../../src/index.js'
import { routes } from './routes.js'
import { command } from './sights.js'

const operations = [
  'readFile',
  'writeFile',
  'writeFile, 300 kB',
  'writeFiles',
  'stat',
  'readdir',
  'mkdir',
  'deleteFile',
] as const satisfies readonly FileOperationName[]

export const fileCases: readonly FaultCase<PlatformSandbox>[] = fileFaultCases(
  operations.map((operation) => ({ operation, route: routes.exec, sights: command })),
)
