import { execFileSync } from 'node:child_process'
import { readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import {
  DaytonaConflictError,
  DaytonaGitAuthFailedError,
  DaytonaGitBranchExistsError,
  DaytonaGitBranchNotFoundError,
  DaytonaGitDirtyWorktreeError,
  DaytonaGitMergeConflictError,
  DaytonaGitPushRejectedError,
  DaytonaGitRemoteRejectedError,
  DaytonaGitRepoNotFoundError,
  DaytonaGitTransportFailedError,
  DaytonaValidationError,
  type Sandbox,
} from '@daytonaio/sdk'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { useConnectedToolbox } from './support/connect-sdk.js'
import { serveRepository } from './support/git-server.js'
import { isRoot, rootOnly, testUser, type TestToolbox } from './support/test-toolbox.js'

const connection = useConnectedToolbox()
let toolbox: TestToolbox
let sandbox: Sandbox
let folder: string
let count = 0

beforeAll(() => {
  ;({ toolbox, sandbox } = connection())
})

beforeEach(() => {
  count += 1
  folder = `case-${count}`
})

function inside(...names: string[]): string {
  return path.join(toolbox.home, folder, ...names)
}

async function write(name: string, content: string): Promise<void> {
  await sandbox.fs.uploadFile(Buffer.from(content), `${folder}/${name}`)
}

async function commitFile(repository: string, name: string, content: string): Promise<string> {
  await write(`${repository}/${name}`, content)
  await sandbox.git.add(`${folder}/${repository}`, [name])
  const { sha } = await sandbox.git.commit(`${folder}/${repository}`, `Write ${name}`, 'Ada', 'ada@example.com')
  return sha
}

/** A repository with one commit on `main`. */
async function newRepository(name = 'repo'): Promise<string> {
  await sandbox.git.init(`${folder}/${name}`, false, 'main')
  await commitFile(name, 'first', '1\n')
  return `${folder}/${name}`
}

/** A bare repository with one commit on `main`, and a clone of it. */
async function newRemote(): Promise<{ readonly remote: string; readonly clone: string }> {
  const source = await newRepository('source')
  const remote = inside('remote.git')
  await sandbox.git.init(remote, true, 'main')
  await sandbox.git.remoteAdd(source, 'origin', remote)
  await sandbox.git.push(source, undefined, undefined, undefined, undefined, true)
  await sandbox.git.clone(remote, `${folder}/clone`)
  return { remote, clone: `${folder}/clone` }
}

describe('A repository of its own', () => {
  test('Says how its files are', async () => {
    const repository = await newRepository()
    await write('repo/changed in tree', 'x')
    await write('repo/deep/new', 'x')
    await commitFile('repo', 'old', 'the content of a file\n')
    await sandbox.fs.moveFiles(`${repository}/old`, `${repository}/re named`)
    await sandbox.git.add(repository, ['old', 're named'])
    await write('repo/first', 'changed\n')
    const { fileStatus, ...head } = await sandbox.git.status(repository)
    expect(head).toEqual({
      currentBranch: 'main',
      detached: false,
      upstream: '',
      ahead: 0,
      behind: 0,
      branchPublished: false,
    })
    expect(fileStatus).toEqual([
      { name: 'first', extra: '', staging: 'Unmodified', worktree: 'Modified' },
      { name: 're named', extra: 'old', staging: 'Renamed', worktree: 'Unmodified' },
      { name: 'changed in tree', extra: '', staging: 'Untracked', worktree: 'Untracked' },
      { name: 'deep/new', extra: '', staging: 'Untracked', worktree: 'Untracked' },
    ])
  })

  test.skipIf(!isRoot)(`Belongs to the sandbox's user (${rootOnly})`, async () => {
    await newRepository()
    expect(await stat(inside('repo/.git/HEAD'))).toMatchObject(testUser)
  })

  test('Commits as who is named, with any message, and lists what was committed', async () => {
    const repository = await newRepository()
    await write('repo/second', '2')
    await sandbox.git.add(repository, ['.'])
    const message = 'Sübject "q"\n\nBody $(x)\n- list'
    const { sha } = await sandbox.git.commit(repository, message, 'Ünal "O" Ä', 'u@example.com')
    const log = execFileSync('git', ['-c', 'safe.directory=*', 'log', '--format=%H %an <%ae>', '-1'], {
      cwd: inside('repo'),
      encoding: 'utf8',
    })
    expect(log).toBe(`${sha} Ünal "O" Ä <u@example.com>\n`)
    const response = await fetchHistory(repository)
    expect(response.map(({ hash, author }) => [hash, author])).toEqual([
      [sha, 'Ünal "O" Ä'],
      [expect.stringMatching(/^[0-9a-f]{40}$/), 'Ada'],
    ])
    expect(response[0]?.message.trim()).toBe(message)
    expect(Date.parse(response[0]?.timestamp ?? '')).not.toBeNaN()
  })

  test('Refuses an empty commit unless it is asked for', async () => {
    const repository = await newRepository()
    const commit = (allow: boolean) => sandbox.git.commit(repository, 'Nothing', 'A', 'a@example.com', allow)
    await expect(commit(false)).rejects.toThrow(DaytonaValidationError)
    expect((await commit(true)).sha).toMatch(/^[0-9a-f]{40}$/)
  })

  test('Makes, switches to and removes branches', async () => {
    const repository = await newRepository()
    await sandbox.git.createBranch(repository, 'feature/one')
    expect(await sandbox.git.branches(repository)).toEqual({ branches: ['feature/one', 'main'], current: 'main' })
    await sandbox.git.checkoutBranch(repository, 'feature/one')
    expect((await sandbox.git.status(repository)).currentBranch).toBe('feature/one')
    await expect(sandbox.git.createBranch(repository, 'main')).rejects.toThrow(DaytonaGitBranchExistsError)
    await expect(sandbox.git.checkoutBranch(repository, 'nope')).rejects.toThrow(DaytonaGitBranchNotFoundError)
    await sandbox.git.checkoutBranch(repository, 'main')
    await sandbox.git.deleteBranch(repository, 'feature/one')
    await expect(sandbox.git.deleteBranch(repository, 'feature/one')).rejects.toThrow(DaytonaGitBranchNotFoundError)
    await expect(sandbox.git.createBranch(repository, '--force')).rejects.toThrow(DaytonaValidationError)
  })

  test('Checks out a commit without a branch', async () => {
    const repository = await newRepository()
    const sha = await commitFile('repo', 'second', '2\n')
    await commitFile('repo', 'third', '3\n')
    await sandbox.git.checkoutBranch(repository, sha)
    expect(await sandbox.git.status(repository)).toMatchObject({ currentBranch: 'HEAD', detached: true })
    expect((await sandbox.git.branches(repository)).current).toBe('')
  })

  test('Does not switch over changes that would be lost', async () => {
    const repository = await newRepository()
    await sandbox.git.createBranch(repository, 'other')
    await commitFile('repo', 'first', '2\n')
    await write('repo/first', 'uncommitted\n')
    await expect(sandbox.git.checkoutBranch(repository, 'other')).rejects.toThrow(DaytonaGitDirtyWorktreeError)
  })

  test('Resets and restores', async () => {
    const repository = await newRepository()
    const file = inside('repo/first')
    await commitFile('repo', 'first', '2\n')
    await write('repo/first', 'changed\n')
    await sandbox.git.add(repository, ['first'])
    await sandbox.git.reset(repository, undefined, undefined, ['first'])
    expect((await sandbox.git.status(repository)).fileStatus[0]).toMatchObject({ staging: 'Unmodified' })
    await sandbox.git.restore(repository, ['first'])
    expect(await readFile(file, 'utf8')).toBe('2\n')
    await sandbox.git.restore(repository, ['first'], true, true, 'HEAD~1')
    expect(await readFile(file, 'utf8')).toBe('1\n')
    await sandbox.git.reset(repository, 'hard', 'HEAD~1')
    expect(await fetchHistory(repository)).toHaveLength(1)
    await expect(sandbox.git.reset(repository, 'softly')).rejects.toThrow(DaytonaValidationError)
  })

  test('A directory without one is told, even inside of another', async () => {
    await newRepository()
    await sandbox.fs.createFolder(`${folder}/repo/sub`, '755')
    await expect(sandbox.git.status(`${folder}/repo/sub`)).rejects.toThrow(DaytonaGitRepoNotFoundError)
    await expect(sandbox.git.status(`${folder}/nowhere`)).rejects.toThrow(DaytonaGitRepoNotFoundError)
    await expect(sandbox.git.getConfig('user.name', 'local', `${folder}/repo/sub`)).rejects.toThrow(
      DaytonaGitRepoNotFoundError,
    )
  })
})

describe('Remotes', () => {
  test('Pushes and pulls, and counts how far the two are', async () => {
    const { remote, clone } = await newRemote()
    expect(await sandbox.git.remotes(clone)).toEqual({ remotes: [{ name: 'origin', url: remote }] })
    await commitFile('clone', 'second', '2\n')
    expect(await sandbox.git.status(clone)).toMatchObject({ upstream: 'origin/main', ahead: 1, branchPublished: true })
    await sandbox.git.push(clone)
    await sandbox.git.pull(`${folder}/source`)
    expect(await readFile(inside('source/second'), 'utf8')).toBe('2\n')
    await sandbox.git.pull(`${folder}/source`)
    expect(await sandbox.git.status(clone)).toMatchObject({ ahead: 0, behind: 0 })
  })

  test('Clones a branch, a commit, a part of the history', async () => {
    const { remote, clone } = await newRemote()
    const first = (await fetchHistory(clone))[0]?.hash
    await sandbox.git.createBranch(clone, 'side')
    await sandbox.git.checkoutBranch(clone, 'side')
    await commitFile('clone', 'second', '2\n')
    await sandbox.git.push(clone)
    await sandbox.git.clone(remote, `${folder}/a`, 'side')
    expect((await sandbox.git.status(`${folder}/a`)).currentBranch).toBe('side')
    await sandbox.git.clone(remote, `${folder}/b`, 'side', first)
    expect(await sandbox.git.status(`${folder}/b`)).toMatchObject({ detached: true })
    await sandbox.git.clone(`file://${remote}`, `${folder}/c`, 'side', undefined, undefined, undefined, false, 1)
    expect(await fetchHistory(`${folder}/c`)).toHaveLength(1)
    await expect(sandbox.git.clone(remote, `${folder}/d`, 'nope')).rejects.toThrow(DaytonaGitBranchNotFoundError)
    await expect(sandbox.git.clone(remote, `${folder}/a`)).rejects.toThrow(DaytonaConflictError)
    await expect(sandbox.git.clone(inside('nope.git'), `${folder}/d`)).rejects.toThrow(DaytonaGitRepoNotFoundError)
    await expect(sandbox.git.clone('--upload-pack=id', `${folder}/d`)).rejects.toThrow(DaytonaValidationError)
  })

  test('Tells a push that came too late from one that the remote does not want', async () => {
    const { remote, clone } = await newRemote()
    await commitFile('source', 'second', '2\n')
    await sandbox.git.push(`${folder}/source`)
    await commitFile('clone', 'second', 'other\n')
    await expect(sandbox.git.push(clone)).rejects.toThrow(DaytonaGitPushRejectedError)
    await sandbox.fs.uploadFile(Buffer.from('#!/bin/sh\nexit 1\n'), `${remote}/hooks/pre-receive`)
    await sandbox.fs.setFilePermissions(`${remote}/hooks/pre-receive`, { mode: '755' })
    await commitFile('source', 'third', '3\n')
    await expect(sandbox.git.push(`${folder}/source`)).rejects.toThrow(DaytonaGitRemoteRejectedError)
  })

  test('Tells a merge that does not work out', async () => {
    const { clone } = await newRemote()
    await sandbox.git.configureUser('A', 'a@example.com', 'local', clone)
    await commitFile('source', 'first', 'theirs\n')
    await sandbox.git.push(`${folder}/source`)
    await commitFile('clone', 'first', 'ours\n')
    await expect(sandbox.git.pull(clone)).rejects.toThrow(DaytonaGitMergeConflictError)
    const { fileStatus } = await sandbox.git.status(clone)
    expect(fileStatus).toEqual([
      { name: 'first', extra: '', staging: 'Updated but unmerged', worktree: 'Updated but unmerged' },
    ])
  })

  test('Asks a remote as who is named, and keeps what it is told to', async () => {
    const { remote } = await newRemote()
    execFileSync('git', ['-c', 'safe.directory=*', 'update-server-info'], { cwd: remote })
    const url = await serveRepository(remote, 'ada', 'pa"ss $1')
    const clone = (name: string, ...credentials: [string, string] | []) =>
      sandbox.git.clone(url, `${folder}/${name}`, undefined, undefined, ...credentials)
    await expect(clone('a')).rejects.toThrow(DaytonaGitAuthFailedError)
    await expect(clone('a', 'ada', 'wrong')).rejects.toThrow(DaytonaGitAuthFailedError)
    await clone('a', 'ada', 'pa"ss $1')
    expect(await readFile(inside('a/first'), 'utf8')).toBe('1\n')
    expect(await readFile(inside('a/.git/config'), 'utf8')).not.toContain('pa"ss')
    await expect(clone('b')).rejects.toThrow(DaytonaGitAuthFailedError)
    await sandbox.git.dangerouslyAuthenticate('ada', 'pa"ss $1', new URL(url).host, 'http')
    await clone('b')
  })

  test('Tells a remote that cannot be reached', async () => {
    const url = 'http://127.0.0.1:1/repo.git'
    await expect(sandbox.git.clone(url, `${folder}/x`)).rejects.toThrow(DaytonaGitTransportFailedError)
  })

  test('Adds and overwrites remotes', async () => {
    const { remote, clone } = await newRemote()
    await expect(sandbox.git.remoteAdd(clone, 'origin', '/x')).rejects.toThrow(DaytonaConflictError)
    await sandbox.git.remoteAdd(clone, 'origin', '/x', false, true)
    await sandbox.git.remoteAdd(clone, 'second', remote, true)
    expect(await sandbox.git.remoteGet(clone, 'origin')).toBe('/x')
    expect(await sandbox.git.remoteGet(clone, 'second')).toBe(remote)
    expect(await sandbox.git.remoteGet(clone, 'third')).toBeUndefined()
  })
})

test('Settings are kept for the user or for one repository', async () => {
  const repository = await newRepository()
  expect(await sandbox.git.getConfig('core.testing')).toBeNull()
  await sandbox.git.setConfig('core.testing', 'two words\nand a line')
  expect(await sandbox.git.getConfig('core.testing')).toBe('two words\nand a line')
  await sandbox.git.setConfig('core.testing', 'local', 'local', repository)
  expect(await sandbox.git.getConfig('core.testing', 'local', repository)).toBe('local')
  await sandbox.git.configureUser('Ada', 'ada@example.com')
  expect(await sandbox.git.getConfig('user.email')).toBe('ada@example.com')
  await expect(sandbox.git.setConfig('no-section', 'x')).rejects.toThrow(DaytonaValidationError)
  await expect(sandbox.git.getConfig('core.testing', 'local')).rejects.toThrow(DaytonaValidationError)
})

interface Commit {
  readonly hash: string
  readonly author: string
  readonly message: string
  readonly timestamp: string
}

/** The class `Git` has no call for it. */
async function fetchHistory(repository: string): Promise<readonly Commit[]> {
  const query = new URLSearchParams({ path: repository })
  const answer = await fetch(`${connection().toolboxUrl}/git/history?${query.toString()}`)
  expect(answer.status).toBe(200)
  return (await answer.json()) as readonly Commit[]
}
