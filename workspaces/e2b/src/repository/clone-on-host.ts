import { execFile, type ExecFileException } from 'node:child_process'
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { processEnvironment, type EnvironmentSource } from '@caisson/kit/options'
import {
  gitEnvironment,
  templateBuildError,
  type Repository,
  type RepositoryAuthorization,
} from '@caisson/kit/templates'

const limitMs = 10 * 60_000
const mostOutputBytes = 1024 * 1024

/** Nothing runs later or for somebody else, and nothing of this computer's user is written into the clone. */
const settings = ['core.hooksPath=/dev/null', 'core.logAllRefUpdates=false', 'gc.auto=0', 'maintenance.auto=false']

export interface HostCloneRequest {
  readonly repository: Repository
  readonly authorization: RepositoryAuthorization
  /** The commit wanted; without one, the head of the default branch. */
  readonly sha: string | undefined
  /** Absolute; made. The clone's `.git` comes into it, and nothing is checked out. */
  readonly directory: string
  /** For errors. */
  readonly title: string
  /** Default: the one of this program. */
  readonly environment?: EnvironmentSource | undefined
}

/**
 * Clones a repository that needs a token, on this computer: E2B has no secrets of a build, so that a token in a definition would stay in it.
 * Only what `git` keeps is fetched, of one commit; files are checked out in the machine, so that nothing of the repository is run here. The
 * token is in the environment of `git` alone.
 *
 * Throws EXECUTION_FAILED, also where `git` is missing here.
 */
export async function cloneOnHost(request: HostCloneRequest): Promise<void> {
  const { repository, sha, directory } = request
  await mkdir(directory, { recursive: true })
  const clone = ['clone', '--quiet', '--depth', '1', '--single-branch', '--no-checkout', '--no-recurse-submodules']
  await git(request, [...clone, '--template=', '--origin', 'origin', '--', repository.url, directory])
  // The empty template has no place for what is to be ignored, which setup adds to.
  await mkdir(path.join(directory, '.git', 'info'), { recursive: true })
  if (sha === undefined) return
  const fetch = ['fetch', '--quiet', '--depth', '1', '--no-tags', '--no-recurse-submodules', '--no-write-fetch-head']
  await git(request, ['-C', directory, ...fetch, 'origin', sha])
}

async function git(request: HostCloneRequest, words: readonly string[]): Promise<void> {
  const { repository, authorization, environment = processEnvironment() } = request
  const env = gitEnvironment(repository, authorization, environment)
  const options = { env, timeout: limitMs, maxBuffer: mostOutputBytes, windowsHide: true }
  const before = settings.flatMap((setting) => ['-c', setting])
  return new Promise((resolve, reject) => {
    execFile('git', [...before, ...words], options, (error, _stdout, stderr) => {
      if (error === null) resolve()
      else reject(cloneError(request, reasonOf(error), stderr))
    })
  })
}

function reasonOf(error: ExecFileException): string {
  if (error.code === 'ENOENT') {
    return 'git was not found on this computer, and it must clone a repository that needs a token'
  }
  return error.killed === true ? `git had not cloned it after ${limitMs / 1000} s` : 'git could not clone it'
}

/** It has no cause: that would hold texts as they came, secrets among them. */
function cloneError({ title, authorization: { token } }: HostCloneRequest, reason: string, output: string): Error {
  const secrets = [token, Buffer.from(`x-access-token:${token}`).toString('base64')]
  const logs = output.split('\n').filter((line) => line.trim() !== '')
  return templateBuildError({ provider: 'e2b', title, reason, step: 'clone', logs, secrets })
}
