import path from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { temporaryDirectory } from './support/driver-machine.js'
import { startHost } from './support/host-program.js'
import { isRunning, pidsIn, untilTrue } from './support/processes.js'

/** Ways for a host to end, and what its parent must see. */
const endings: readonly {
  name: string
  end: string
  send?: NodeJS.Signals
  code: number | null
  signal: string | null
}[] = [
  { name: 'process.exit(3)', end: 'process.exit(3)', code: 3, signal: null },
  { name: 'an uncaught error', end: 'setTimeout(() => { throw new TypeError("as planned") })', code: 1, signal: null },
  { name: 'SIGTERM', end: '', send: 'SIGTERM', code: null, signal: 'SIGTERM' },
  { name: 'SIGINT', end: '', send: 'SIGINT', code: null, signal: 'SIGINT' },
  { name: 'SIGKILL', end: '', send: 'SIGKILL', code: null, signal: 'SIGKILL' },
  {
    name: 'SIGTERM with a handler of its own',
    end: 'process.on("SIGTERM", () => process.exit(7))',
    send: 'SIGTERM',
    code: 7,
    signal: null,
  },
]

describe('the end of the host process', () => {
  it.each(endings)(
    'by $name ends its commands and keeps its own exit [BR-048]',
    { timeout: 30_000 },
    async (ending) => {
      const directory = await temporaryDirectory()
      const host = startHost(`
      const sandbox = new LocalSandbox({ workingDirectory: ${JSON.stringify(directory)} })
      const command = "echo $$; setsid sh -c 'echo $$; exec sleep 300' & exec sleep 300"
      let text = ''
      const seen = (chunk) => { process.stdout.write(chunk); text += chunk }
      await sandbox.processes.spawn(command, { onStdout: seen })
      setInterval(() => undefined, 1000)
      while (text.split('\\n').length < 3) await new Promise((resolve) => setTimeout(resolve, 10))
      ${ending.end}
      console.log('ready')
    `)
      onTestFinished(() => {
        for (const pid of pidsIn(host.stdout()).filter(isRunning)) process.kill(pid, 'SIGKILL')
      })
      if (ending.send) {
        await untilTrue(() => host.stdout().includes('ready') || host.stderr() !== '', 15_000)
        host.child.kill(ending.send)
      }
      expect([...(await host.exited), ending.signal === null ? '' : host.stderr()]).toEqual([
        ending.code,
        ending.signal,
        '',
      ])
      const pids = pidsIn(host.stdout())
      expect(pids).toHaveLength(2)
      await untilTrue(() => !pids.some(isRunning), 4000)
    },
  )

  it('is not held up by a sandbox that was not destroyed', { timeout: 30_000 }, async () => {
    const directory = await temporaryDirectory()
    const host = startHost(`
      const sandbox = new LocalSandbox({ workingDirectory: ${JSON.stringify(directory)} })
      console.log((await sandbox.executeCommand('sleep 300 & echo $!')).stdout)
    `)
    expect([...(await host.exited), host.stderr()]).toEqual([0, null, ''])
    await untilTrue(() => !pidsIn(host.stdout()).some(isRunning), 4000)
  })

  it('needs no directory for temporary files', { timeout: 30_000 }, async () => {
    const directory = await temporaryDirectory()
    const program = `
      const sandbox = new LocalSandbox({ workingDirectory: ${JSON.stringify(directory)} })
      console.log((await sandbox.executeCommand('echo works')).stdout)
      await new Promise((resolve) => setTimeout(resolve, 100))
      await sandbox.destroy()
    `
    const host = startHost(program, { TMPDIR: path.join(directory, 'missing') })
    expect([...(await host.exited), host.stdout(), host.stderr()]).toEqual([0, null, 'works\n\n', ''])
  })

  it.runIf(process.platform === 'linux')(
    'costs no signal listener, and nothing at all once the last sandbox is destroyed',
    { timeout: 30_000 },
    async () => {
      const directory = await temporaryDirectory()
      const host = startHost(`
        import { readFileSync } from 'node:fs'
        const pause = () => new Promise((resolve) => setTimeout(resolve, 200))
        const listeners = () => ['exit', 'SIGTERM', 'SIGINT', 'SIGHUP'].map((name) => process.listenerCount(name)).join()
        const children = () => readFileSync('/proc/self/task/' + process.pid + '/children', 'utf8').split(' ').filter(Boolean).length
        const seen = [listeners()]
        const sandbox = new LocalSandbox({ workingDirectory: ${JSON.stringify(directory)} })
        await sandbox.executeCommand('true')
        await pause()
        seen.push(listeners(), children())
        await sandbox.destroy()
        await pause()
        seen.push(listeners(), children())
        console.log(JSON.stringify(seen))
      `)
      expect([...(await host.exited), host.stderr()]).toEqual([0, null, ''])
      expect(JSON.parse(host.stdout())).toEqual(['0,0,0,0', '1,0,0,0', 1, '0,0,0,0', 0])
    },
  )
})
