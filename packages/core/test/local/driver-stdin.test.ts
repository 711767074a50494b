import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { driverMachine } from './support/driver-machine.js'
import { expectNoHostErrors } from './support/host-warnings.js'

const closed = { code: 'INVALID_STATE' }

describe('LocalDriver: input', () => {
  it.runIf(process.platform === 'linux')(
    'starts every command as the leader of a session of its own [BR-032]',
    async () => {
      const { run } = await driverMachine()
      expect((await run('set -- $(cat /proc/$$/stat); echo "$$ $6"')).stdout).toMatch(/^(\d+) \1\n$/)
    },
  )

  it('takes bytes and an end of input [BR-030]', async () => {
    const { start } = await driverMachine()
    const { process, finish } = await start('sort', { stdin: 'pipe' })
    await process.writeStdin?.(Buffer.from('b\na\n'))
    await process.closeStdin?.()
    await process.closeStdin?.()
    expect(await finish()).toMatchObject({ exit: { exitCode: 0 }, stdout: 'a\nb\n' })
    await process.closeStdin?.()
  })

  it('hands over every byte unchanged', async () => {
    const { start } = await driverMachine()
    const { process, finish } = await start('od -An -v -tx1 | tr -d " \\n"', { stdin: 'pipe' })
    const bytes = Buffer.from(Array.from({ length: 256 }, (_, index) => index))
    await process.writeStdin?.(bytes)
    await process.closeStdin?.()
    expect((await finish()).stdout).toBe(bytes.toString('hex'))
  })

  it('makes a writer wait for a process that does not read', async () => {
    const { start } = await driverMachine()
    const { process } = await start('sleep 0.8; wc -c', { stdin: 'pipe' })
    const write = process.writeStdin?.(Buffer.alloc(4_000_000))
    const first = await Promise.race([
      write?.then(() => 'taken'),
      new Promise((resolve) => setTimeout(resolve, 300, 'waiting')),
    ])
    expect(first).toBe('waiting')
    await write
    await process.closeStdin?.()
    expect(await process.wait()).toEqual({ exitCode: 0 })
  })

  it('refuses input after the end of the process, and says so [BR-029]', async () => {
    const check = expectNoHostErrors()
    const { start, destroy } = await driverMachine()
    const { process } = await start('true', { stdin: 'pipe' })
    await process.wait()
    await expect(process.writeStdin?.(Buffer.from('x'))).rejects.toMatchObject({
      ...closed,
      message: expect.stringContaining('has already exited'),
    })
    const { process: killed } = await start('sleep 60', { stdin: 'pipe' })
    await killed.kill('SIGKILL')
    await killed.wait()
    await expect(killed.writeStdin?.(Buffer.from('x'))).rejects.toMatchObject(closed)
    const { process: destroyed } = await start('sleep 60', { stdin: 'pipe' })
    await destroy()
    await destroyed.wait()
    await expect(destroyed.writeStdin?.(Buffer.from('x'))).rejects.toMatchObject(closed)
    check()
  })

  it('survives a process that closes its input [BR-031]', async () => {
    const check = expectNoHostErrors()
    const { start, run } = await driverMachine()
    const { process } = await start('exec 0<&-; sleep 2', { stdin: 'pipe' })
    await new Promise((resolve) => setTimeout(resolve, 200))
    for (let round = 0; round < 3; round += 1) {
      await expect(process.writeStdin?.(Buffer.alloc(1 << 20))).rejects.toMatchObject(closed)
    }
    const { process: brief } = await start('true', { stdin: 'pipe' })
    const writes = [0, 1, 2].map(async () => brief.writeStdin?.(Buffer.alloc(1 << 20)))
    for (const { status } of await Promise.allSettled(writes)) expect(status).toBe('rejected')
    expect((await run('echo fine')).stdout).toBe('fine\n')
    check()
  })

  it('refuses input when there is none', async () => {
    const { start } = await driverMachine()
    const { process } = await start('sleep 0.2')
    await expect(process.writeStdin?.(Buffer.from('x'))).rejects.toMatchObject(closed)
  })

  it('has no terminal, no prompts and no pager [BR-032]', { timeout: 30_000 }, async () => {
    const server = createServer((_request, response) => {
      response.writeHead(401, { 'www-authenticate': 'Basic realm="x"' }).end()
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void server.close())
    const { port } = server.address() as AddressInfo
    const { run } = await driverMachine()
    expect((await run('tty')).stdout).toBe('not a tty\n')
    expect((await run('exec 3</dev/tty')).exit).not.toEqual({ exitCode: 0 })
    const refused = await run(`git ls-remote http://127.0.0.1:${port}/x.git`)
    expect(refused.exit.exitCode).toBeGreaterThan(0)
    expect(refused.stderr).toMatch(/terminal prompts disabled|Authentication failed/)
    const identity = '-c user.name=a -c user.email=a@b -c commit.gpgsign=false'
    const log = await run(
      `git init -q r && cd r && t=$(git write-tree) && p= && for i in $(seq 210); do p=$(git ${identity} commit-tree $t $p -m $i); p="-p $p"; done; git update-ref HEAD \${p#-p } && git log`,
    )
    expect(log.exit).toEqual({ exitCode: 0 })
    expect(log.stdout.match(/^commit /gm)).toHaveLength(210)
  })
})

describe('LocalDriver: the private channel', () => {
  it('carries bytes both ways on descriptor 3', async () => {
    const check = expectNoHostErrors()
    const { start } = await driverMachine()
    const { process } = await start('echo hello >&3; read line <&3; echo "got $line" >&3', { channel: true })
    const received: string[] = []
    await process.channel?.send('ping\n')
    process.channel?.onData((data) => void received.push(Buffer.from(data).toString()))
    expect(await process.wait()).toEqual({ exitCode: 0 })
    expect(received.join('')).toBe('hello\ngot ping\n')
    await expect(process.channel?.send('late')).rejects.toMatchObject(closed)
    check()
  })

  it('keeps what came before anybody listened, and makes a process wait that sends without end', async () => {
    const { start } = await driverMachine()
    const { process } = await start('head -c 8000000 /dev/zero >&3; echo finished', { channel: true })
    const early = await Promise.race([
      process.wait().then(() => 'ended'),
      new Promise((resolve) => setTimeout(resolve, 500, 'waiting')),
    ])
    expect(early).toBe('waiting')
    let received = 0
    process.channel?.onData((data) => {
      received += data.length
    })
    expect(await process.wait()).toEqual({ exitCode: 0 })
    expect(received).toBe(8_000_000)
  })

  it('survives a process that leaves what was sent to it unread', async () => {
    const check = expectNoHostErrors()
    const { start } = await driverMachine()
    const { process } = await start('sleep 0.3', { channel: true })
    await process.channel?.send('never read')
    const blocked = process.channel?.send(Buffer.alloc(4_000_000))
    await expect(blocked).rejects.toMatchObject(closed)
    expect(await process.wait()).toEqual({ exitCode: 0 })
    check()
  })

  it('shows the process an end when the host closes it', async () => {
    const { start } = await driverMachine()
    const { process, finish } = await start('cat <&3', { channel: true })
    await process.channel?.send('one')
    process.channel?.close()
    process.channel?.close()
    expect(await finish()).toMatchObject({ exit: { exitCode: 0 }, stdout: 'one' })
  })

  it('is absent unless asked for', async () => {
    const { start } = await driverMachine()
    const { process, finish } = await start('echo x >&3')
    expect(process.channel).toBeUndefined()
    expect((await finish()).exit).toEqual({ exitCode: 2 })
  })
})
