import { builtinModules } from 'node:module'
import { runNode } from '../run/run-node.ts'
import { median } from '../statistics.ts'

/** What a built-in module costs whoever loads it first. */
export interface LoadedBuiltin {
  readonly builtin: string
  readonly elapsedMs: number
}

/** The public built-in modules that importing a package loads and bare Node does not, the dearest first. */
export async function loadedBuiltins(specifier: string, folder: string): Promise<LoadedBuiltin[]> {
  const bare = new Set(await listLoaded('', folder))
  const loaded = await listLoaded(`await import(${JSON.stringify(specifier)});`, folder)
  const candidates = loaded.filter((name) => !bare.has(name) && builtinModules.includes(name))
  const costs: LoadedBuiltin[] = []
  for (const builtin of candidates) costs.push({ builtin: `node:${builtin}`, elapsedMs: await costOf(builtin, folder) })
  return costs.toSorted((a, b) => b.elapsedMs - a.elapsedMs).slice(0, 8)
}

async function listLoaded(load: string, folder: string): Promise<string[]> {
  const program = `${load}process.stdout.write(JSON.stringify(process.moduleLoadList))`
  const list = JSON.parse(await runNode(['--input-type=module', '-e', program], folder)) as string[]
  return list.flatMap((entry) => (entry.startsWith('NativeModule ') ? [entry.slice('NativeModule '.length)] : []))
}

async function costOf(builtin: string, folder: string): Promise<number> {
  const program =
    `const startedAt = performance.now();require(${JSON.stringify(`node:${builtin}`)});` +
    'process.stdout.write(String(performance.now() - startedAt))'
  const samples: number[] = []
  for (let round = 0; round < 5; round += 1) samples.push(Number(await runNode(['-e', program], folder)))
  return median(samples)
}
