import { abortSuite } from './abort-suite.js'
import { appendSuite } from './append-suite.js'
import { containmentSuite } from './containment-suite.js'
import { copySuite } from './copy-suite.js'
import { deleteSuite } from './delete-suite.js'
import { directorySuite } from './directory-suite.js'
import { encodingSuite } from './encoding-suite.js'
import { errorsSuite } from './errors-suite.js'
import type { FilesystemSuite } from './filesystem-case.js'
import { listingSuite } from './listing-suite.js'
import { moveSuite } from './move-suite.js'
import { pathsSuite } from './paths-suite.js'
import { readOnlySuite } from './read-only-suite.js'
import { readSuite } from './read-suite.js'
import { searchSuite } from './search-suite.js'
import { statSuite } from './stat-suite.js'
import { streamsSuite } from './streams-suite.js'
import { writeSuite } from './write-suite.js'

/** The whole filesystem suite. */
export const filesystemSuites: readonly FilesystemSuite[] = [
  readSuite,
  writeSuite,
  appendSuite,
  copySuite,
  moveSuite,
  deleteSuite,
  directorySuite,
  listingSuite,
  statSuite,
  pathsSuite,
  containmentSuite,
  readOnlySuite,
  abortSuite,
  errorsSuite,
  streamsSuite,
  searchSuite,
  encodingSuite,
]
