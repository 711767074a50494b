import { it } from 'vitest'
import { useMountBench } from '../mount-bench.js'
import type { MountImage, MountProvider } from '../mount-provider.js'
import type { MountCase } from './mount-case.js'

/** Registers cases as tests of a provider, in machines of an image. */
export function runMountCases(provider: MountProvider, cases: readonly MountCase[], image?: MountImage): void {
  const bench = useMountBench(provider, image)
  const titled = cases.map((entry) => ({ ...entry, title: titleOf(provider, entry) }))
  it.for(titled)('$title', async ({ obstacle, asRoot, check }, { skip }) => {
    skip(obstacle !== undefined, obstacle)
    skip(asRoot === true && provider.noRoot !== undefined, provider.noRoot)
    await check(bench)
  })
}

function titleOf({ rows }: MountProvider, { stores = [], title }: MountCase): string {
  const shown = stores.flatMap((store) => (rows[store] === undefined ? [] : [`[${rows[store]}]`]))
  return [...shown, title].join(' ')
}
