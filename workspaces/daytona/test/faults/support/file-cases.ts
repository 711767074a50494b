import { fileFaultCases, type FaultCase } from '@caisson/testing'
import type { DaytonaSandbox } from '../../../src/index.js'
import { routes } from './routes.js'
import { daemon, ofReads } from './sights.js'

const { script } = routes

export const fileCases: readonly FaultCase<DaytonaSandbox>[] = fileFaultCases([
  { operation: 'readFile', route: routes.download, sights: ofReads(daemon) },
  { operation: 'writeFile', route: script, sights: daemon },
  // What is large goes another way first.
  { operation: 'writeFile, 300 kB', route: routes.upload, sights: daemon },
  { operation: 'writeFile, 300 kB', route: script, sights: daemon },
  { operation: 'writeFiles', route: script, sights: daemon },
  { operation: 'stat', route: script, sights: daemon },
  { operation: 'readdir', route: script, sights: daemon },
  { operation: 'mkdir', route: script, sights: daemon },
  { operation: 'deleteFile', route: script, sights: daemon },
])
