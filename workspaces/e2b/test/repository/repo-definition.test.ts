import { Template } from 'e2b'
import { describe, expect, it } from 'vitest'
import { readRepository } from '@caisson/kit/templates'
import { makeRepoDefinition, type RepoDefinitionRequest } from '../../src/repository/repo-definition.js'
import { readRepoTemplateSettings } from '../../src/repository/repo-template-settings.js'
import type { RepoTemplateOptions } from '../../src/index.js'

const cloneUrl = 'https://host.example:8443/team/project'
const clone = '/srv/code/project'
const sha = '0123456789abcdef0123456789abcdef01234567'

function request(options: Partial<RepoTemplateOptions>): RepoDefinitionRequest {
  return {
    repository: readRepository(cloneUrl),
    authorization: undefined,
    sha,
    settings: readRepoTemplateSettings({ baseTemplate: 'mine', ...options }),
    variables: {},
    title: 'template mine',
  }
}

async function stepsOf(made: RepoDefinitionRequest): Promise<readonly (readonly [string, string])[]> {
  const { template, dispose } = await makeRepoDefinition(made)
  const { steps } = JSON.parse(await Template.toJSON(template, true)) as { steps: { type: string; args: string[] }[] }
  await dispose?.()
  return steps.map(({ type, args }) => [type, args[0] ?? ''])
}

describe('the definition of a template of a repository [T07]', () => {
  it('lets the build clone what everybody may read, shallowly, and sets it up', async () => {
    const options = { setupCommand: ['npm ci', 'npm test'], workingDirectory: '/srv/code' }
    expect(await stepsOf(request(options))).toEqual([
      ['RUN', expect.stringMatching(/^mkdir -p -- \/srv\/code /)],
      ['WORKDIR', '/srv/code'],
      ['RUN', expect.stringContaining(`git clone --depth 1 --single-branch -- ${cloneUrl} ${clone}`)],
      ['RUN', expect.stringContaining(`git -C ${clone} fetch --depth 1 origin ${sha}`)],
      ['RUN', `git -C ${clone} checkout --detach ${sha}`],
      ['WORKDIR', clone],
      ['RUN', 'npm ci'],
      ['RUN', 'npm test'],
      ['RUN', expect.stringMatching(/sha256:[\da-f]{64} > \.mastra-sandbox\/setup/)],
      ['WORKDIR', '/srv/code'],
    ])
  })

  it('takes the newest where no commit is known', async () => {
    const steps = await stepsOf({ ...request({}), sha: undefined })
    expect(JSON.stringify(steps)).not.toMatch(/checkout|fetch/)
  })

  it('stands on what the default mountable template has, where no other is named', async () => {
    const steps = await stepsOf(request({ baseTemplate: undefined, setupCommand: 'npm ci' }))
    expect(steps.slice(0, 7)).toEqual([
      ['RUN', expect.stringMatching(/apt-get install .*s3fs fuse$/)],
      ['RUN', expect.stringContaining('24.20.0')],
      ['ENV', 'COREPACK_ENABLE_DOWNLOAD_PROMPT'],
      ['USER', 'user'],
      ['WORKDIR', '/home/user'],
      ['RUN', expect.stringMatching(/^mkdir -p -- \/home\/user /)],
      ['WORKDIR', '/home/user'],
    ])
    expect(steps).toContainEqual(['RUN', 'npm ci'])
  })
})
