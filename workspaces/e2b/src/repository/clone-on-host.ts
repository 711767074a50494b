import { execFile, type ChildProcess, type ExecFileException } from 'node:child_process'
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { startTimer } from '@caisson/core/driver'
import { processEnvironment, type EnvironmentSource } from '@caisson/kit/options'
import {
  gitEnvironment,
  templateBuildError,
  type Repository,
  type RepositoryAuthorization,
} from '@caisson/kit/templates'
import { atProgramEnd, letGo } from './last-acts.js'

const defaultLimitMs = 10 * 60_000
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
  /** How long `git` may take for each of its steps, in milliseconds. Default 600 000. */
  readonly limitMs?: number | undefined
}

/**
 * Clones a repository that needs a token, on this computer: E2B has no secrets of a build, so that a token in a definition would stay in it.
 * Only what `git` keeps is fetched, of one commit; files are checked out in the machine, so that nothing of the repository is run here. The
 * token is in the environment of `git` alone. It keeps no program alive, which is a matter of those who wait for the build, and `git` ends with
 * the program.
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
  const { repository, authorization, environment = processEnvironment(), limitMs = defaultLimitMs } = request
  const env = gitEnvironment(repository, authorization, environment)
  const options = { env, maxBuffer: mostOutputBytes, windowsHide: true }
  const before = settings.flatMap((setting) => ['-c', setting])
  return new Promise((resolve, reject) => {
    const child = execFile('git', [...before, ...words], options, (error, _stdout, stderr) => {
      limit.cancel()
      forget()
      if (error === null) resolve()
      else reject(cloneError(request, reasonOf(error, limitMs), stderr))
    })
    for (const resource of [child, child.stdin, child.stdout, child.stderr]) letGo(resource)
    const forget = endWithProgram(child)
    // The limit of `execFile` itself would keep the program alive.
    const limit = startTimer(limitMs, () => end(child), { background: true })
  })
}

/** Programs that `git` has started may hold its output open. */
function end(child: ChildProcess): void {
  child.kill()
  child.stdout?.destroy()
  child.stderr?.destroy()
}

function endWithProgram(child: ChildProcess): () => void {
  if (child.pid === undefined) return () => undefined
  return atProgramEnd({ run: () => child.kill('SIGKILL'), script: 'kill -KILL "$1"', argument: String(child.pid) })
}

function reasonOf(error: ExecFileException, limitMs: number): string {
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
