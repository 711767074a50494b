import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Logger } from '@caisson/core/workspace'
import { type GitHost, startGitHost } from '@caisson/testing/git-host'
import { createRepoTemplate, type PlatformTemplate, Template, type TemplateBuildStatus } from '../../src/index.js'
import { useEmulated } from '../support/emulated.js'

const target = useEmulated()

/** Waits for a build as users do: by asking again. */
async function build(template: PlatformTemplate): Promise<TemplateBuildStatus> {
  const { connection } = target
  let state = await template.build(connection)
  while (state.status === 'pending') {
    await new Promise((resolve) => setTimeout(resolve, 50))
    state = await template.build(connection)
  }
  return state
}

function routesOf(after: number): readonly string[] {
  return target.emulator.journal.entries({ after, kind: 'call' }).map(({ route }) => route)
}

describe('a sandbox of a template', () => {
  const template = Template()
    .setEnvs({ GREETING: 'from the template' })
    .setEnvs({ TOKEN: 'only-for-the-build' }, { ephemeral: true })
    .setWorkdir('/srv/site')
    .runCmd(['printf %s "${#TOKEN}" > length', 'echo built > page'])

  it('boots what was built, with its variables and its directory, and nothing of the build alone', async () => {
    expect(await build(template)).toEqual({ status: 'ready', templateId: expect.stringMatching(/^tpl_/) })
    const sandbox = target.make({ template })
    const after = target.emulator.journal.last
    await sandbox.start()
    expect(routesOf(after)).toEqual(['POST /sandbox', 'POST /sandbox/{id}/exec-lease'])
    const result = await sandbox.executeCommand('pwd; cat page length; echo; echo "$GREETING/$TOKEN"')
    expect(result.stdout).toBe('/srv/site\nbuilt\n18\nfrom the template/\n')
    await sandbox.destroy()
  })

  it('does not wait for a build: it boots the recipe meanwhile', async () => {
    const release = target.emulator.faults.holdTemplates()
    try {
      const later = Template().runCmd('touch /srv/later')
      const sandbox = target.make({ template: later })
      await sandbox.start()
      expect((await sandbox.executeCommand('test', ['-e', '/srv/later'])).exitCode).toBe(1)
      expect((await later.build(target.connection)).status).toBe('pending')
      await sandbox.destroy()
    } finally {
      release()
    }
  })

  it('is told why a build fails', async () => {
    const secret = 'secret-of-the-build'
    const failing = Template()
      .setEnvs({ TOKEN: secret }, { ephemeral: true })
      .runCmd('echo "no luck with $TOKEN"; exit 3')
    const { status, error } = await build(failing)
    expect(status).toBe('failed')
    expect(error).toMatch(/exit code 3[^]*no luck with \*\*\*/)
    expect(error).not.toContain(secret)
  })
})

describe('a sandbox of a repository', () => {
  const token = 'token-of-the-host'
  let host: GitHost | undefined

  beforeAll(async () => {
    host = await startGitHost(token)
    vi.stubEnv('GIT_SSL_CAINFO', host.certificateFile)
  })
  afterAll(async () => {
    vi.unstubAllEnvs()
    await host?.close()
  })

  function current(): GitHost {
    if (host === undefined) throw new TypeError('the host has not started')
    return host
  }

  function repository(given = token, logger?: Logger): () => Promise<PlatformTemplate | undefined> {
    const cloneUrl = `${current().origin}/team/project.git`
    const resolver = createRepoTemplate({
      getRepositoryAccess: async () => ({ cloneUrl, authorization: { scheme: 'bearer', token: given } }),
      setupCommand: ['cp readme installed', 'printf %s "${#MASTRA_REPOSITORY_ACCESS_TOKEN}" > length'],
      // The host's certificate is its own; what looks like a setting of the build is one.
      buildEnv: { GIT_SSL_NO_VERIFY: '1' },
      workingDirectory: '/srv/code',
      logger,
    })
    if (resolver === undefined) throw new TypeError('there is no template')
    return resolver
  }

  it('has a clone of the present head, set up, and no token', async () => {
    await current().commit('readme', 'read me')
    const sha = await current().commit('second', 'two')
    const template = await repository()()
    expect(template && (await build(template))).toEqual({ status: 'ready', templateId: expect.any(String) })
    const sandbox = target.make({ template: repository() })
    const directory = '/srv/code/project'
    expect((await sandbox.executeCommand('pwd')).stdout).toBe('/srv/code\n')
    const show = `git rev-parse HEAD; git status --short; cat installed; echo; cat length .mastra-sandbox/setup`
    const { stdout } = await sandbox.executeCommand(show, [], { cwd: directory })
    expect(stdout).toMatch(
      new RegExp(`^${sha}\\n\\?\\? installed\\n\\?\\? length\\nread me\\n${token.length}sha256:[0-9a-f]{64}\\n$`),
    )
    const found = await sandbox.executeCommand(`grep -rl ${token} /srv /home; env | grep -c ${token}`)
    expect(found.stdout).toBe('0\n')
    await sandbox.destroy()
  })

  it.each(['a-token-without-access', ''])('has nothing of what the token %j may not read', async (given) => {
    await current().commit('readme', `not for ${given}`)
    const template = await repository()()
    expect(template && (await build(template))).toMatchObject({ status: 'ready' })
    const { warnings, logger } = recording()
    const sandbox = target.make({ template: repository(given, logger) })
    expect((await sandbox.executeCommand('test', ['-e', '/srv/code/project'])).exitCode).toBe(1)
    expect(sandbox.templatePending).toBeUndefined()
    expect(warnings).toEqual([expect.stringContaining('the machine is made without it')])
    await sandbox.destroy()
  })

  it('boots without the repository while that cannot be had, and says so', async () => {
    const { warnings, logger } = recording()
    const sandbox = target.make({ template: refused(logger) })
    expect((await sandbox.executeCommand('echo here')).stdout).toBe('here\n')
    expect(warnings).toEqual([expect.stringContaining('the machine is made without it')])
    await sandbox.destroy()
  })

  it('says so to the logger of the sandbox where the template has none [P17]', async () => {
    const { warnings, logger } = recording()
    const sandbox = target.make({ template: refused(undefined), logger })
    await sandbox.start()
    expect(warnings).toEqual([expect.stringContaining('the machine is made without it')])
    await sandbox.destroy()
  })

  it('tells why the access could not be had, without secrets [P17]', async () => {
    const { warnings, logger } = recording()
    const template = createRepoTemplate({
      getRepositoryAccess: async () => {
        throw new Error('no access to https://me:secret-word@example.com with ghs_0123456789abcdef')
      },
    })
    const sandbox = target.make({ template, logger })
    await sandbox.start()
    const said = 'no access to https://***@example.com with ***'
    expect((await sandbox.getInfo()).metadata).toHaveProperty('templateError', said)
    expect(warnings).toEqual([`platform: the template of a sandbox could not be found: ${said}`])
    await sandbox.destroy()
  })

  function refused(logger: Logger | undefined): ReturnType<typeof createRepoTemplate> {
    const cloneUrl = `${current().origin}/team/none.git`
    return createRepoTemplate({ getRepositoryAccess: async () => ({ cloneUrl }), logger })
  }
})

function recording(): { readonly warnings: readonly string[]; readonly logger: Logger } {
  const warnings: string[] = []
  const ignore = (): void => undefined
  return { warnings, logger: { debug: ignore, info: ignore, error: ignore, warn: (text) => void warnings.push(text) } }
}
