import { createRequire } from 'node:module'
import path from 'node:path'
import { moduleFile } from './module-file.js'

/**
 * What the terminal library loads its native part with. Inside a machine there is no `node_modules`: the file lies
 * beside the program. Where it does not, the library is asked for it as usual.
 */
const nativeLoader = `
exports.requireBinary = (file) => {
  const path = require('node:path')
  const beside = path.join(__dirname, file)
  if (require('node:fs').existsSync(beside)) return require(beside)
  const { createRequire } = require('node:module')
  const library = createRequire(__filename).resolve('@lydell/node-pty')
  return createRequire(library)('@lydell/node-pty-' + process.platform + '-' + process.arch + '/' + file)
}
`

/** The part of the bundler that is used. It builds this package and is not installed with it, so it is not imported. */
interface Bundler {
  build(options: Readonly<Record<string, unknown>>): Promise<unknown>
}

interface PluginBuild {
  onLoad(options: { filter: RegExp }, load: () => { contents: string; loader: string }): void
}

/**
 * Writes the daemon of a folder below `src`, and all it needs but the native part of terminals, into one file.
 */
export async function bundleDaemon(folder: string, outfile: string): Promise<void> {
  const { build }: Bundler = createRequire(moduleFile)('esbuild')
  await build({
    entryPoints: [path.join(path.dirname(moduleFile), '..', folder, 'main.ts')],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node22',
    minifyWhitespace: true,
    minifySyntax: true,
    lineLimit: 200,
    legalComments: 'external',
    logLevel: 'error',
    plugins: [
      {
        name: 'native-terminal',
        setup: ({ onLoad }: PluginBuild) =>
          onLoad({ filter: /node-pty[\\/]requireBinary\.js$/ }, () => ({ contents: nativeLoader, loader: 'js' })),
      },
    ],
  })
}

/** The native part of terminals for this system; `undefined` where there is none. */
export function nativeTerminalFile(): string | undefined {
  const here = createRequire(moduleFile)
  try {
    const library = path.dirname(here.resolve('@lydell/node-pty'))
    const fromLibrary = createRequire(path.join(library, 'index.js'))
    return fromLibrary.resolve(`@lydell/node-pty-${process.platform}-${process.arch}/pty.node`)
  } catch {
    return undefined
  }
}
