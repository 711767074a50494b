import { describe, expect, it } from 'vitest'
import { useExecBench } from './support/exec-bench.js'

const bench = useExecBench()

describe('a socket that was cut, of a server that keeps commands', () => {
  it('is given up after some attempts that bring nothing', async () => {
    bench().server.plans.push({ cutAfter: 1 }, ...Array.from({ length: 4 }, () => ({ handshake: 'refuse' as const })))
    const error = await bench().failure('echo there; exit 3')
    expect(error).toMatchObject({ opened: true, retry: 'ambiguous', closeCode: 1011, closeReason: 'cut' })
    expect(String(error)).toContain('was not run again')
    expect([bench().server.ran, bench().server.handshakes]).toEqual([['echo there; exit 3'], 5])
  })

  it('is replaced where a kill over it has no effect', async () => {
    bench().server.plans.push({ isDeaf: true })
    const { stream, printed } = await bench().start('echo begun; sleep 600')
    await printed('begun\n')
    await stream.signal('KILL')
    expect(await stream.ended).toEqual({ signal: 'SIGKILL' })
    expect(bench().server.handshakes).toBe(2)
  })
})
