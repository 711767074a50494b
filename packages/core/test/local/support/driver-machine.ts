import { mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { onTestFinished } from 'vitest'
import type { DriverSpawnOptions, OutputSink, ProcessExit, RemoteProcess } from '../../../src/driver/sandbox-driver.js'
import type { Isolation } from '../../../src/sandbox/local/isolation/isolation.js'
import { noIsolation } from '../../../src/sandbox/local/isolation/no-isolation.js'
import { Checkpoints } from '../../../src/sandbox/local/checkpoints.js'
import { LocalDriver } from '../../../src/sandbox/local/local-driver.js'
import type { LocalMachine } from '../../../src/sandbox/local/local-machine.js'
import { silentLogger } from '../../../src/util/logging.js'

/** A temporary directory that goes away with the test. */
export async function temporaryDirectory(): Promise<string> {
  const directory = await realpath(await mkdtemp(path.join(tmpdir(), 'caisson-local-')))
  onTestFinished(() => rm(directory, { recursive: true, force: true }))
  return directory
}

/** A process together with everything it printed. */
interface StartedProcess {
  readonly process: RemoteProcess
  stdout(): string
  stderr(): string
  finish(): Promise<{ exit: ProcessExit; stdout: string; stderr: string }>
}

/** A driver with a machine in a temporary directory; its processes are ended after the test. */
export interface DriverMachine {
  readonly driver: LocalDriver
  readonly machine: LocalMachine
  readonly directory: string
  start(command: string, options?: Partial<DriverSpawnOptions>, sink?: Partial<OutputSink>): Promise<StartedProcess>
  run(
    command: string,
    options?: Partial<DriverSpawnOptions>,
  ): Promise<{ exit: ProcessExit; stdout: string; stderr: string }>
  destroy(): Promise<void>
}

export async function driverMachine(isolation: Isolation = noIsolation): Promise<DriverMachine> {
  const directory = path.join(await temporaryDirectory(), 'work')
  const logger = (): typeof silentLogger => silentLogger
  const checkpoints = {
    directory: path.join(directory, '..', 'checkpoints'),
    name: undefined,
    seedName: undefined,
    logger,
  }
  const driver = new LocalDriver({
    workingDirectory: directory,
    isolation,
    nativeSandbox: {},
    checkpoints: new Checkpoints(checkpoints),
    inheritEnv: false,
    timeoutMs: 0,
    logger,
  })
  const request = { id: 'test', env: {}, signal: new AbortController().signal }
  const machine = await driver.create(request)
  const destroy = (): Promise<void> => driver.destroy(driver.describe(machine), machine)
  onTestFinished(destroy)
  const start: DriverMachine['start'] = async (command, options, sink) => {
    const output = { stdout: [] as Uint8Array[], stderr: [] as Uint8Array[] }
    const process = await driver.spawn(
      machine,
      command,
      { env: {}, stdin: 'ignore', channel: false, ...options },
      { stdout: (chunk) => void output.stdout.push(chunk), stderr: (chunk) => void output.stderr.push(chunk), ...sink },
    )
    const text = (name: 'stdout' | 'stderr'): string => Buffer.concat(output[name]).toString()
    return {
      process,
      stdout: () => text('stdout'),
      stderr: () => text('stderr'),
      finish: async () => ({ exit: await process.wait(), stdout: text('stdout'), stderr: text('stderr') }),
    }
  }
  return {
    driver,
    machine,
    directory,
    start,
    run: async (command, options) => (await start(command, options)).finish(),
    destroy,
  }
}
