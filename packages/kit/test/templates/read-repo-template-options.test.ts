import { expect, it } from 'vitest'
import { readRepoTemplateOptions, type RepoTemplateChoices } from '@caisson/kit/templates'

const defaults = { defaultDirectory: '/home/user' }

it('has the defaults of the provider', async () => {
  const { buildEnv, ...settings } = readRepoTemplateOptions({}, defaults)
  const resources = { cpuCount: undefined, memoryMB: undefined }
  expect(settings).toEqual({ setupCommands: [], workingDirectory: '/home/user', resources })
  expect(await buildEnv()).toEqual({})
})

it('reads one command or several, without blank ones', () => {
  expect(readRepoTemplateOptions({ setupCommand: 'npm ci' }, defaults).setupCommands).toEqual(['npm ci'])
  expect(readRepoTemplateOptions({ setupCommand: ['a', ' \n', 'b'] }, defaults).setupCommands).toEqual(['a', 'b'])
})

it('asks for variables each time, and checks them each time', async () => {
  const answers = [{ A: '1' }, { A: '2' }, { 'A-B': '3' }]
  const { buildEnv } = readRepoTemplateOptions({ buildEnv: async () => answers.shift() ?? {} }, defaults)
  expect([await buildEnv(), await buildEnv()]).toEqual([{ A: '1' }, { A: '2' }])
  await expect(buildEnv()).rejects.toMatchObject({ code: 'INVALID_ARGUMENT', details: { option: 'buildEnv' } })
})

it('reads resources and the directory', () => {
  const given = { cpuCount: 4, memoryMB: 8192, workingDirectory: '/srv//code/' }
  const { resources, workingDirectory } = readRepoTemplateOptions(given, defaults)
  expect({ resources, workingDirectory }).toEqual({
    resources: { cpuCount: 4, memoryMB: 8192 },
    workingDirectory: '/srv/code',
  })
})

it.each([
  ['cpuCount', { cpuCount: 0 }],
  ['cpuCount', { cpuCount: 1.5 }],
  ['memoryMB', { memoryMB: '1024' }],
  ['memoryMB', { memoryMB: Number.POSITIVE_INFINITY }],
  ['workingDirectory', { workingDirectory: 'relative' }],
  ['workingDirectory', { workingDirectory: '/a/../b' }],
  ['setupCommand', { setupCommand: 7 }],
  ['setupCommand', { setupCommand: ['ok', 7] }],
  ['setupCommand', { setupCommand: 'secret-word\0' }],
  ['buildEnv', { buildEnv: 'secret-word' }],
  ['buildEnv', { buildEnv: ['secret-word'] }],
  ['buildEnv', { buildEnv: { 'A=B': 'secret-word' } }],
  ['buildEnv.A', { buildEnv: { A: ['secret-word'] } }],
  ['buildEnv.A', { buildEnv: { A: 'secret-word\0' } }],
])('refuses a bad %s by name, and shows nothing secret: %j', (option, given) => {
  const read = (): unknown => readRepoTemplateOptions(given as RepoTemplateChoices, defaults)
  const details = expect.objectContaining({ option })
  expect(read).toThrow(expect.objectContaining({ code: 'INVALID_ARGUMENT', retry: 'never', details }))
  expect(read).toThrow(/^(?!.*secret-word)/s)
})
