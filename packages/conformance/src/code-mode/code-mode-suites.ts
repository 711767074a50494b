import type { CodeModeSuite } from './code-mode-case.js'
import { abortSuite } from './abort.js'
import { allowListSuite } from './allow-list.js'
import { capsSuite } from './caps.js'
import { cleanupSuite } from './cleanup.js'
import { crashSuite } from './crash.js'
import { errorsSuite } from './errors.js'
import { forgerySuite } from './forgery.js'
import { logsSuite } from './logs.js'
import { resultSuite } from './result.js'
import { rpcSuite } from './rpc.js'
import { timeoutSuite } from './timeout.js'
import { valuesSuite } from './values.js'

/** Everything that holds for code mode, whatever the transport and the sandbox. */
export const codeModeSuites: readonly CodeModeSuite[] = [
  resultSuite,
  rpcSuite,
  allowListSuite,
  logsSuite,
  forgerySuite,
  timeoutSuite,
  abortSuite,
  crashSuite,
  valuesSuite,
  errorsSuite,
  capsSuite,
  cleanupSuite,
]
