import { expect, it } from 'vitest'
import { gitEnvironment, readRepository } from '@caisson/kit/templates'

const repository = readRepository('https://git.example:8443/team/name')
const authorization = { scheme: 'bearer', token: 'a-token' } as const

it('keeps the environment, but nothing that binds git to another repository or lets it ask', () => {
  const hook = { GIT_DIR: '/elsewhere/.git', GIT_WORK_TREE: '/elsewhere', GIT_INDEX_FILE: '/elsewhere/index' }
  const command = { GIT_CONFIG_PARAMETERS: "'credential.helper'='store'", GIT_QUARANTINE_PATH: '/elsewhere/incoming' }
  const editor = { GIT_ASKPASS: '/opt/editor/ask.sh', LC_ALL: 'fr_FR.UTF-8' }
  const environment = gitEnvironment(repository, undefined, { HOME: '/home/me', ...hook, ...command, ...editor })
  expect(environment).toEqual({
    HOME: '/home/me',
    GIT_ASKPASS: '',
    GIT_TERMINAL_PROMPT: '0',
    GIT_CONFIG_COUNT: '2',
    GIT_CONFIG_KEY_0: 'credential.helper',
    GIT_CONFIG_VALUE_0: '',
    GIT_CONFIG_KEY_1: 'http.extraHeader',
    GIT_CONFIG_VALUE_1: 'Authorization:',
    LC_ALL: 'C',
  })
})

it('adds the token for one host to the configuration that is given', () => {
  const given = {
    HOME: '/nowhere',
    GIT_CONFIG_COUNT: '1',
    GIT_CONFIG_KEY_0: 'http.proxy',
    GIT_CONFIG_VALUE_0: 'http://proxy',
  }
  expect(gitEnvironment(repository, authorization, given)).toMatchObject({
    ...given,
    GIT_CONFIG_COUNT: '4',
    GIT_CONFIG_KEY_1: 'credential.helper',
    GIT_CONFIG_VALUE_1: '',
    GIT_CONFIG_KEY_2: 'credential.https://git.example:8443.helper',
    GIT_CONFIG_VALUE_2: expect.stringMatching(/^(?!.*a-token).*"\$CAISSON_GIT_TOKEN"/),
    GIT_CONFIG_KEY_3: 'http.https://git.example:8443.followRedirects',
    GIT_CONFIG_VALUE_3: 'true',
    CAISSON_GIT_TOKEN: 'a-token',
  })
})
