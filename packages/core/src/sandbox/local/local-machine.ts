import type { LocalProcess } from './process/local-process.js'
import { ProcessTag } from './process/process-tag.js'

/** What a started local sandbox holds: a directory, and the processes started in it. */
export class LocalMachine {
  readonly createdAt: Date = new Date()
  readonly tag: ProcessTag = new ProcessTag()
  readonly processes: Set<LocalProcess> = new Set()
  /** Whether anything was ever started, so that a stop knows whether there can be something to look for. */
  hasStartedProcesses = false

  constructor(readonly workingDirectory: string) {}
}
