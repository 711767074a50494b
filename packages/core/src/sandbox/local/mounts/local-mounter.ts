import { lstat, mkdir, readdir, readlink, realpath, rmdir, symlink, unlink } from 'node:fs/promises'
import path from 'node:path'
import type { MountResult } from '../../../contract/mount.js'
import type { MountHost, Mounter, MountRequest } from '../../../driver/mounter.js'
import { MountError, SandboxStateError } from '../../../errors/sandbox-errors.js'
import type { LocalMachine } from '../local-machine.js'
import { systemCode } from '../start-failure.js'

/**
 * Ends the text of every link made here. It changes nothing about where the link leads, and tells it from the links of
 * others, also after a restart of the host.
 */
const ownMark = '/.'

/** What is at the place of a mount. `foreign`: something that is not ours to replace. */
type Occupation = 'not_mounted' | 'matching' | 'mismatched' | 'foreign'

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
    const location = path.join(machine.workingDirectory, mountPath)
    await makeParents(machine.workingDirectory, location, mountPath)
    const occupation = await inspect(location, target)
    if (occupation === 'foreign') {
      throw new MountError(`${location} is there and is not a mount of this sandbox; it is left alone`, mountPath)
    }
    if (occupation === 'mismatched') await unlink(location)
    if (occupation !== 'matching') await symlink(target + ownMark, location)
    if ((await realpath(location)) !== target) throw new MountError(`${location} does not lead to ${target}`, mountPath)
    if (readOnly && !this.#enforcesReadOnly()) {
      this.#warn(`${mountPath} is read-only for file tools only: without isolation commands can write there`)
    }
    machine.mounts.set(mountPath, { location, target, readOnly })
  }

  async #unmountOne(machine: LocalMachine, mountPath: string): Promise<void> {
    const mounted = machine.mounts.get(mountPath)
    if (!mounted) throw new SandboxStateError(`Nothing is mounted at ${mountPath}`, { mountPath })
    if (await isOwnLink(mounted.location)) await unlink(mounted.location)
    machine.mounts.delete(mountPath)
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

/** Makes the directories above a mount. None of them may be a link: the mount would land in somebody else's directory. */
async function makeParents(workingDirectory: string, location: string, mountPath: string): Promise<void> {
  let parent = workingDirectory
  for (const name of path.relative(workingDirectory, path.dirname(location)).split(path.sep)) {
    if (name === '') continue
    parent = path.join(parent, name)
    try {
      await mkdir(parent)
    } catch (error) {
      if (systemCode(error) !== 'EEXIST') throw error
      if ((await lstat(parent)).isDirectory()) continue
      throw new MountError(`${parent} is in the way: it is not a directory of the sandbox`, mountPath)
    }
  }
}

/** Looks at the place of a mount. An empty directory is removed: nothing is lost with it. */
async function inspect(location: string, target: string): Promise<Occupation> {
  try {
    const stats = await lstat(location)
    if (stats.isSymbolicLink()) return await inspectLink(location, target)
    if (!stats.isDirectory() || (await readdir(location)).length > 0) return 'foreign'
    await rmdir(location)
    return 'not_mounted'
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return 'not_mounted'
    throw error
  }
}

async function inspectLink(location: string, target: string): Promise<Occupation> {
  const text = await readlink(location)
  if (text === target + ownMark || text === target) return 'matching'
  return text.endsWith(ownMark) ? 'mismatched' : 'foreign'
}

/** Whether a link made here is still there. Anything else that took its place belongs to somebody else. */
async function isOwnLink(location: string): Promise<boolean> {
  try {
    return (await lstat(location)).isSymbolicLink() && (await readlink(location)).endsWith(ownMark)
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return false
    throw error
  }
}
