import { Buffer } from 'node:buffer'
import { expect } from 'vitest'
import type { ProcessChannel } from '@caisson/core'
import { ConformanceError } from '../sandbox/conformance-error.js'
import { expectCode, rejectionOf } from '../sandbox/expect-errors.js'
import { sandboxSuite, type SandboxSuite } from '../sandbox/sandbox-case.js'
import { untilTrue, within } from '../sandbox/waiting.js'

function required(channel: ProcessChannel | undefined): ProcessChannel {
  if (!channel) throw new ConformanceError('The handle has no channel')
  return channel
}

/** The private channel on descriptor 3. */
export const channelSuite: SandboxSuite = sandboxSuite('process/channel', [
  {
    id: 'both-ways',
    title: 'a channel carries bytes both ways, apart from stdin, stdout and stderr',
    needs: ['channel'],
    check: async (bench) => {
      const sandbox = await bench.running()
      const handle = await sandbox.processes.spawn('head -c 5 <&3 | cat >&3; echo out; cat', {
        channel: true,
        stdinMode: 'ignore',
      })
      const channel = required(handle.channel)
      const received: Uint8Array[] = []
      channel.onData((data) => void received.push(data))
      await channel.send(Uint8Array.from([0, 255, 10]))
      await channel.send('ab')
      const result = await within(20_000, 'the process', handle.wait())
      await untilTrue('the answer is there', () => Buffer.concat(received).length === 5)
      expect(Buffer.concat(received)).toEqual(Buffer.from([0, 255, 10, 97, 98]))
      expect(result.stdout).toBe('out\n')
    },
  },
  {
    id: 'queued',
    title: 'what a process writes before anyone listens is queued',
    needs: ['channel'],
    check: async (bench) => {
      const sandbox = await bench.running()
      const handle = await sandbox.processes.spawn('echo early >&3; echo out; sleep 60', { channel: true })
      await untilTrue('the process has written', () => handle.stdout === 'out\n')
      let received = ''
      required(handle.channel).onData((data) => void (received += Buffer.from(data).toString()))
      await untilTrue('the early data is there', () => received === 'early\n')
      await handle.kill()
    },
  },
  {
    id: 'big',
    title: 'a channel carries megabytes',
    needs: ['channel'],
    isHeavy: true,
    check: async (bench) => {
      const sandbox = await bench.running()
      const sizeBytes = 4 * 1024 * 1024
      const handle = await sandbox.processes.spawn(`head -c ${sizeBytes} <&3 | cat >&3`, { channel: true })
      const channel = required(handle.channel)
      let receivedBytes = 0
      channel.onData((data) => void (receivedBytes += data.length))
      await within(60_000, 'send', channel.send(Buffer.alloc(sizeBytes, 7)))
      await untilTrue('everything came back', () => receivedBytes === sizeBytes, 60_000)
      await handle.wait()
    },
  },
  {
    id: 'closed',
    title: 'sending to a process that has ended rejects; closing is harmless',
    needs: ['channel'],
    check: async (bench) => {
      const sandbox = await bench.running()
      const handle = await sandbox.processes.spawn('true', { channel: true })
      await handle.wait()
      const channel = required(handle.channel)
      await rejectionOf(channel.send('late'), 'send')
      channel.close()
      channel.close()
    },
  },
  {
    id: 'only-when-asked',
    title: 'a handle has no channel unless one was asked for',
    check: async (bench) => {
      const sandbox = await bench.running()
      const handle = await sandbox.processes.spawn('true')
      expect(handle.channel).toBeUndefined()
      await handle.wait()
    },
  },
  {
    id: 'unsupported',
    title: 'where there are no channels asking for one is a typed error before anything starts [P12]',
    needs: ['!channel'],
    check: async (bench) => {
      const sandbox = await bench.create()
      await expectCode(sandbox.processes.spawn('true', { channel: true }), 'UNSUPPORTED_FEATURE', 'spawn')
      expect(sandbox.status).toBe('pending')
    },
  },
])
