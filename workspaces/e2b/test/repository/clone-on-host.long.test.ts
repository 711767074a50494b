import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readRepository } from '@caisson/kit/templates'
import { cloneOnHost, type HostCloneRequest } from '../../src/repository/clone-on-host.js'
import { useGitHost } from './support/git-host.js'

const token = 'a-token-of-a-host'
const encoded = Buffer.from(`x-access-token:${token}`).toString('base64')
const run = promisify(execFile)
const git = useGitHost(token)
let folder = ''

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'caisson-test-clones-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

let count = 0
function request(changes: Partial<HostCloneRequest> = {}): HostCloneRequest {
  count += 1
  return {
    repository: readRepository(git.cloneUrl),
    authorization: { scheme: 'bearer', token },
    sha: undefined,
    directory: path.join(folder, `clone-${count}`),
    title: 'template mine',
    ...changes,
  }
}

async function filesWith(text: string, directory: string): Promise<string> {
  // It exits with 1 where it finds none.
  return run('grep', ['-rl', '-e', text, directory]).then(
    ({ stdout }) => stdout,
    ({ code, stdout }: { code: number; stdout: string }) => (code === 1 ? stdout : `grep failed: ${code}`),
  )
}

describe('a clone made here [T07]', () => {
  it('is one commit, which need not be the newest, and nothing is checked out', async () => {
    await git.host.commit('before', '0')
    const wanted = await git.host.commit('wanted', '1')
    await git.host.commit('later', '2')
    const { directory } = request()
    await cloneOnHost(request({ directory, sha: wanted }))
    expect(await readdir(directory)).toEqual(['.git'])
    await run('git', ['-C', directory, 'checkout', '--quiet', '--force', '--detach', wanted])
    expect((await readdir(directory)).toSorted()).toEqual(['.git', 'before', 'wanted'])
    const shown = await run('git', ['-C', directory, 'rev-parse', '--is-shallow-repository', 'HEAD'])
    expect(shown.stdout).toBe(`true\n${wanted}\n`)
    expect((await run('git', ['-C', directory, 'log', '--oneline'])).stdout.trim().split('\n')).toHaveLength(1)
    expect((await run('git', ['-C', directory, 'status', '--short'])).stdout).toBe('')
  })

  it('is the newest commit where none is named', async () => {
    const newest = await git.host.commit('newest', '3')
    const { directory } = request()
    await cloneOnHost(request({ directory }))
    expect((await run('git', ['-C', directory, 'rev-parse', 'HEAD'])).stdout.trim()).toBe(newest)
  })

  it('holds no token and nothing of who made it', async () => {
    const sha = await git.host.commit('more', '4')
    await git.host.commit('most', '5')
    const { directory } = request()
    await cloneOnHost(request({ directory, sha }))
    expect(await filesWith(token, directory)).toBe('')
    expect(await filesWith(encoded, directory)).toBe('')
    const config = await readFile(path.join(directory, '.git/config'), 'utf8')
    expect(config).toContain(`url = ${git.cloneUrl}\n`)
    expect(config).not.toMatch(/authorization|extraheader|credential/i)
    expect(await readdir(path.join(directory, '.git'))).not.toContain('logs')
    expect(await readdir(path.join(directory, '.git'))).not.toContain('hooks')
    expect(git.host.authorizations.at(-1)).toBe(`Basic ${encoded}`)
  })

  it('is not disturbed by the repository whose hook started this program', async () => {
    const { directory } = request()
    const other = path.join(folder, 'other')
    await run('git', ['init', '-q', other])
    const environment = {
      ...process.env,
      GIT_DIR: path.join(other, '.git'),
      GIT_WORK_TREE: other,
      GIT_ASKPASS: 'false',
    }
    await cloneOnHost(request({ directory, environment, sha: await git.host.commit('hooked', '6') }))
    expect(await readdir(directory)).toEqual(['.git'])
    expect((await readdir(other)).toSorted()).toEqual(['.git'])
    expect((await run('git', ['-C', other, 'for-each-ref'])).stdout).toBe('')
  })

  it('fails with what git says, without the token', async () => {
    const wrong = 'another-token-than-that'
    const failing = cloneOnHost(request({ authorization: { scheme: 'bearer', token: wrong } }))
    const error = await failing.catch((reason: unknown) => reason)
    expect(error).toMatchObject({
      code: 'EXECUTION_FAILED',
      retry: 'never',
      message: expect.stringMatching(
        /template mine failed at step clone: git could not clone it\n.*authentication failed/is,
      ),
    })
    expect(String(error)).not.toContain(wrong)
    expect(JSON.stringify(error)).not.toContain(wrong)
    expect((error as Error).cause).toBeUndefined()
  })

  it('needs git, and says so', async () => {
    await expect(cloneOnHost(request({ environment: { PATH: folder } }))).rejects.toMatchObject({
      code: 'EXECUTION_FAILED',
      message: expect.stringContaining('git was not found on this computer'),
    })
  })
})
