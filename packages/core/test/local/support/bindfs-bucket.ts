import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import type { FilesystemMountConfig } from '../../../src/contract/filesystem.js'
import type { MountHost, Mounter, MounterResult, MountProfile, MountRequest } from '../../../src/driver/mounter.js'
import { sh, type ShellCommand } from '../../../src/driver/shell-command.js'
import { LocalFilesystem } from '../../../src/filesystem/index.js'
import { fuseObstacle } from '../../../src/sandbox/local/mounts/fuse-obstacle.js'

/** Why tests that mount by FUSE cannot run here; `undefined` when they can. */
export async function whyNoBindfs(): Promise<string | undefined> {
  const obstacle = await fuseObstacle()
  if (obstacle) return obstacle.error
  return spawnSync('bindfs', ['--version']).error ? 'bindfs is not on PATH' : undefined
}

/** Mount points of this host below a directory. */
export function mountPointsBelow(directory: string): string[] {
  const points = readFileSync('/proc/self/mounts', 'utf8')
    .split('\n')
    .map((line) => line.split(' ')[1] ?? '')
  return points.filter((point) => point.startsWith(`${directory}/`))
}

/** Mounts a directory by FUSE with bindfs, in the way in which buckets are mounted: by scripts in the machine. */
export class BindfsMounter implements Mounter {
  readonly outlivesMachine = false
  readonly profiles: MountProfile[] = []
  readonly mounted: MountRequest[] = []
  readonly unmounted: string[] = []
  /** Whether each host was told what is wanted: on a host that others use as well, nothing else is stale. */
  readonly wanted: unknown[] = []

  async mount(host: MountHost, requests: readonly MountRequest[]): Promise<MounterResult[]> {
    this.mounted.push(...requests)
    this.wanted.push(host.wanted)
    return Promise.all(
      requests.map(async ({ mountPath, config, filesystem }) => {
        const source = String(config['source'])
        const access = filesystem.readOnly ? sh`-r` : sh``
        return answer(
          host,
          mountPath,
          sh`mountpoint -q ${mountPath} || bindfs --no-allow-other ${access} ${source} ${mountPath}`,
        )
      }),
    )
  }

  async unmount(host: MountHost, mountPaths: readonly string[]): Promise<MounterResult[]> {
    this.unmounted.push(...mountPaths)
    const results: MounterResult[] = []
    for (const mountPath of mountPaths.toSorted((left, right) => right.length - left.length)) {
      results.push(
        await answer(
          host,
          mountPath,
          sh`! mountpoint -q ${mountPath} || umount ${mountPath} || umount -l ${mountPath}`,
        ),
      )
    }
    return results
  }
}

async function answer(host: MountHost, mountPath: string, command: ShellCommand): Promise<MounterResult> {
  const { exitCode, stderr } = await host.run(command, { timeoutMs: 10_000 })
  return exitCode === 0
    ? { success: true, mountPath }
    : { success: false, mountPath, error: `${mountPath}: ${Buffer.from(stderr).toString().trim()}` }
}

/** A filesystem that brings its mounter. Its files are those of a directory. */
export class BindfsBucket extends LocalFilesystem {
  readonly mounter: BindfsMounter
  readonly #source: string

  constructor(source: string, options: { mounter?: BindfsMounter; readOnly?: boolean } = {}) {
    super({ basePath: source, readOnly: options.readOnly })
    this.#source = source
    this.mounter = options.mounter ?? new BindfsMounter()
  }

  override getMountConfig(): FilesystemMountConfig {
    return { type: 'bindfs', source: this.#source }
  }

  createMounter(profile: MountProfile): Mounter {
    this.mounter.profiles.push(profile)
    return this.mounter
  }
}
