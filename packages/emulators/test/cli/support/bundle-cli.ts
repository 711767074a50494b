import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { bundleToolbox } from '../../../src/daytona/toolbox/index.js'
import { bundleEnvd } from '../../../src/e2b/envd/index.js'
import { bundleAgent } from '../../../src/platform/agent/index.js'

const packageFolder = fileURLToPath(new URL('../../..', import.meta.url))

/** Makes the command of the sources, as a build would, where it finds the package's dependencies. */
export async function bundleCli(): Promise<{ readonly file: string; remove(): Promise<void> }> {
  const cache = path.join(packageFolder, 'node_modules/.cache')
  await mkdir(cache, { recursive: true })
  const folder = await mkdtemp(path.join(cache, 'cli-'))
  const file = path.join(folder, 'cli.mjs')
  await build({
    entryPoints: [path.join(packageFolder, 'src/cli.ts')],
    outfile: file,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node22',
    packages: 'external',
    logLevel: 'error',
  })
  await bundleEnvd(path.join(folder, 'envd.cjs'))
  await bundleToolbox(path.join(folder, 'toolbox.cjs'))
  await bundleAgent(path.join(folder, 'agent.cjs'))
  return { file, remove: () => rm(folder, { recursive: true, force: true }) }
}
