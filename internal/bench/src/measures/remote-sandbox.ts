import { createCodeMode, type BaseSandbox, type CodeModeTransport } from '@caisson/core'
import type { Case, Contender, Measure, Metric } from '../run/measure.ts'
import { measured } from '../run/measured.ts'
import { timed } from '../run/timed.ts'
import { readProgramResult } from '../subjects/read-program-result.ts'

const metrics: readonly Metric[] = [{ name: 'time', unit: 'ms' }]

/** A machine that is driven by the vendor's SDK, or by hand where there is none. */
export interface BareMachine {
  run(command: string): Promise<{ readonly exitCode: number; readonly stdout: string }>
  /** Tells each piece of output while the command runs. */
  stream(command: string, onText: (text: string) => void): Promise<void>
  write(path: string, content: string): Promise<void>
  remove(): Promise<void>
}

/** A provider beside its vendor's SDK, or what does without one, both at the same emulator. */
export interface RemoteVendor {
  createBare(): Promise<BareMachine>
  make(): BaseSandbox<unknown>
  /** The same from a template of one's own, which is built by then. Absent: there is nothing to compare. */
  fromTemplate?(): Promise<Pick<RemoteVendor, 'createBare' | 'make'>>
  readonly transport: CodeModeTransport
  close(): Promise<void>
}

/** The same machine's neighbour: one that the vendor's SDK drives by hand, and one of ours. */
interface Pair {
  readonly vendor: RemoteVendor
  readonly bare: BareMachine
  readonly ours: BaseSandbox<unknown>
}

/** What a provider costs over the bare side, which is the vendor's SDK where there is one; both talk to the same emulator. */
export function remoteSandboxMeasure(
  name: string,
  open: () => Promise<RemoteVendor>,
  bareIs = "the vendor's SDK",
): Measure {
  return {
    name,
    hasPeers: false,
    async prepare({ quick }) {
      const vendor = await open()
      const pair: Pair = { vendor, bare: await vendor.createBare(), ours: vendor.make() }
      await pair.ours.start()
      const fromTemplate = await vendor.fromTemplate?.()
      return {
        notes: [`bare is ${bareIs}; both talk to an emulator on this machine, without latency`],
        cases: [
          commandCase(pair),
          streamCase(pair, quick),
          startCase('cold start', vendor),
          ...(fromTemplate ? [startCase('cold start, named template that is built', fromTemplate)] : []),
          programCase(pair),
        ],
        close: async () => {
          await pair.ours.destroy()
          await pair.bare.remove()
          await vendor.close()
        },
      }
    },
  }
}

function commandCase({ bare, ours }: Pair): Case {
  const exitCode = (run: () => Promise<{ readonly exitCode: number }>): Contender =>
    measured('The exit code', 0, async () => (await run()).exitCode)
  return {
    name: "executeCommand('true')",
    metrics,
    rounds: 100,
    warmUps: 5,
    contenders: {
      bare: exitCode(() => bare.run('true')),
      ours: exitCode(() => ours.executeCommand('true')),
    },
  }
}

function streamCase({ bare, ours }: Pair, quick: boolean): Case {
  const bytes = (quick ? 8 : 64) * 1024 * 1024
  // In lines, since some vendors handle nothing else.
  const command = `head -c ${(bytes / 64) * 63} /dev/zero | tr '\\0' x | fold -w 63`
  const count = (run: (onText: (text: string) => void) => Promise<unknown>): Contender =>
    measured('The output', true, async () => {
      let length = 0
      await run((text) => {
        length += text.length
      })
      // Whether the last line is ended is a matter of the vendor.
      return Math.abs(length - bytes) <= 1
    })
  return {
    name: `${bytes / 1024 / 1024} MiB in lines, spawn with onStdout`,
    metrics,
    rounds: 5,
    contenders: {
      bare: count((onText) => bare.stream(command, onText)),
      ours: count(async (onStdout) => (await ours.processes.spawn(command, { onStdout, stdinMode: 'ignore' })).wait()),
    },
  }
}

function startCase(name: string, vendor: Pick<RemoteVendor, 'createBare' | 'make'>): Case {
  return {
    name,
    metrics,
    rounds: 30,
    contenders: {
      bare: async () => {
        let machine: BareMachine | undefined
        const elapsedMs = await timed(async () => {
          machine = await vendor.createBare()
        })
        await machine?.remove()
        return [elapsedMs]
      },
      ours: async () => {
        const sandbox = vendor.make()
        const elapsedMs = await timed(() => sandbox.start())
        await sandbox.destroy()
        return [elapsedMs]
      },
    },
  }
}

function programCase({ vendor, bare, ours }: Pair): Case {
  const { tool } = createCodeMode({ sandbox: ours, tools: {}, timeout: 0 }, vendor.transport)
  return {
    name: 'code mode, a program without tools',
    metrics,
    rounds: 30,
    contenders: {
      bare: measured('The result', '42', async () => {
        await bare.write('program.mjs', 'process.stdout.write(JSON.stringify(6 * 7))')
        return (await bare.run('node program.mjs')).stdout.trim()
      }),
      ours: measured('The result', 42, async () => readProgramResult(await tool.execute({ code: 'return 6 * 7' }))),
    },
  }
}
