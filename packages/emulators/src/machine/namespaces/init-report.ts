import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { MachineError } from '../machine-error.js'
import { defer } from '../processes/deferred.js'

/** What the init says of its start. */
export interface InitReport {
  /** Resolves with the init's process id, as the host sees it. */
  readonly initPid: Promise<number>
  /** Resolves when the plan has been carried out and the daemon was started; rejects with what failed. */
  readonly ready: Promise<void>
}

/** Reads the reports of the init. Both promises reject when the stream ends without them. */
export function followInitReport(stream: Readable, machine: string): InitReport {
  const initPid = defer<number>()
  const ready = defer<void>()
  const fail = (error: MachineError) => {
    initPid.reject(error)
    ready.reject(error)
  }
  createInterface({ input: stream })
    .on('line', (line) => {
      const [kind, ...fields] = line.split('\t')
      if (kind === 'init') initPid.resolve(Number(fields[0]))
      if (kind === 'ready') ready.resolve(undefined)
      if (kind !== 'failed') return
      const [operation = '', number = '', text = ''] = fields
      fail(new MachineError('START_FAILED', `machine ${machine}: ${operation}: ${text} (errno ${number})`))
    })
    .on('close', () => fail(new MachineError('START_FAILED', `machine ${machine}: its init ended before it was ready`)))
  // Whoever waits gets the rejection; nobody has to.
  initPid.promise.catch(() => undefined)
  ready.promise.catch(() => undefined)
  return { initPid: initPid.promise, ready: ready.promise }
}
