import { spawn } from 'node:child_process'
import path from 'node:path'
import { Readable, type Writable } from 'node:stream'
import { isErrno } from '../files/is-errno.js'
import { hostVariables } from '../host/host-variable.js'
import { exitStatus } from '../processes/exit-status.js'
import { OutputTail } from '../processes/output-tail.js'
import { followInitReport, type InitReport } from './init-report.js'

/** Where the init's program is put, once per host. */
export function initProgram(hostDirectory: string): string {
  return path.join(hostDirectory, 'init.pl')
}

export interface SpawnedInit {
  /** The process that waits for the init, outside the machine; 0 when it could not be started. */
  readonly pid: number
  readonly report: InitReport
  readonly exited: Promise<number>
  log(): string
}

function sendPlan(stream: Writable, plan: string): void {
  // An init that failed early does not read all; what it reports is the error.
  stream.on('error', (error) => {
    if (!isErrno(error, 'EPIPE', 'ECONNRESET')) throw error
  })
  stream.end(plan)
}

/** Starts the init with a plan. Its output, and later the daemon's, is the log. */
export function spawnInit(perl: string, hostDirectory: string, plan: string, machine: string): SpawnedInit {
  const child = spawn(perl, [initProgram(hostDirectory)], {
    cwd: '/',
    env: { PATH: '/usr/bin:/bin', ...hostVariables(hostDirectory) },
    // A Ctrl-C is for the emulator, which then ends its machines in order.
    detached: true,
    stdio: ['pipe', 'pipe', 'pipe', 'pipe'],
  })
  const output = new OutputTail()
  output.follow(child.stdout)
  output.follow(child.stderr)
  sendPlan(child.stdin, plan)
  const reports = child.stdio[3]
  const report = followInitReport(reports instanceof Readable ? reports : Readable.from([]), machine)
  return { pid: child.pid ?? 0, report, exited: exitStatus(child, 'close'), log: () => output.text() }
}
