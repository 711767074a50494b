import { execFile } from 'node:child_process'
import { cp, lstat, mkdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { MachineError } from './machine-error.js'

const longestMessage = 4096

/** GNU cp keeps what Node's does not: owners, extended attributes, hard links, device nodes (which stand for deletions), sparse files. */
const copyArguments = ['--archive', '--sparse=auto', '--reflink=auto', '--no-target-directory', '--']

async function copyOnLinux(source: string, target: string): Promise<void> {
  try {
    await promisify(execFile)('cp', [...copyArguments, source, target], { env: { PATH: '/usr/bin:/bin', LC_ALL: 'C' } })
  } catch (error) {
    const output =
      error instanceof Error && 'stderr' in error ? String(error.stderr).slice(-longestMessage) : String(error)
    throw new MachineError('COPY_FAILED', `copying ${source} to ${target}: ${output.trim()}`, { cause: error })
  }
}

async function copyElsewhere(source: string, target: string): Promise<void> {
  await cp(source, target, {
    recursive: true,
    verbatimSymlinks: true,
    preserveTimestamps: true,
    errorOnExist: true,
    force: false,
  })
}

/** Copies a directory to one that does not exist yet. Leaves nothing at the target when it fails. */
export async function copyTree(source: string, target: string): Promise<void> {
  if (await lstat(target).catch(() => undefined)) throw new MachineError('COPY_FAILED', `${target} exists already`)
  await mkdir(path.dirname(target), { recursive: true })
  try {
    await (process.platform === 'linux' ? copyOnLinux : copyElsewhere)(source, target)
  } catch (error) {
    await rm(target, { recursive: true, force: true })
    throw error
  }
}
