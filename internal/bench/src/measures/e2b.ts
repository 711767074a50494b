import type { Sandbox } from 'e2b'
import type { E2BSandbox } from '@caisson/e2b'
import type { Case, Contender, Measure, Metric } from '../run/measure.ts'
import { openE2BEmulator, type OpenedEmulator } from '../run/open-e2b-emulator.ts'
import { measured } from '../run/measured.ts'
import { timed } from '../run/timed.ts'
import { readProgramResult } from '../subjects/read-program-result.ts'

const metrics: readonly Metric[] = [{ name: 'time', unit: 'ms' }]

/** The same machine's neighbour: one that the vendor's SDK drives by hand, and one of ours. */
interface Pair {
  readonly bare: Sandbox
  readonly ours: E2BSandbox
  readonly connection: OpenedEmulator['connection']
}

/** What our provider for E2B costs over the vendor's SDK, both talking to the same emulator. */
export const e2b: Measure = {
  name: 'e2b',
  hasPeers: false,
  async prepare({ quick }) {
    const [sdk, provider] = await Promise.all([import('e2b'), import('@caisson/e2b')])
    const emulator = await openE2BEmulator()
    const { connection } = emulator
    const pair: Pair = {
      connection,
      bare: await sdk.Sandbox.create({ ...connection, timeoutMs: 3_600_000 }),
      ours: new provider.E2BSandbox({ ...connection, timeout: 3_600_000 }),
    }
    await pair.ours.start()
    return {
      notes: ["bare is the vendor's SDK; both talk to an emulator on this machine, without latency"],
      cases: [commandCase(pair), streamCase(pair, quick), await startCase(pair), await programCase(pair)],
      close: async () => {
        await pair.ours.destroy()
        await pair.bare.kill()
        await emulator.close()
      },
    }
  },
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
      bare: exitCode(() => bare.commands.run('true')),
      ours: exitCode(() => ours.executeCommand('true')),
    },
  }
}

function streamCase({ bare, ours }: Pair, quick: boolean): Case {
  const bytes = (quick ? 8 : 64) * 1024 * 1024
  const command = `head -c ${bytes} /dev/zero | tr '\\0' x`
  const count = (run: (onText: (text: string) => void) => Promise<unknown>): Contender =>
    measured('The output', bytes, async () => {
      let length = 0
      await run((text) => {
        length += text.length
      })
      return length
    })
  return {
    name: `${bytes / 1024 / 1024} MiB, spawn with onStdout`,
    metrics,
    rounds: 10,
    contenders: {
      bare: count((onStdout) => bare.commands.run(command, { onStdout, timeoutMs: 0 })),
      ours: count(async (onStdout) => (await ours.processes.spawn(command, { onStdout, stdinMode: 'ignore' })).wait()),
    },
  }
}

async function startCase({ connection }: Pair): Promise<Case> {
  const [{ Sandbox }, { E2BSandbox }] = await Promise.all([import('e2b'), import('@caisson/e2b')])
  return {
    name: 'cold start',
    metrics,
    rounds: 30,
    contenders: {
      bare: async () => {
        let sandbox: Sandbox | undefined
        const elapsedMs = await timed(async () => {
          sandbox = await Sandbox.create(connection)
        })
        await sandbox?.kill()
        return [elapsedMs]
      },
      ours: async () => {
        const sandbox = new E2BSandbox(connection)
        const elapsedMs = await timed(() => sandbox.start())
        await sandbox.destroy()
        return [elapsedMs]
      },
    },
  }
}

async function programCase({ bare, ours }: Pair): Promise<Case> {
  const [{ createCodeMode }, { E2BCodeModeTransport }] = await Promise.all([
    import('@caisson/core'),
    import('@caisson/e2b'),
  ])
  const { tool } = createCodeMode({ sandbox: ours, tools: {}, timeout: 0 }, new E2BCodeModeTransport())
  return {
    name: 'code mode, a program without tools',
    metrics,
    rounds: 30,
    contenders: {
      bare: measured('The result', '42', async () => {
        await bare.files.write('program.mjs', 'process.stdout.write(JSON.stringify(6 * 7))')
        return (await bare.commands.run('node program.mjs')).stdout
      }),
      ours: measured('The result', 42, async () => readProgramResult(await tool.execute({ code: 'return 6 * 7' }))),
    },
  }
}
