import { Template } from 'e2b'
import { beforeAll, describe, expect, it } from 'vitest'
import { e2bSessionSandbox, repoTemplateRef, type E2BSandbox } from '../../src/index.js'
import { useRepositoryBench } from '../repository/support/repository-bench.js'
import { routes } from '../templates/support/requests.js'
import { redirectGithub } from './support/redirect-github.js'

const bench = useRepositoryBench()
const { list, create, alias, template, tags, request, trigger } = routes

beforeAll(async () => redirectGithub(bench))

function session(sessionId: string, repoSha: string): E2BSandbox {
  const make = e2bSessionSandbox({ ...bench.connection, sandboxUrl: bench.emulator.url })
  return make({ sessionId, repoFullName: 'team/project', repoSha })
}

async function headOf(sandbox: E2BSandbox): Promise<string> {
  const { stdout } = await sandbox.executeCommand('git', ['rev-parse', 'HEAD'], { cwd: '/home/user/project' })
  return stdout.trim()
}

describe('a session with a commit of its own', () => {
  it('has that commit, also where another was built before, and leaves alone what was built last', async () => {
    const older = await bench.host.commit('a', '1')
    const newer = await bench.host.commit('b', '2')
    const cloneUrl = 'https://github.com/team/project'
    await using one = session('one', newer)
    await one.start()
    expect(await headOf(one)).toBe(newer)
    const { last } = bench.emulator.journal
    await using two = session('two', older)
    await two.start()
    expect(bench.calls(last)).toEqual([list, create, alias, template, tags, request, trigger, create])
    expect(await headOf(two)).toBe(older)
    expect((await two.getInfo()).metadata).toMatchObject({ templateName: repoTemplateRef({ cloneUrl, sha: older }) })
    const [name = ''] = repoTemplateRef({ cloneUrl }).split(':')
    const found = await Template.getTags(name, bench.connection)
    expect(found.map(({ tag }) => tag).toSorted()).toEqual(
      [older, newer].map((sha) => `sha-${sha.slice(0, 12)}`).toSorted(),
    )
  }, 60_000)
})
