import { BaseSandbox } from '@caisson/core'
import type { SandboxDriver, SandboxSupports } from '@caisson/core/driver'
import type { SandboxTarget, TestedSandboxOptions } from '../../src/index.js'
import type { ProviderFaults } from './faults.js'
import { TestDriver, TestProvider, type TestMachine } from './test-driver.js'

/** Everything that the test provider can do. */
export const fullSupports: SandboxSupports = {
  stdin: true,
  closeStdin: true,
  streaming: true,
  exactBytes: true,
  backpressure: true,
  channel: false,
  killsEscapedSessions: false,
  attach: false,
  listsForeignProcesses: true,
  ports: true,
  filesystem: true,
  fileModes: true,
  checkpoints: false,
  nativeMounts: [],
  fuse: false,
  sharesHostDisk: true,
  detachedLifecycle: true,
  findsById: true,
  filesSurviveStop: true,
  stopRemoves: false,
  startAfterDestroy: true,
  processesSurviveStop: false,
}

/** As little as a provider can do. */
export const bareSupports: SandboxSupports = {
  ...fullSupports,
  stdin: false,
  closeStdin: false,
  backpressure: false,
  listsForeignProcesses: false,
  ports: false,
  filesystem: false,
  fileModes: false,
  detachedLifecycle: false,
  startAfterDestroy: false,
}

/** A provider without an end of input. */
export const openStdinSupports: SandboxSupports = { ...fullSupports, closeStdin: false, fileModes: false }

/** A provider whose machines do not outlive a stop. */
export const ephemeralSupports: SandboxSupports = { ...fullSupports, filesSurviveStop: false, stopRemoves: true }

let lastId = 0

/** A target over the test provider, with a look at what is left of its machines. */
export interface TestTarget extends SandboxTarget {
  machinesLeft(): readonly string[]
  /** Removes them. */
  close(): Promise<void>
}

/** A target over a test provider of its own. */
export function testTarget(name: string, supports: SandboxSupports, faults: ProviderFaults = {}): TestTarget {
  const provider = new TestProvider()
  return {
    name,
    create: (options: TestedSandboxOptions) => {
      const driver: SandboxDriver<TestMachine> = new TestDriver(provider, supports, faults)
      const id = options.id ?? `test-sandbox-${(lastId += 1)}`
      const describe = (): string => 'Commands run on the host of the tests.'
      return new BaseSandbox<TestMachine>({ name: 'TestSandbox', id, driver, options, describe })
    },
    machinesLeft: () => [...provider.machines.values()].map(({ id }) => id),
    close: () => provider.close(),
  }
}
