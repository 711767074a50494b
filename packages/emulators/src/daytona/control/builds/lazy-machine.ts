import path from 'node:path'
import type { DiskHold, LayerStore } from '../../../disks/layer-store.js'
import type { MachineHost } from '../../../machine/index.js'
import { BuildError } from '../../../builds/build-error.js'
import { BuildMachine } from '../../../builds/build-machine.js'
import { sandboxAccount } from '../machines/sandbox-account.js'
import type { Build } from './build.js'

/** Where a machine sees the files of its build. */
const insideFiles = '/run/caisson/contexts'

export interface LazyMachineOptions {
  readonly build: Build
  readonly host: MachineHost
  readonly layers: LayerStore
  readonly agentFile: string
  /** Files of this computer that the machine sees. */
  readonly archives: readonly string[]
  /** What the machine stands on. Held by whoever makes it. */
  readonly disk: DiskHold
  /** Different for all machines of a build. */
  readonly name: string
}

/** As a machine with a root of its own sees the files of its build. */
export function insidePaths(archives: readonly string[]): readonly string[] {
  return archives.map((file) => path.posix.join(insideFiles, path.basename(file)))
}

/** A machine of a build, which is started when it is first needed. */
export class LazyMachine {
  readonly #options: LazyMachineOptions
  #launched: Promise<BuildMachine> | undefined

  constructor(options: LazyMachineOptions) {
    this.#options = options
    options.build.abort.signal.addEventListener('abort', () => void this.end())
  }

  async get(): Promise<BuildMachine> {
    if (this.#options.build.abort.signal.aborted) throw new BuildError('the build was given up')
    this.#launched ??= this.#launch()
    return this.#launched
  }

  /** What it has written, on top of what it stood on. */
  async disk(): Promise<DiskHold> {
    const { disk, layers } = this.#options
    if (this.#launched === undefined) return disk.share()
    const { machine } = await this.#launched
    await machine.stopKeepingDisk()
    return layers.add(disk, (directory) => machine.copyDisk(directory))
  }

  async end(): Promise<void> {
    const [launched] = await Promise.allSettled([this.#launched])
    if (launched.status === 'fulfilled') await launched.value?.machine.kill()
  }

  #launch(): Promise<BuildMachine> {
    const { build, host, disk, archives, agentFile, name } = this.#options
    const targets = insidePaths(archives)
    const shared = archives.map((source, index) => ({ source, target: targets[index] ?? '', readOnly: true }))
    return BuildMachine.launch({ host, id: `build-${build.id}-${name}`, agentFile, user: sandboxAccount, disk, shared })
  }
}
