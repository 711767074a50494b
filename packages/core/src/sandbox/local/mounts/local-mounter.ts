import { lstat, realpath } from 'node:fs/promises'
import path from 'node:path'
import type { MountResult } from '../../../contract/mount.js'
import type { MountHost, Mounter, MountRequest } from '../../../driver/mounter.js'
import { MountError, SandboxStateError } from '../../../errors/sandbox-errors.js'
import type { LocalMachine } from '../local-machine.js'
import { systemCode } from '../start-failure.js'
import { makeLink, removeLink, restoreDirectory } from './link-place.js'

/**
 * Mounts directories of the host into a working directory by symbolic links: `/data` becomes `<workingDirectory>/data`.
 *
 * Links of others, files and directories that are not empty are never replaced. Unmounting removes the link and nothing
 * else. Without isolation a link cannot keep anybody from writing, so a filesystem that only reads is then mounted with a
 * warning in the log; under isolation the system enforces it.
 */
export class LocalMounter implements Mounter<LocalMachine> {
  readonly outlivesMachine = true
  readonly #onChange: (machine: LocalMachine) => void
  readonly #warn: (message: string) => void
  readonly #enforcesReadOnly: () => boolean

  constructor(hooks: {
    onChange: (machine: LocalMachine) => void
    warn: (message: string) => void
    enforcesReadOnly: () => boolean
  }) {
    this.#onChange = hooks.onChange
    this.#warn = hooks.warn
    this.#enforcesReadOnly = hooks.enforcesReadOnly
  }

  async mount({ handle }: MountHost<LocalMachine>, requests: readonly MountRequest[]): Promise<readonly MountResult[]> {
    const results: MountResult[] = []
    // One after the other: what is mounted decides about what may still be mounted.
    for (const request of requests) {
      results.push(await outcome(request.mountPath, () => this.#mountOne(handle, request)))
    }
    this.#onChange(handle)
    return results
  }

  async unmount({ handle }: MountHost<LocalMachine>, mountPaths: readonly string[]): Promise<readonly MountResult[]> {
    const results: MountResult[] = []
    for (const mountPath of mountPaths)
      results.push(await outcome(mountPath, () => this.#unmountOne(handle, mountPath)))
    this.#onChange(handle)
    return results
  }

  async #mountOne(machine: LocalMachine, { mountPath, config, filesystem }: MountRequest): Promise<void> {
    const readOnly = filesystem.readOnly === true
    const target = await targetOf(config['basePath'], mountPath)
    checkAccess(machine, { mountPath, target, readOnly })
    const link = await makeLink({ workingDirectory: machine.workingDirectory, mountPath, target })
    if (readOnly && !this.#enforcesReadOnly()) {
      this.#warn(`${mountPath} is read-only for file tools only: without isolation commands can write there`)
    }
    const { coveredMode } = machine.mounts.get(mountPath) ?? {}
    machine.mounts.set(mountPath, { coveredMode, ...link, target, readOnly })
  }

  async #unmountOne(machine: LocalMachine, mountPath: string): Promise<void> {
    const mounted = machine.mounts.get(mountPath)
    if (!mounted) throw new SandboxStateError(`Nothing is mounted at ${mountPath}`, { mountPath })
    await removeLink(mounted.location)
    machine.mounts.delete(mountPath)
    await restoreDirectory(mounted)
  }
}

async function outcome(mountPath: string, step: () => Promise<void>): Promise<MountResult> {
  try {
    await step()
    return { success: true, mountPath }
  } catch (error) {
    return { success: false, mountPath, error: error instanceof Error ? error.message : String(error) }
  }
}

/** The directory to mount, with all links resolved. */
async function targetOf(basePath: unknown, mountPath: string): Promise<string> {
  if (typeof basePath !== 'string' || !path.isAbsolute(basePath)) {
    throw new MountError('The filesystem does not say which directory of this host it is', mountPath)
  }
  try {
    const target = await realpath(basePath)
    if ((await lstat(target)).isDirectory()) return target
  } catch (error) {
    if (systemCode(error) !== 'ENOENT') throw error
    throw new MountError(`The directory to mount does not exist: ${basePath}`, mountPath)
  }
  throw new MountError(`Not a directory: ${basePath}`, mountPath)
}

/** One directory has one real place, so it cannot be writable through one mount and protected through another. */
function checkAccess(machine: LocalMachine, wanted: { mountPath: string; target: string; readOnly: boolean }): void {
  for (const [mountPath, { target, readOnly }] of machine.mounts) {
    if (target !== wanted.target || readOnly === wanted.readOnly || mountPath === wanted.mountPath) continue
    const message = `${target} is mounted at ${mountPath} already, with ${readOnly ? 'less' : 'more'} access`
    throw new MountError(message, wanted.mountPath)
  }
}
