import type { Measure } from '../run/measure.ts'
import { codeMode } from './code-mode.ts'
import { daytona } from './daytona.ts'
import { daytonaRequests } from './daytona-requests.ts'
import { e2b } from './e2b.ts'
import { executeCommand } from './execute-command.ts'
import { filesystem } from './filesystem.ts'
import { importTime } from './import-time.ts'
import { installedSize } from './installed-size.ts'
import { outputMemory } from './output-memory.ts'
import { outputStream } from './output-stream.ts'
import { platform } from './platform.ts'
import { platformFiles } from './platform-files.ts'
import { s3 } from './s3.ts'
import { shortLines } from './short-lines.ts'

/** Everything that can be measured, in the order of the report. */
export const allMeasures: readonly Measure[] = [
  executeCommand,
  outputStream,
  outputMemory,
  shortLines,
  codeMode,
  importTime,
  installedSize,
  filesystem,
  e2b,
  daytona,
  daytonaRequests,
  platform,
  s3,
  platformFiles,
]
