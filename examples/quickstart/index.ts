/**
 * Seattle's weather in one workspace: a shell command counts it, a background process streams it, and a TypeScript
 * program of the kind a model writes summarises it with tools of this process. Needs no key and no network.
 */
import { rmSync } from 'node:fs'
import { mkdtemp, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import {
  createCodeMode,
  IsolationUnavailableError,
  LocalFilesystem,
  LocalSandbox,
  SandboxError,
  Workspace,
} from '@caisson/core'
import { z } from 'zod'
import { printTable } from './print-table.ts'

const file = 'seattle-weather.csv'
const timings: { step: string; ms: number }[] = []

const directory = await mkdtemp(path.join(tmpdir(), 'caisson-quickstart-'))

async function analyse(): Promise<void> {
  // Files and commands share one directory. Leaving the block ends everything that runs in it.
  const filesystem = new LocalFilesystem({ basePath: directory })
  const sandbox = await timed('start the sandbox', startSandbox)
  await using workspace = new Workspace({ filesystem, sandbox })
  await workspace.init()

  await timed('put the data set into the workspace', async () => {
    await workspace.filesystem.writeFile(file, await readFile(findDataset()))
  })

  const counted = await timed('count its rows with a shell command', () =>
    workspace.executeCommand('awk', [
      '-F',
      ',',
      'NR > 1 { count[$6]++ } END { for (w in count) print w, count[w] }',
      file,
    ]),
  )
  if (!counted.success) throw new SandboxError(`awk: ${counted.stderr}`, 'EXECUTION_FAILED')
  console.log(`\nDays by weather: ${counted.stdout.trim().split('\n').toSorted().join(', ')}`)

  console.log('\nWettest day of each year, printed while the background process looks for it:')
  await timed('stream from a background process', async () => {
    const wettest = await sandbox.processes.spawn(`for year in 2012 2013 2014 2015; do
      grep "^$year" ${file} | sort -t, -k2 -nr | head -n 1 | awk -F, '{ print "  " $1 "  " $2 " mm" }'
      sleep 0.2
    done`)
    for await (const { data } of wettest.output()) process.stdout.write(data)
  })

  const months = await timed('run a program that calls three host tools', () => summarise(workspace))
  console.log('\nMonths of 2015, by the program:')
  printTable(months)
  console.log('\nTime per step:')
  printTable(timings)
}

/** Uses what this machine isolates with; without it, or where the system forbids it, says so and goes on without. */
async function startSandbox(): Promise<LocalSandbox> {
  const { backend, available, message } = LocalSandbox.detectIsolation()
  let reason = message
  if (available) {
    try {
      const sandbox = new LocalSandbox({ workingDirectory: directory, isolation: backend })
      await sandbox.start()
      console.log(`Isolation: ${backend}. Commands see their directory and the system's programs, and no network.`)
      return sandbox
    } catch (error) {
      if (!(error instanceof IsolationUnavailableError)) throw error
      reason = error.reason
    }
  }
  console.log(`Isolation: none (${reason}). Commands can do what you can do.`)
  return new LocalSandbox({ workingDirectory: directory })
}

/** Code mode: the program runs in the sandbox; what it needs of this process it gets through the tools, which run here. */
async function summarise(workspace: Workspace<LocalFilesystem, LocalSandbox>): Promise<Month[]> {
  const daily = (column: number, description: string) => ({
    description,
    inputSchema: z.object({ year: z.number().int() }),
    outputSchema: z.array(z.object({ month: z.number(), value: z.number() })),
    execute: async ({ year }: { year: number }) => {
      const text = String(await workspace.filesystem.readFile(file, { encoding: 'utf-8' }))
      const rows = text.split('\n').filter((line) => line.startsWith(`${year}-`))
      return rows.map((row) => ({ month: Number(row.slice(5, 7)), value: Number(row.split(',')[column]) }))
    },
  })
  const { tool } = createCodeMode({
    sandbox: workspace.sandbox,
    tools: {
      daily_rain: daily(1, 'Rain of each day of a year, in mm'),
      daily_high: daily(2, 'Highest temperature of each day of a year, in °C'),
      daily_wind: daily(4, 'Wind of each day of a year, in m/s'),
    },
  })
  const outcome = await tool.execute({ code: program })
  if ('success' in outcome && outcome.success) return monthsSchema.parse(outcome.result)
  throw new SandboxError(`The program failed: ${JSON.stringify(outcome.error)}`, 'EXECUTION_FAILED')
}

const monthsSchema = z.array(z.object({ month: z.string(), rain: z.number(), high: z.number(), wind: z.number() }))
type Month = z.infer<typeof monthsSchema>[number]

/** What a model could write after reading the instructions that `createCodeMode` returns beside the tool. */
const program = `
  type Day = { month: number; value: number }
  const [rain, high, wind] = await Promise.all([
    external_daily_rain({ year: 2015 }),
    external_daily_high({ year: 2015 }),
    external_daily_wind({ year: 2015 }),
  ])
  const names = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
  const round = (value: number): number => Math.round(value * 10) / 10
  const valuesOf = (days: Day[], index: number) => days.filter((day) => day.month === index + 1).map((day) => day.value)
  const sum = (values: number[]): number => values.reduce((total, value) => total + value, 0)
  const mean = (values: number[]): number => round(sum(values) / values.length)
  return names.map((month, index) => ({
    month,
    rain: round(sum(valuesOf(rain, index))),
    high: mean(valuesOf(high, index)),
    wind: mean(valuesOf(wind, index)),
  }))
`

/** The npm package vega-datasets brings the data as a file. */
function findDataset(): URL {
  return new URL(`../data/${file}`, import.meta.resolve('vega-datasets'))
}

async function timed<Result>(step: string, run: () => Promise<Result>): Promise<Result> {
  const startedAt = performance.now()
  const result = await run()
  timings.push({ step, ms: Math.round(performance.now() - startedAt) })
  return result
}

// However this ends, by Ctrl-C too, it leaves nothing behind.
const removeDirectory = (): void => rmSync(directory, { recursive: true, force: true })
process.once('exit', removeDirectory)
process.once('SIGINT', () => process.exit(130))
try {
  await analyse()
} finally {
  removeDirectory()
}
