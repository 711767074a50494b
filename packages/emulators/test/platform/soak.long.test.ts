import { createHash, randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import type { ExecClient } from '../platform-agent/support/exec-client.js'
import { usePlatform } from './support/platform-context.js'

const context = usePlatform({ checkpointIntervalMs: 300 })

const sandboxes = 8
const commands = 25
const most = 400_000

/** Reads a command to its end, however often it is cut; what came, in order. */
async function readAll(id: string, first: ExecClient): Promise<{ readonly stdout: Buffer; readonly rounds: number }> {
  const pieces: Buffer[] = []
  let [client, rounds] = [first, 1]
  for (;;) {
    await client.when(() => client.end !== undefined).catch(() => undefined)
    pieces.push(client.stdout)
    if (client.end !== undefined) break
    // Cut before a session was named, nothing can be joined; these cuts come later.
    const data = { command: 'true', durable_session_name: first.sessionName, resume_from_last_read: true }
    client = (await context.client.open(id)).send('init_exec', data)
    rounds += 1
  }
  client.socket.close()
  return { stdout: Buffer.concat(pieces), rounds }
}

it('tells all of every command once, with cuts, captures and many at once', async () => {
  const { client } = context
  const work = async (index: number): Promise<number> => {
    const { id } = await client.create({ id: `box-${index}` })
    const seed = randomBytes(8).toString('hex')
    let rounds = 0
    for (let command = 0; command < commands; command += 1) {
      const size = 1 + Math.floor(Math.random() * most)
      client.emulator.faults.cutExec({ afterBytes: 1 + Math.floor(Math.random() * most) }, { times: 2, sandboxId: id })
      const text = `head -c ${size} < <(yes ${seed}${command})`
      const read = await readAll(id, await client.start(id, text))
      const expected = Buffer.alloc(size, `${seed}${command}\n`)
      expect(createHash('md5').update(read.stdout).digest('hex')).toBe(createHash('md5').update(expected).digest('hex'))
      rounds += read.rounds
    }
    await client.ask('DELETE', `/sandbox/${id}`)
    return rounds
  }
  const rounds = await Promise.all(Array.from({ length: sandboxes }, (_, index) => work(index)))
  // Each command is cut at its end at the latest.
  expect(Math.min(...rounds)).toBeGreaterThan(commands)
  expect(client.emulator.journal.unrouted()).toEqual([])
})
