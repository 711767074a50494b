import { describe, expect, it } from 'vitest'
import { usePlatform } from './support/platform-context.js'

const context = usePlatform()

async function capture(id: string, name?: string): Promise<unknown> {
  const answer = await context.client.ask('POST', `/sandbox/${id}/checkpoint`, name === undefined ? {} : { id: name })
  expect(answer.status).toBe(200)
  return answer.json()
}

/** What is in a file of a sandbox's directory. */
async function contentOf(id: string, file = 'a'): Promise<string> {
  return (await context.client.run(id, `cat ${file} 2>/dev/null`)).stdout
}

describe('A checkpoint', () => {
  it('is what a sandbox with the same id boots from, without its processes', async () => {
    const { client } = context
    const first = await client.create({ id: 'mine' })
    await client.run(
      first.id,
      'echo kept > a; sudo -n sh -c "echo root > /etc/by-root"; setsid sleep 6401 >/dev/null 2>&1 &',
    )
    expect(await capture(first.id, 'mine')).toEqual({ checkpointName: 'mine', status: 'captured' })
    await client.run(first.id, 'echo late > a')
    await client.ask('DELETE', `/sandbox/${first.id}`)
    const second = await client.create({ id: 'mine' })
    expect(second.id).not.toBe(first.id)
    expect(await contentOf(second.id)).toBe('kept\n')
    expect(await contentOf(second.id, '/etc/by-root')).toBe('root\n')
    expect((await client.run(second.id, 'stat -c %U a; pgrep -f "^sleep 640[1]"')).stdout).toBe('sandbox\n')
  })

  it('is of the name of the sandbox where the body says none', async () => {
    const { client } = context
    const { id } = await client.create({ id: 'named' })
    expect(await capture(id)).toEqual({ checkpointName: 'named', status: 'captured' })
  })

  it('is replaced by the next, also by a sandbox that stands on it', async () => {
    const { client } = context
    for (const round of ['1', '2', '3']) {
      const { id } = await client.create({ id: 'mine' })
      await client.run(id, `echo ${round} >> a`)
      await capture(id)
      await client.ask('DELETE', `/sandbox/${id}`)
    }
    const last = await client.create({ id: 'mine' })
    expect(await contentOf(last.id)).toBe('1\n2\n3\n')
  })

  it('lets the sandbox go on, whose disk changes no checkpoint', async () => {
    const { client } = context
    const first = await client.create({ id: 'mine' })
    await client.run(first.id, 'echo one > a')
    const running = await client.start(first.id, 'until [ -e go ]; do sleep 0.01; done; cat a')
    await capture(first.id)
    await client.run(first.id, 'echo two > a; touch go')
    await running.finish()
    expect(running.stdout.toString()).toBe('two\n')
    const second = await client.create({ id: 'mine' })
    expect(await contentOf(second.id)).toBe('one\n')
  })

  it('is shared by those who ask at once', async () => {
    const { client } = context
    const { id } = await client.create({ id: 'mine' })
    const answers = await Promise.all([capture(id), capture(id), capture(id, 'other')])
    const statuses = answers.map((answer) => (answer as { status: string }).status)
    expect(statuses.toSorted()).toEqual(['captured', 'captured', 'coalesced'])
  })

  it('belongs to its environment', async () => {
    const { client } = context
    const { id } = await client.create({ id: 'mine' })
    await client.run(id, 'echo kept > a')
    await capture(id)
    const other = await client.create({ id: 'mine', environmentId: 'another' })
    expect(await contentOf(other.id)).toBe('')
  })

  it('is a seed for those who have none of their own', async () => {
    const { client } = context
    const seed = await client.create({ id: 'seed' })
    await client.run(seed.id, 'echo seed > a')
    await capture(seed.id)
    const grown = await client.create({ id: 'grown', seedCheckpointName: 'seed' })
    expect(await contentOf(grown.id)).toBe('seed\n')
    await client.run(grown.id, 'echo own > a')
    await capture(grown.id)
    const again = await client.create({ id: 'grown', seedCheckpointName: 'seed' })
    expect(await contentOf(again.id)).toBe('own\n')
    const fresh = await client.create({ id: 'fresh', seedCheckpointName: 'there-is-none' })
    expect(await contentOf(fresh.id)).toBe('')
  })

  it('is removed', async () => {
    const { client } = context
    const { id } = await client.create({ id: 'mine' })
    await client.run(id, 'echo kept > a')
    await capture(id)
    expect((await client.ask('DELETE', `/sandbox/${id}/checkpoint`, { id: 'mine' })).status).toBe(204)
    const again = await client.ask('DELETE', `/sandbox/${id}/checkpoint`, { id: 'mine' })
    expect(again.status).toBe(404)
    const fresh = await client.create({ id: 'mine' })
    expect(await contentOf(fresh.id)).toBe('')
  })

  it('is not made of a sandbox that has ended', async () => {
    const { client } = context
    const { id } = await client.create()
    await client.ask('DELETE', `/sandbox/${id}`)
    expect((await client.ask('POST', `/sandbox/${id}/checkpoint`, { id: 'box' })).status).toBe(410)
    expect((await client.ask('POST', '/sandbox/never-was/checkpoint', { id: 'box' })).status).toBe(404)
  })
})
