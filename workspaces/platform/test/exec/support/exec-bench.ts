import { afterEach, beforeEach } from 'vitest'
import type { ExecEnd, ExecRequest, ExecStream, OpenExec } from '../../../src/exec/exec-channel.js'
import { LeaseCache } from '../../../src/exec/lease-cache.js'
import { leasedExec } from '../../../src/exec/leased-exec.js'
import type { ExecLease } from '../../../src/exec/exec-lease.js'
import { openWebSocket, type WebSocketFactory } from '../../../src/exec/web-socket.js'
import { ExecServer } from './exec-server.js'

/** What a command printed, and how it ended. */
export interface Ran {
  readonly end: ExecEnd
  readonly stdout: Buffer
  readonly stderr: Buffer
}

/** A started command, with what it has printed so far. */
export interface Started {
  readonly stream: ExecStream
  readonly stdout: () => Buffer
  readonly stderr: () => Buffer
  /** Resolves when stdout has this text. */
  readonly printed: (text: string) => Promise<void>
}

/** A server with leases for it. */
export class ExecBench {
  readonly server: ExecServer
  /** How often a lease was asked for. */
  minted = 0
  /** What the next leases are like; throws what asking for one throws. */
  leaseOf: () => ExecLease = () => this.server.lease()
  handshakeMs = 5000
  webSocketFactory: WebSocketFactory = openWebSocket
  readonly leases: LeaseCache = new LeaseCache(async () => {
    this.minted += 1
    return this.leaseOf()
  })

  constructor(server: ExecServer) {
    this.server = server
  }

  get open(): OpenExec {
    const { leases, handshakeMs, webSocketFactory } = this
    return leasedExec({ leases, backend: 'railway', handshakeMs, webSocketFactory })
  }

  async start(command: string, more: Partial<ExecRequest> = {}): Promise<Started> {
    const pieces = { stdout: [] as Uint8Array[], stderr: [] as Uint8Array[] }
    let look = (): void => undefined
    const take = (name: 'stdout' | 'stderr', bytes: Uint8Array): void => {
      pieces[name].push(bytes)
      look()
    }
    const sink = {
      stdout: (bytes: Uint8Array) => take('stdout', bytes),
      stderr: (bytes: Uint8Array) => take('stderr', bytes),
    }
    const stream = await this.open({ command, ...more }, sink)
    const stdout = (): Buffer => Buffer.concat(pieces.stdout)
    const printed = async (text: string): Promise<void> =>
      new Promise((resolve) => {
        look = () => {
          if (stdout().includes(text)) resolve()
        }
        look()
      })
    return { stream, stdout, stderr: () => Buffer.concat(pieces.stderr), printed }
  }

  async run(command: string, more: Partial<ExecRequest> = {}): Promise<Ran> {
    const { stream, stdout, stderr } = await this.start(command, more)
    const end = await stream.ended
    return { end, stdout: stdout(), stderr: stderr() }
  }

  /** The error that a command ends in. */
  async failure(command: string, more: Partial<ExecRequest> = {}): Promise<unknown> {
    return this.run(command, more).then(
      () => {
        throw new RangeError('the command has an end')
      },
      (error: unknown) => error,
    )
  }
}

/** A bench for each test. */
export function useExecBench(): () => ExecBench {
  let bench: ExecBench | undefined
  beforeEach(async () => {
    bench = new ExecBench(await ExecServer.start())
  })
  afterEach(async () => {
    await bench?.server.close()
  })
  return () => {
    if (!bench) throw new RangeError('there is no bench before a test')
    return bench
  }
}
