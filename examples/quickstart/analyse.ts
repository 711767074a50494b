import { readFile } from 'node:fs/promises'
import {
  createCodeMode,
  SandboxError,
  type CodeModeTransport,
  type Workspace,
  type WorkspaceFilesystem,
  type WorkspaceSandbox,
} from '@caisson/core'
import { z } from 'zod'

/** A place to work in: any sandbox, and a bucket at `/data`. */
export interface Place {
  readonly workspace: Workspace<WorkspaceFilesystem | undefined, WorkspaceSandbox, { '/data': WorkspaceFilesystem }>
  /** Where commands see what is mounted at `/data`. */
  readonly dataDirectory: string
  /** How programs get into the sandbox. Default: the one for sandboxes on this machine. */
  readonly transport?: CodeModeTransport | undefined
}

/** Who is told what while it happens. */
export interface Listeners {
  /** Text of the analysis. */
  onText(text: string): void
  /** How the bucket is read. */
  onNote(note: string): void
}

/** What the analysis found. */
export interface Report {
  /** Kind of weather and number of days. */
  readonly weather: readonly string[]
  /** The wettest day of each year. */
  readonly wettest: string
  readonly months: readonly Month[]
}

/** Measures a step. */
export type Timed = <Result>(step: string, run: () => Promise<Result>) => Promise<Result>

const name = 'seattle-weather.csv'

/**
 * Seattle's weather in one workspace: a shell command counts it, a background process streams it, and a TypeScript
 * program of the kind a model writes summarises it with tools of this process. Knows nothing of where it runs.
 */
export async function analyse(
  { workspace, dataDirectory, transport }: Place,
  timed: Timed,
  { onText, onNote }: Listeners,
): Promise<Report> {
  const { sandbox, filesystem } = workspace
  await timed('put the data set into the bucket', async () => {
    await filesystem.writeFile(`/data/${name}`, await readFile(findDataset()))
  })
  await timed('open the workspace', () => workspace.init())
  const file = await seeDataset(workspace, dataDirectory, onNote)

  const counted = await timed('count its rows with a shell command', () =>
    workspace.executeCommand('awk', [
      '-F',
      ',',
      'NR > 1 { count[$6]++ } END { for (w in count) print w, count[w] }',
      file,
    ]),
  )
  if (!counted.success) throw new SandboxError(`awk: ${counted.stderr}`, 'EXECUTION_FAILED')
  const weather = counted.stdout.trim().split('\n').toSorted()
  onText(
    `\nDays by weather: ${weather.join(', ')}\n\nWettest day of each year, printed while a process looks for it:\n`,
  )

  const wettest = await timed('stream from a background process', async () => {
    const search = await sandbox.processes?.spawn(`for year in 2012 2013 2014 2015; do
      grep "^$year" ${file} | sort -t, -k2 -nr | head -n 1 | awk -F, '{ print "  " $1 "  " $2 " mm" }'
      sleep 0.2
    done`)
    const result = await search?.wait({ onStdout: onText })
    return result?.stdout ?? ''
  })

  const months = await timed('run a program that calls three host tools', () =>
    summarise(sandbox, filesystem, transport),
  )
  return { weather, wettest, months }
}

/** Where commands see the data set: in the bucket, where it is mounted; else in a copy that the file tools make. */
async function seeDataset(
  { sandbox, filesystem }: Place['workspace'],
  dataDirectory: string,
  onNote: Listeners['onNote'],
): Promise<string> {
  const mount = sandbox.mounts?.get('/data')
  if (mount?.state === 'mounted') {
    onNote(`the bucket is mounted, and commands read it at ${dataDirectory}.`)
    return `${dataDirectory}/${name}`
  }
  onNote('the bucket is read through S3Filesystem, and commands get a copy, since it is not mounted:')
  onNote(mount?.error ?? 'this sandbox mounts nothing')
  await sandbox.writeFiles?.([{ path: name, content: await filesystem.readFile(`/data/${name}`) }])
  return name
}

/** Code mode: the program runs in the sandbox; what it needs of this process it gets through the tools, which run here. */
async function summarise(
  sandbox: WorkspaceSandbox,
  filesystem: WorkspaceFilesystem,
  transport: CodeModeTransport | undefined,
): Promise<Month[]> {
  const daily = (column: number, description: string) => ({
    description,
    inputSchema: z.object({ year: z.number().int() }),
    outputSchema: z.array(z.object({ month: z.number(), value: z.number() })),
    execute: async ({ year }: { year: number }) => {
      const text = String(await filesystem.readFile(`/data/${name}`, { encoding: 'utf-8' }))
      const rows = text.split('\n').filter((line) => line.startsWith(`${year}-`))
      return rows.map((row) => ({ month: Number(row.slice(5, 7)), value: Number(row.split(',')[column]) }))
    },
  })
  const { tool } = createCodeMode(
    {
      sandbox,
      tools: {
        daily_rain: daily(1, 'Rain of each day of a year, in mm'),
        daily_high: daily(2, 'Highest temperature of each day of a year, in °C'),
        daily_wind: daily(4, 'Wind of each day of a year, in m/s'),
      },
    },
    transport,
  )
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
  return new URL(`../data/${name}`, import.meta.resolve('vega-datasets'))
}
