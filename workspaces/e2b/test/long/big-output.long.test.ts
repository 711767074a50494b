import { createHash } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { useEmulated } from '../support/emulated.js'

const target = useEmulated()

const gigabyte = 2 ** 30
const megabyte = 2 ** 20
/** More than this may not be held, whatever was printed: windows of the streams, what is retained, and the collector's slack. */
const largestGrowthBytes = 400 * megabyte

/** Samples the memory of this process until it is stopped. */
function watchMemory(): { stop(): number } {
  const before = process.memoryUsage.rss()
  let largest = before
  const stopper = new AbortController()
  const sample = async (): Promise<void> => {
    while (!stopper.signal.aborted) {
      largest = Math.max(largest, process.memoryUsage.rss())
      await wait(50)
    }
  }
  void sample()
  return {
    stop: () => {
      stopper.abort()
      return largest - before
    },
  }
}

it('a gigabyte of output arrives once and whole, in bounded memory [P5]', async () => {
  await using sandbox = target.make()
  await sandbox.executeCommand('true')
  const hash = createHash('sha256')
  let bytes = 0
  const memory = watchMemory()
  const process = await sandbox.processes.spawn(
    `yes 0123456789abcdef0123456789abcde | head -c ${gigabyte} | tee /tmp/copy; sha256sum < /tmp/copy > /tmp/sum; rm /tmp/copy`,
  )
  for await (const { stream, data } of process.output()) {
    if (stream !== 'stdout') continue
    bytes += data.length
    hash.update(data)
  }
  const growth = memory.stop()
  expect(await process.wait()).toMatchObject({ exitCode: 0 })
  expect(bytes).toBe(gigabyte)
  const { stdout } = await sandbox.executeCommand('cat /tmp/sum')
  expect(stdout).toBe(`${hash.digest('hex')}  -\n`)
  expect(process.stdoutDroppedBytes + process.stdoutBytes.length).toBe(gigabyte)
  expect(growth).toBeLessThan(largestGrowthBytes)
})

it('a gigabyte of output that nobody reads ends, in bounded memory [BR-022] [BR-025]', async () => {
  await using sandbox = target.make()
  await sandbox.executeCommand('true')
  const memory = watchMemory()
  const process = await sandbox.processes.spawn(`yes 0123456789abcdef0123456789abcde | head -c ${gigabyte}; echo end`)
  const { stdout } = await process.wait()
  expect(stdout.endsWith('end\n')).toBe(true)
  expect(process.stdoutDroppedBytes + process.stdoutBytes.length).toBe(gigabyte + 'end\n'.length)
  expect(memory.stop()).toBeLessThan(largestGrowthBytes)
})
