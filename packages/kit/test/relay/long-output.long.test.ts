import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { RelayBench } from './support/relay-bench.js'

const mebibyte = 1024 * 1024
const maxStreamBytes = 8 * mebibyte

describe('long output', () => {
  it(
    '70 MiB come complete and in order, and no handle of the vendor holds more than the limit',
    { timeout: 120_000 },
    async () => {
      await using bench = await RelayBench.open(maxStreamBytes)
      const hash = createHash('md5')
      let bytes = 0
      const options = { env: {}, stdin: 'ignore' as const, channel: false }
      const program = `seq 1 9000000 | tee >(md5sum >&2)`
      let sum = ''
      const process = await bench.driver.spawn(bench.machine, program, options, {
        stdout: (chunk) => {
          bytes += chunk.length
          hash.update(chunk)
        },
        stderr: (chunk) => void (sum += Buffer.from(chunk).toString()),
      })
      expect(await process.wait()).toEqual({ exitCode: 0 })
      expect(bytes).toBeGreaterThan(64 * mebibyte)
      expect(sum).toBe(`${hash.digest('hex')}  -\n`)
      for (const { receivedBytes } of bench.raw.streams)
        expect(receivedBytes).toBeLessThan(maxStreamBytes + 2 * mebibyte)
    },
  )

  it('a slow reader of what is read from the files gets every byte', { timeout: 60_000 }, async () => {
    await using bench = await RelayBench.open(mebibyte)
    let bytes = 0
    const options = { env: {}, stdin: 'ignore' as const, channel: false }
    const process = await bench.driver.spawn(bench.machine, 'head -c 12000000 /dev/urandom', options, {
      stdout: async (chunk) => {
        bytes += chunk.length
        await new Promise((resolve) => {
          setTimeout(resolve, 20)
        })
      },
      stderr: () => undefined,
    })
    expect(await process.wait()).toEqual({ exitCode: 0 })
    expect(bytes).toBe(12_000_000)
  })
})
