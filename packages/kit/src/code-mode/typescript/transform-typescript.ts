import type { SourceFault, StrippedSource } from '@caisson/core'
import type { Message, TransformFailure, TransformOptions } from 'esbuild'
import { decodeMappings } from './decode-mappings.js'
import { keepLayout } from './keep-layout.js'

/** Every Node from 18 on knows what this makes. Only templates have lines of their own, see `keepLayout`. */
const options = {
  target: 'es2022',
  platform: 'node',
  charset: 'utf8',
  minifyWhitespace: true,
  legalComments: 'none',
  logLevel: 'silent',
  sourcefile: 'program.ts',
} as const satisfies TransformOptions

/** Makes JavaScript of a TypeScript script with esbuild, which the first call loads. Lines stay where they are. */
export async function transformTypeScript(source: string): Promise<StrippedSource> {
  const { transform } = await import('esbuild')
  try {
    const made = await transform(source, { ...options, loader: 'ts', sourcemap: 'external', sourcesContent: false })
    const { mappings } = JSON.parse(made.map) as { mappings: string }
    const laidOut = keepLayout(made.code, await decodeMappings(mappings))
    const { code } = await transform(laidOut, { ...options, loader: 'js' })
    // White space that changed the meaning would show here. Then places in the source are lost, but nothing else.
    return { ok: true, code: code === made.code ? laidOut : made.code }
  } catch (error) {
    if (!isTransformFailure(error)) throw error
    return { ok: false, fault: describeFault(error.errors[0]) }
  }
}

function isTransformFailure(error: unknown): error is TransformFailure {
  return error instanceof Error && 'errors' in error && Array.isArray(error.errors)
}

function describeFault(message: Message | undefined): SourceFault {
  const { text = 'Invalid syntax', location } = message ?? {}
  if (!location) return { message: text, line: undefined, isUnerasable: false }
  // The column is told in bytes.
  const before = Buffer.from(location.lineText).toString('utf8', 0, location.column)
  return { message: text, line: location.line, column: before.length + 1, isUnerasable: false }
}
