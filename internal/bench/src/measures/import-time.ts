import { contendersOf } from '../run/contenders-of.ts'
import type { Budget, Case, Contender, Measure, MeasureContext } from '../run/measure.ts'
import { publishedPackages, type PublishedPackage } from '../run/published-packages.ts'
import { runNode } from '../run/run-node.ts'
import { timed } from '../run/timed.ts'
import type { Subject } from '../subjects/subject.ts'
import { loadedBuiltins } from './loaded-builtins.ts'

const formats = ['esm', 'cjs'] as const
type Format = (typeof formats)[number]

/** What it costs to import each entry of each package. Providers are compared with core plus zod, which they build on. */
export const importTime: Measure = {
  name: 'import',
  hasPeers: true,
  async prepare(context) {
    if (context.subjects.length > 1) return { notes: [], cases: peerCases(context) }
    const built = publishedPackages().filter(({ entries }) => entries.length > 0)
    const packages = built.filter(({ needsTestRunner }) => !needsTestRunner)
    const notes = built
      .filter(({ needsTestRunner }) => needsTestRunner)
      .map(({ name }) => `${name} is left out: it can be imported by a test runner only`)
    const core = packages.find(({ shortName }) => shortName === 'core')
    if (core) notes.push(await builtinsNote(core))
    return { notes, cases: packages.flatMap((one) => one.entries.flatMap((entry) => entryCases(one, entry, context))) }
  },
}

function entryCases({ folder, shortName, group }: PublishedPackage, entry: string, { quick }: MeasureContext): Case[] {
  const isProvider = group === 'workspaces'
  const budget: Budget | undefined = isProvider
    ? { kind: 'over', limit: 30 }
    : shortName === 'core'
      ? { kind: 'over', limit: 25 }
      : undefined
  const base = isProvider ? ['@caisson/core', 'zod'] : []
  return (quick ? (['esm'] as const) : formats).map((format) => ({
    name: `${entry} (${format}${isProvider ? ', over core and zod' : ''})`,
    metrics: [
      { name: 'time', unit: 'ms', budget },
      { name: 'RSS', unit: 'MB' },
    ],
    rounds: 21,
    warmUps: 2,
    contenders: { bare: importing(base, format, folder), ours: importing([entry], format, folder) },
  }))
}

function peerCases({ subjects }: MeasureContext): Case[] {
  return (['main', 'workspace', 'tools'] as const).map((role) => ({
    name: `the ${role} entry (esm)`,
    metrics: [
      { name: 'time', unit: 'ms' },
      { name: 'RSS', unit: 'MB' },
    ],
    rounds: 11,
    contenders: {
      bare: importing([], 'esm', import.meta.dirname),
      ...contendersOf(subjects, (subject: Subject) => {
        const entry = subject.entries[role]
        return entry === undefined ? undefined : importing([entry], 'esm', subject.importedFrom)
      }),
    },
  }))
}

function importing(specifiers: readonly string[], format: Format, folder: string): Contender {
  const load = specifiers.map((specifier) =>
    format === 'esm' ? `await import(${JSON.stringify(specifier)});` : `require(${JSON.stringify(specifier)});`,
  )
  const inputType = format === 'esm' ? 'module' : 'commonjs'
  const program = `${load.join('')}process.stdout.write(String(process.memoryUsage.rss()))`
  return async () => {
    let rss = 0
    const elapsedMs = await timed(async () => {
      rss = Number(await runNode([`--input-type=${inputType}`, '-e', program], folder))
    })
    return [elapsedMs, rss / 1e6]
  }
}

async function builtinsNote({ name, folder }: PublishedPackage): Promise<string> {
  const builtins = await loadedBuiltins(name, folder)
  const list = builtins.map(({ builtin, elapsedMs }) => `${builtin} ${elapsedMs.toFixed(1)} ms`)
  return `of ${name}'s own imports these built-in modules cost most, each loaded alone in a fresh process: ${list.join(', ')}`
}
