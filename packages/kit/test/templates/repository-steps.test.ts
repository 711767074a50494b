import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { repositoryDirectory, repositorySteps, setupSteps, readRepository } from '@caisson/kit/templates'

const run = promisify(execFile)
const repository = readRepository('https://example.com/team/project.git')
let directory = ''

beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'caisson-steps-'))
})
afterAll(() => rm(directory, { recursive: true, force: true }))

it.each([
  ['/', '/project'],
  ['/srv/code', '/srv/code/project'],
])('a clone in %s is in %s', (workingDirectory, expected) => {
  expect(repositoryDirectory({ repository, workingDirectory })).toBe(expected)
})

it('a repository is cloned, checked out, set up and marked, in this order', () => {
  const plan = { repository, sha: 'abcdef0', workingDirectory: '/w', setupCommands: ['one', 'two'], tokenVariable: 'T' }
  const steps = repositorySteps(plan)
  expect(steps).toEqual([
    { run: expect.stringMatching(/^mkdir -p -- \/w 2>/) },
    { workingDirectory: '/w' },
    { run: expect.stringMatching(/"\$T".* git clone --depth 1 .*example\.com\/team\/project \/w\/project$/) },
    { run: expect.stringMatching(/"\$T".* git -C \/w\/project fetch --depth 1 origin abcdef0$/) },
    { run: 'git -C /w/project checkout --detach abcdef0' },
    ...setupSteps(plan),
  ])
  expect(setupSteps(plan)).toEqual([
    { workingDirectory: '/w/project' },
    { run: 'one' },
    { run: 'two' },
    { run: expect.stringContaining('.mastra-sandbox/setup') },
    { workingDirectory: '/w' },
  ])
})

it('without a commit, the head is cloned and nothing is checked out', () => {
  const steps = repositorySteps({ repository, sha: undefined, workingDirectory: '/w', setupCommands: [] })
  const texts = steps.map((step) => ('run' in step ? step.run : ''))
  expect(texts.filter((text) => text.includes('git '))).toEqual([expect.stringContaining('git clone --depth 1')])
})

it('the mark tells setups apart, and git does not see it', async () => {
  const clone = path.join(directory, repository.name)
  await run('git', ['init', '-q', clone])
  const marks: string[] = []
  for (const setupCommands of [['true'], ['true', 'true'], ['true']]) {
    const steps = setupSteps({ repository, sha: undefined, workingDirectory: directory, setupCommands })
    let cwd = directory
    for (const step of steps) {
      if ('workingDirectory' in step) cwd = step.workingDirectory
      else await run('/bin/sh', ['-c', step.run], { cwd })
    }
    expect(cwd).toBe(directory)
    marks.push(await readFile(path.join(clone, '.mastra-sandbox/setup'), 'utf8'))
  }
  expect(marks[0]).toMatch(/^sha256:[0-9a-f]{64}\n$/)
  expect(marks[1]).not.toBe(marks[0])
  expect(marks[2]).toBe(marks[0])
  expect((await run('git', ['-C', clone, 'status', '--porcelain'])).stdout).toBe('')
})
