import { describe, expect, it } from 'vitest'
import { type RepoTemplateIdentity, repoTemplateRef } from '../../src/index.js'

const cloneUrl = 'https://github.com/Acme-Corp/My.App_2'
const sha = '0123456789abcdef0123456789abcdef01234567'

function nameOf(identity: Partial<RepoTemplateIdentity> = {}): string {
  return repoTemplateRef({ cloneUrl, ...identity }).split(':')[0] ?? ''
}

describe('the name of a template of a repository', () => {
  it('[T07] tells the repository, and its tag the commit', () => {
    expect(repoTemplateRef({ cloneUrl, sha })).toMatch(/^caisson-repo-acme-corp-my-app-2-[\da-f]{8}:sha-0123456789ab$/)
    expect(repoTemplateRef({ cloneUrl, sha: sha.toUpperCase() })).toBe(repoTemplateRef({ cloneUrl, sha }))
    expect(repoTemplateRef({ cloneUrl })).toBe(`${nameOf({ sha })}:current`)
  })

  it('is the same for the same', () => {
    const identity = { cloneUrl, setupCommand: 'npm ci', buildEnv: { B: '2', A: '1' }, workingDirectory: '/srv' }
    const ref = repoTemplateRef(identity)
    expect(repoTemplateRef({ ...identity, cloneUrl: 'HTTPS://GitHub.com/Acme-Corp/My.App_2.git/' })).toBe(ref)
    expect(repoTemplateRef({ ...identity, setupCommand: [' ', 'npm ci'], workingDirectory: '/srv/' })).toBe(ref)
    expect(repoTemplateRef({ ...identity, buildEnv: { A: '1', B: '2' } })).toBe(ref)
    expect(repoTemplateRef({ ...identity, cpuCount: 2, memoryMB: 1024 })).toBe(ref)
    expect(nameOf({ workingDirectory: '/home/user', buildEnv: {}, setupCommand: [] })).toBe(nameOf())
  })

  it('is another one for anything else that comes out differently', () => {
    const names = [
      {},
      { cloneUrl: 'https://github.com/Acme-Corp/My.App_3' },
      { cloneUrl: 'https://github.com:8443/Acme-Corp/My.App_2' },
      { setupCommand: 'npm ci' },
      { setupCommand: ['npm ci', 'npm run build'] },
      { setupCommand: 'npm ci\nnpm run build' },
      { buildEnv: { A: '1' } },
      { buildEnv: { A: '2' } },
      { buildEnv: ['A'] },
      { buildEnv: ['A', 'B'] },
      { cpuCount: 4 },
      { memoryMB: 2048 },
      { workingDirectory: '/srv' },
      { baseTemplate: 'mine' },
      { defaultTemplate: { tools: [] } },
      { defaultTemplate: { nodeVersion: '24.19.0' } },
    ].map((identity) => nameOf(identity))
    expect(new Set(names).size).toBe(names.length)
  })

  it('tells what is readable of the address, in at most 24 characters each', () => {
    const long = 'x'.repeat(23)
    const cases = [
      ['https://example.com/only', /^caisson-repo-only-[\da-f]{8}$/],
      ['https://example.com/a/b/c/d', /^caisson-repo-c-d-[\da-f]{8}$/],
      ['https://example.com/--__--/...a', /^caisson-repo-a-[\da-f]{8}$/],
      [`https://example.com/${long}-yz/${long}yz`, new RegExp(`^caisson-repo-${long}-${long}y-[\\da-f]{8}$`)],
    ] as const
    for (const [address, expected] of cases) expect(nameOf({ cloneUrl: address })).toMatch(expected)
  })

  it.each([
    ['cloneUrl', 'http://github.com/a/b'],
    ['cloneUrl', 'https://me:word@github.com/a/b'],
    ['cloneUrl', 'https://github.com/a/b?c=d'],
    ['cloneUrl', 'https://github.com/a/b#c'],
    ['cloneUrl', 'https://github.com/'],
    ['cloneUrl', 'https://github.com/a/../b'],
    ['cloneUrl', 'https://github.com/a/$(id)'],
    ['cloneUrl', 'git@github.com:a/b'],
    ['cloneUrl', 'ssh://github.com/a/b'],
    ['cloneUrl', '--upload-pack=id'],
    ['workingDirectory', 'srv'],
    ['workingDirectory', '/srv/../etc'],
    ['workingDirectory', '/srv;id'],
    ['workingDirectory', '/a b'],
    ['workingDirectory', '/~'],
    ['baseTemplate', ''],
    ['baseTemplate', '-a'],
    ['baseTemplate', 'a b'],
    ['nodeVersion', '24'],
    ['sha', 'main'],
    ['sha', 'abc'],
    ['cpuCount', 0],
    ['cpuCount', 1.5],
    ['memoryMB', -1],
    ['buildEnv', { 'A-B': '1' }],
    ['buildEnv', { A: 'a\0b' }],
    ['buildEnv', ['A B']],
    ['setupCommand', 'a\0b'],
  ])('refuses %s %j', (name, value) => {
    const refuse = (): string =>
      repoTemplateRef({
        cloneUrl,
        ...(name === 'nodeVersion' ? { defaultTemplate: { [name]: value } } : { [name]: value }),
      } as RepoTemplateIdentity)
    expect(refuse).toThrow(
      expect.objectContaining({ code: 'INVALID_ARGUMENT', message: expect.stringContaining(name) }),
    )
    expect(refuse).not.toThrow(/me:word/)
  })

  it('refuses an address without end', () => {
    expect(() => repoTemplateRef({ cloneUrl: `https://github.com/${'a/'.repeat(1024)}b` })).toThrow(/cloneUrl/)
  })

  it.each(['https://github.com:8443/a/b', 'https://127.0.0.1:65535/a', 'https://host.example/a/b/c/d.e_f-g'])(
    'takes %s',
    (address) => {
      expect(repoTemplateRef({ cloneUrl: address })).toMatch(/^caisson-repo-/)
    },
  )
})
