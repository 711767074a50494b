import { RecordingLogger } from '@caisson/conformance'
import type { WorkspaceFilesystem } from '@caisson/core'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import type { E2BSandbox, E2BSandboxOptions } from '../../../src/index.js'
import { useEmulated, type Emulated } from '../../support/emulated.js'
import { useStores, type Stores } from './stores.js'
import { whyNoMounts } from './why-no-mounts.js'

/** [BR-013] Variables of the machine that change what programs print, where they look and which keys they take. */
export const misleading = {
  LC_ALL: 'de_DE.UTF-8',
  POSIXLY_CORRECT: '1',
  TMPDIR: '/nonexistent',
  CDPATH: '/etc',
  GREP_OPTIONS: '-v',
  ENV: '/nonexistent',
  AWSACCESSKEYID: 'AKIAOFSOMEBODYELSE00',
  AWSSECRETACCESSKEY: 'secret-of-somebody-else',
  AWSSESSIONTOKEN: 'token-of-somebody-else',
  AWS_ACCESS_KEY_ID: 'AKIAOFSOMEBODYELSE00',
  AWS_CA_BUNDLE: '/nonexistent',
  RCLONE_CONFIG: '/nonexistent',
}

/** What tests of mounts work with. */
export interface MountBench {
  readonly target: Emulated
  readonly stores: Stores
  readonly logger: RecordingLogger
  /** A running sandbox that the tests of the file share; each takes a path of its own. */
  readonly sandbox: E2BSandbox
  /** A sandbox that is destroyed after the tests of the file; starts nothing. */
  make(options?: E2BSandboxOptions): E2BSandbox
}

/** An emulator and a machine for the tests of a file, which are skipped by name where buckets cannot be mounted. */
export function useMountBench({ template }: { template?: (target: Emulated) => Promise<string> } = {}): MountBench {
  const target = useEmulated()
  const stores = useStores()
  const logger = new RecordingLogger()
  const made: E2BSandbox[] = []
  let name: string | undefined
  let shared: E2BSandbox | undefined
  const make = (options: E2BSandboxOptions = {}): E2BSandbox => {
    const sandbox = target.make({ logger, template: name, ...options })
    made.push(sandbox)
    return sandbox
  }
  beforeAll(async () => {
    if (whyNoMounts(target.emulator) !== undefined) return
    name = await template?.(target)
    shared = make({ env: misleading })
    await shared.start()
  })
  beforeEach(({ skip }) => {
    const obstacle = whyNoMounts(target.emulator)
    skip(obstacle !== undefined, obstacle)
  })
  afterAll(async () => {
    await Promise.all(made.map((sandbox) => sandbox.destroy()))
  })
  return {
    target,
    stores,
    logger,
    make,
    get sandbox() {
      if (shared === undefined) throw new TypeError('the sandbox has not started')
      return shared
    },
  }
}

/** Stdout of a command that must succeed. */
export async function sh(sandbox: E2BSandbox, command: string): Promise<string> {
  const { exitCode, stdout, stderr } = await sandbox.executeCommand(command)
  if (exitCode !== 0) throw new TypeError(`${command}: exit ${exitCode}: ${stderr}`)
  return stdout
}

/** Mounts, or fails with the reason. */
export async function mount(sandbox: E2BSandbox, filesystem: WorkspaceFilesystem, mountPath: string): Promise<void> {
  const result = await sandbox.mount(filesystem, mountPath)
  if (!result.success) throw new TypeError(`${mountPath}: ${result.error}`)
}

/** Lines of the machine's table of mounts that name a path. */
export async function mountLines(sandbox: E2BSandbox, mountPath: string): Promise<readonly string[]> {
  const table = await sh(sandbox, 'cat /proc/self/mountinfo')
  return table.split('\n').filter((line) => line.split(' ')[4] === mountPath)
}

/** Process ids of the programs that serve a path. */
export async function daemonsOf(sandbox: E2BSandbox, mountPath: string): Promise<readonly string[]> {
  // The pattern does not match the command that holds it.
  const pattern = `[${mountPath[0]}]${mountPath.slice(1)}( |$)`
  const { stdout } = await sandbox.executeCommand('pgrep', ['-f', `^(s3fs|/usr/bin/rclone|rclone) .*${pattern}`])
  return stdout.split('\n').filter((line) => line !== '')
}

/** Text of a file in a store. */
export async function textOf(filesystem: WorkspaceFilesystem, path: string): Promise<string> {
  return String(await filesystem.readFile(path, { encoding: 'utf8' }))
}
