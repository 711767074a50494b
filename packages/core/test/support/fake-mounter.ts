import { setTimeout as sleep } from 'node:timers/promises'
import type { WorkspaceFilesystem } from '../../src/contract/index.js'
import type { Mounter, MounterResult, MountHost, MountRequest } from '../../src/driver.js'

/** A filesystem of which only mounting matters; with a mounter it brings that. */
export function mountable(config?: Record<string, unknown>, mounter?: Mounter): WorkspaceFilesystem {
  const filesystem: Partial<WorkspaceFilesystem> & { createMounter?: () => Mounter } = {
    id: 'fs',
    name: 'fs',
    provider: 'disk',
    status: 'ready',
  }
  if (config) filesystem.getMountConfig = () => ({ type: 'disk', ...config })
  if (mounter) filesystem.createMounter = () => mounter
  return filesystem as WorkspaceFilesystem
}

/** Remembers what it was asked to do; its answers can be changed. */
export class FakeMounter implements Mounter {
  readonly batches: string[][] = []
  readonly refreshed: string[] = []
  readonly unmounted: string[][] = []
  readonly hashes: string[] = []
  readonly wanted: (readonly string[] | undefined)[] = []
  outlivesMachine = true
  delayMs = 5
  answer: (request: MountRequest) => Partial<MounterResult> = () => ({ success: true })
  answerUnmount: (mountPath: string) => Partial<MounterResult> = () => ({ success: true })

  constructor(
    readonly name = 'mounter',
    readonly journal: string[] = [],
  ) {}

  async mount(host: MountHost, requests: readonly MountRequest[], _signal: AbortSignal): Promise<MounterResult[]> {
    const paths = requests.map((request) => request.mountPath)
    if (requests.every(({ refresh }) => refresh)) this.refreshed.push(...paths)
    else this.batches.push(paths)
    this.journal.push(`${this.name} mounts ${paths.join(' ')}`)
    this.wanted.push(host.wanted)
    this.hashes.push(...requests.map((request) => request.configHash))
    if (this.delayMs > 0) await sleep(this.delayMs)
    return requests.map((request) => ({ success: false, mountPath: request.mountPath, ...this.answer(request) }))
  }

  async unmount(_host: MountHost, mountPaths: readonly string[]): Promise<MounterResult[]> {
    this.unmounted.push([...mountPaths])
    this.journal.push(`${this.name} unmounts ${mountPaths.join(' ')}`)
    return mountPaths.map((mountPath) => ({ success: false, mountPath, ...this.answerUnmount(mountPath) }))
  }
}
