import { describe, expect, it } from 'vitest'
import type { DriverSpawnOptions, RemoteProcess } from '@caisson/core/driver'
import { spawnForeground } from '../../src/exec/spawn-foreground.js'
import { useExecBench } from './support/exec-bench.js'

const bench = useExecBench()

async function spawn(
  command: string,
  { ownNames = [], ...options }: Partial<DriverSpawnOptions> & { ownNames?: readonly string[] } = {},
): Promise<RemoteProcess & { stdout(): string }> {
  let text = ''
  const sink = { stdout: (bytes: Uint8Array) => void (text += Buffer.from(bytes).toString()), stderr: () => undefined }
  const plain = { env: {}, stdin: 'ignore', channel: false, foreground: true } as const
  const process = await spawnForeground({ open: bench().open, ownNames }, command, { ...plain, ...options }, sink)
  return { ...process, stdout: () => text }
}

describe('a command in the foreground', () => {
  it('has its environment and its directory, and forgets what this host put into the machine', async () => {
    const env = { KEPT: 'kept' }
    const process = await spawn('pwd; echo "${KEPT-none} ${HOME-none} ${PATH:+path}"; cat', {
      cwd: '/tmp',
      env,
      ownNames: ['KEPT', 'HOME'],
    })
    expect(await process.wait()).toEqual({ exitCode: 0 })
    expect(process.stdout()).toBe('/tmp\nkept none path\n')
    expect(process.pid).toMatch(/^platform-proc-[0-9a-z]+-\d+$/)
    expect([process.writeStdin, process.closeStdin]).toEqual([undefined, undefined])
  })

  it.each(['SIGTERM', 'SIGKILL'] as const)('is ended by %s', async (signal) => {
    const process = await spawn('exec sleep 600')
    expect(await process.kill(signal)).toBe(true)
    expect(await process.wait()).toEqual({ signal })
    expect(await process.kill(signal)).toBe(false)
  })

  it('may outlive a SIGTERM', async () => {
    const process = await spawn(`trap 'echo no' TERM; echo ready; while :; do sleep 0.05; done`)
    await expect.poll(process.stdout).toBe('ready\n')
    await process.kill('SIGTERM')
    await expect.poll(process.stdout).toBe('ready\nno\n')
    await process.kill('SIGKILL')
    expect(await process.wait()).toEqual({ signal: 'SIGKILL' })
  })

  it('[P5] needs nobody who waits for it', async () => {
    bench().server.isDurable = false
    bench().server.plans.push({ cutAtInit: 'after' })
    const process = await spawn('true')
    await expect.poll(() => bench().server.openSockets).toBe(0)
    await expect(process.wait()).rejects.toMatchObject({ opened: true })
  })
})
