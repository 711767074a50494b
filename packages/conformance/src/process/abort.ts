import { getEventListeners } from 'node:events'
import { expect } from 'vitest'
import { expectCode } from '../sandbox/expect-errors.js'
import { sandboxSuite, type SandboxSuite } from '../sandbox/sandbox-case.js'
import { pause, within } from '../sandbox/waiting.js'
import { heartbeat, isBeating, untilBeating } from './heartbeat.js'

const limitMs = 20_000

/** The caller gives up. */
export const abortSuite: SandboxSuite = sandboxSuite('process/abort', [
  {
    id: 'running',
    title: 'aborting a running command ends its tree; the result is 137 and killed [P4] [BR-041] [C11]',
    check: async (bench) => {
      const sandbox = await bench.running()
      const abort = new AbortController()
      const command = `echo begun; (${heartbeat('child.beat')}) & ${heartbeat('own.beat')}`
      const running = sandbox.executeCommand(command, [], { abortSignal: abort.signal })
      await untilBeating(sandbox, 'child.beat')
      await untilBeating(sandbox, 'own.beat')
      abort.abort()
      const result = await within(limitMs, 'the command', running)
      expect(result).toMatchObject({ success: false, exitCode: 137, killed: true, stdout: 'begun\n' })
      expect(result).not.toHaveProperty('timedOut')
      expect(await isBeating(sandbox, 'child.beat')).toBe(false)
      expect(await isBeating(sandbox, 'own.beat')).toBe(false)
    },
  },
  {
    id: 'spawned',
    title: 'aborting the signal given to spawn ends the process [P4]',
    check: async (bench) => {
      const sandbox = await bench.running()
      const abort = new AbortController()
      const handle = await sandbox.processes.spawn('sleep 60', { abortSignal: abort.signal })
      abort.abort()
      expect(await within(limitMs, 'wait()', handle.wait())).toMatchObject({ exitCode: 137, killed: true })
    },
  },
  {
    id: 'pre-aborted',
    title:
      'with an aborted signal nothing is started, not even the sandbox, and the error may be repeated [BR-042] [P1]',
    check: async (bench) => {
      const sandbox = await bench.create()
      const reason = new TypeError('not any more')
      const options = { abortSignal: AbortSignal.abort(reason) }
      const error = await expectCode(sandbox.executeCommand('echo ran > ran.flag', [], options), 'ABORTED')
      expect(error.retry).toBe('safe')
      expect(error.cause).toBe(reason)
      await expectCode(sandbox.processes.spawn('echo ran > ran.flag', options), 'ABORTED')
      expect(sandbox.status).toBe('pending')
      await sandbox.start()
      await expectCode(sandbox.executeCommand('echo ran > ran.flag', [], options), 'ABORTED')
      expect((await sandbox.executeCommand('cat ran.flag')).success).toBe(false)
    },
  },
  {
    id: 'cold-start',
    title: 'an abort during the start of the sandbox rejects at once; the command never runs [P4]',
    needs: ['driver'],
    check: async (bench) => {
      const { sandbox, tap } = await bench.tapped()
      const gate = tap.hold('find')
      const abort = new AbortController()
      const command = expectCode(
        sandbox.executeCommand('echo ran > ran.flag', [], { abortSignal: abort.signal }),
        'ABORTED',
      )
      await gate.reached
      abort.abort()
      const error = await command
      expect(error.retry).toBe('safe')
      tap.unwrap('find')
      gate.open()
      expect((await sandbox.executeCommand('cat ran.flag')).success).toBe(false)
      expect(tap.count('spawn')).toBe(1)
    },
  },
  {
    id: 'during-spawn',
    title: 'an abort while the provider answers rejects; the command may have run, and is ended when it appears [P1]',
    needs: ['driver'],
    check: async (bench) => {
      const { sandbox, tap } = await bench.tapped()
      await sandbox.start()
      const gate = tap.hold('spawn')
      const abort = new AbortController()
      const options = { abortSignal: abort.signal }
      const command = expectCode(sandbox.executeCommand(heartbeat('late.beat'), [], options), 'ABORTED')
      await gate.reached
      abort.abort()
      expect((await command).retry).toBe('ambiguous')
      tap.unwrap('spawn')
      gate.open()
      await pause(800)
      expect(await isBeating(sandbox, 'late.beat'), 'the process that came too late was not ended').toBe(false)
      expect((await sandbox.processes.list()).filter(({ running }) => running)).toEqual([])
    },
  },
  {
    id: 'others-stay',
    title: 'an abort during the start leaves the start to the others who wait for it',
    needs: ['driver'],
    check: async (bench) => {
      const { sandbox, tap } = await bench.tapped()
      const gate = tap.hold('create')
      const abort = new AbortController()
      const leaving = expectCode(sandbox.executeCommand('true', [], { abortSignal: abort.signal }), 'ABORTED')
      const staying = sandbox.executeCommand('echo stayed')
      await gate.reached
      abort.abort()
      await leaving
      gate.open()
      expect((await within(limitMs, 'the other command', staying)).stdout).toBe('stayed\n')
      expect(tap.count('create')).toBe(1)
    },
  },
  {
    id: 'no-listener-leak',
    title: 'one hundred commands on one signal leave no listener on it [BR-041]',
    isHeavy: true,
    check: async (bench) => {
      const sandbox = await bench.running()
      const { signal } = new AbortController()
      for (let round = 0; round < 20; round += 1) {
        await Promise.all(Array.from({ length: 5 }, () => sandbox.executeCommand('true', [], { abortSignal: signal })))
      }
      const handle = await sandbox.processes.spawn('true', { abortSignal: signal })
      await handle.wait({ abortSignal: signal })
      await pause(20)
      expect(getEventListeners(signal, 'abort')).toHaveLength(0)
    },
  },
  {
    id: 'wait-signal',
    title: 'aborting the signal given to wait() kills the process and lets the wait settle [C08]',
    check: async (bench) => {
      const sandbox = await bench.running()
      const handle = await sandbox.processes.spawn('sleep 60')
      const abort = new AbortController()
      const waiting = handle.wait({ abortSignal: abort.signal })
      abort.abort()
      expect(await within(limitMs, 'wait()', waiting)).toMatchObject({ exitCode: 137, killed: true })
      const other = await sandbox.processes.spawn('sleep 60')
      const result = await within(limitMs, 'wait()', other.wait({ abortSignal: AbortSignal.abort() }))
      expect(result.killed).toBe(true)
    },
  },
  {
    id: 'flood',
    title: 'an abort and a time-out end a command that prints without end; what is kept stays bounded [P4] [P5]',
    check: async (bench) => {
      const sandbox = await bench.running()
      const abort = new AbortController()
      let heardBytes = 0
      const aborted = sandbox.executeCommand('yes', [], {
        abortSignal: abort.signal,
        maxRetainedBytes: 1000,
        onStdout: (data) => {
          heardBytes += data.length
          if (heardBytes > 1_000_000) abort.abort()
        },
      })
      const result = await within(limitMs, 'the aborted command', aborted)
      expect(result).toMatchObject({ exitCode: 137, killed: true, stdoutTruncated: true })
      expect(result.stdout.length).toBe(1000)
      const options = { timeout: 500, maxRetainedBytes: 1000 }
      const late = await within(limitMs, 'the timed command', sandbox.executeCommand('yes', [], options))
      expect(late).toMatchObject({ exitCode: 124, timedOut: true })
      expect(late.stdout.length).toBe(1000)
    },
  },
  {
    id: 'after-the-end',
    title: 'an abort after the end changes nothing',
    check: async (bench) => {
      const sandbox = await bench.running()
      const abort = new AbortController()
      const handle = await sandbox.processes.spawn('exit 6', { abortSignal: abort.signal })
      const result = await handle.wait()
      abort.abort()
      await pause(50)
      expect(await handle.wait()).toEqual(result)
      expect(result).not.toHaveProperty('killed')
    },
  },
])
