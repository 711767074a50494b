import { afterAll, describe, expect, it } from 'vitest'
import type { TestedSandbox } from '../../src/index.js'
import { localTarget } from '../support/local-target.js'

const mebibyte = 1024 * 1024
/** More than the longest string of Node. */
const hugeBytes = 600 * mebibyte
const command = `head -c ${hugeBytes} /dev/zero | tr '\\0' x`

describe('output beyond the longest string [P5] [BR-021]', async () => {
  const target = await localTarget('none')
  afterAll(() => target.close())

  async function withSandbox(work: (sandbox: TestedSandbox) => Promise<void>): Promise<void> {
    const sandbox = await target.create({})
    try {
      await work(sandbox)
    } finally {
      await sandbox.destroy()
      await target.cleanup?.(sandbox)
    }
  }

  it('is capped by executeCommand, which still tells the exit code', async () => {
    await withSandbox(async (sandbox) => {
      const result = await sandbox.executeCommand(`${command}; exit 7`, [], { timeout: 0 })
      expect(result).toMatchObject({
        exitCode: 7,
        stdoutTruncated: true,
        stdoutDroppedBytes: hugeBytes - 16 * mebibyte,
      })
      expect(result.stdout.length).toBe(16 * mebibyte)
    })
  })

  it('is capped by spawn, with every byte at the listener and bounded memory [BR-022]', async () => {
    await withSandbox(async (sandbox) => {
      let heardBytes = 0
      let peakBytes = 0
      const before = process.memoryUsage().rss
      const handle = await sandbox.processes.spawn(command, {
        onStdout: (data) => {
          heardBytes += data.length
          peakBytes = Math.max(peakBytes, process.memoryUsage.rss() - before)
        },
      })
      const result = await handle.wait()
      expect(heardBytes).toBe(hugeBytes)
      expect(result.stdout.length).toBe(mebibyte)
      expect(peakBytes).toBeLessThan(300 * mebibyte)
    })
  })
})
