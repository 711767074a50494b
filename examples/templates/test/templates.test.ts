import { describe, expect, it } from 'vitest'
import { startGitHost } from '@caisson/testing/git-host'
import { runExample } from './support/run-example.js'

describe('the examples of templates do what they say', { timeout: 120_000 }, () => {
  it('[T03] [E03] by-id: a name is taken as it is', async () => {
    const lines = await runExample(async () => await import('../by-id.ts'))
    expect(lines.slice(1)).toEqual(['From my-custom-template: Linux'])
  })

  it('[T04] builder: a definition is built once', async () => {
    const lines = await runExample(async () => await import('../builder.ts'))
    expect(lines.filter((line) => /^first, build: .*RUN echo/.test(line))).toHaveLength(1)
    expect(lines.filter((line) => line.startsWith('second, build: '))).toEqual([])
    expect(lines.slice(-2)).toEqual(['first: hello from the build, hello', 'second: hello from the build, hello'])
  })

  it('[T06] named: a missing one is built, an older one is taken meanwhile', async () => {
    const lines = await runExample(async () => await import('../named.ts'))
    expect(lines.slice(1)).toEqual(['first: toolbox v1', 'second: toolbox v1', 'third: toolbox v2'])
  })

  it('[T07] repository: a clone is there and set up, and nothing prints the token', async () => {
    const token = 'a-token-of-the-host'
    const host = await startGitHost(token)
    try {
      const sha = await host.commit('read-me', 'hello')
      const variables = {
        REPOSITORY_URL: `${host.origin}/team/project`,
        REPOSITORY_TOKEN: token,
        GIT_SSL_CAINFO: host.certificateFile,
      }
      const lines = await runExample(async () => await import('../repository.ts'), variables)
      const name = /^(caisson-repo-team-project-[0-9a-f]{8}:sha-[0-9a-f]{12}) was built/.exec(lines[1] ?? '')?.[1]
      expect(lines.join('\n')).not.toContain(token)
      expect(lines.slice(1)).toEqual([
        `${name} was built at ${sha}`,
        `${name} was reused at ${sha}`,
        'add read-me',
        'read-me',
      ])
    } finally {
      await host.close()
    }
  })

  it('[P02] platform-template: a sandbox is made meanwhile, and from the template once it is built', async () => {
    const lines = await runExample(async () => await import('../platform-template.ts'))
    expect(lines[1]).toMatch(/^Meanwhile: \{"templateId":"/)
    expect(lines.slice(2)).toEqual(['The build is ready', 'Now: hello from the build, hello'])
  })

  it('[D03] daytona-snapshot: is built once', async () => {
    const lines = await runExample(async () => await import('../daytona-snapshot.ts'))
    expect(lines.filter((line) => line.startsWith('build: ')).length).toBeGreaterThan(0)
    expect(lines.filter((line) => !line.startsWith('build: ')).slice(1)).toEqual([
      'The snapshot was built',
      expect.stringMatching(/^Amazon Simple Storage Service File System/),
      'It is reused: true',
    ])
  })
})
