import { fileFaultCases, type FaultCase } from '@caisson/testing'
import type { E2BSandbox } from '../../../src/index.js'
import { content, daemonCall, daemonStream, ofReads, unknown } from './sights.js'

const files = 'POST /files'
const start = 'POST /process.Process/Start'
const stat = { ...daemonCall, 'cut after 3 bytes': unknown } as const

export const fileCases: readonly FaultCase<E2BSandbox>[] = fileFaultCases([
  // What is cut while it arrives is told by the stream.
  { operation: 'readFile', route: 'GET /files', sights: { ...ofReads(content), 'cut after 3 bytes': unknown } },
  { operation: 'writeFile', route: files, sights: content },
  { operation: 'writeFile', route: start, sights: daemonStream },
  { operation: 'writeFiles', route: files, sights: content },
  { operation: 'stat', route: 'POST /filesystem.Filesystem/Stat', sights: ofReads(stat) },
  { operation: 'mkdir', route: 'POST /filesystem.Filesystem/MakeDir', sights: stat },
  { operation: 'readdir', route: start, sights: daemonStream },
  { operation: 'deleteFile', route: start, sights: daemonStream },
])
