import { SandboxUnsupportedFeatureError } from '../../errors/sandbox-errors.js'
import { eraseTypes } from '../../util/erase-types.js'

/** What became of TypeScript source. */
export type StrippedSource =
  | { readonly ok: true; readonly code: string }
  | { readonly ok: false; readonly fault: SourceFault }

/** Why source cannot be used. `line` and `column` count from 1 in what was given. */
export interface SourceFault {
  readonly message: string
  readonly line: number | undefined
  readonly column?: number | undefined
  /** The syntax is TypeScript that needs more than erasing. */
  readonly isUnerasable: boolean
}

/** Makes plain JavaScript of TypeScript. Every line stays where it is, since errors are told by line. */
export type TypeStripper = (source: string) => Promise<StrippedSource>

/**
 * Replaces types by spaces, so that lines and columns stay. Done on the host by Node itself, so that the Node of the
 * sandbox needs no flag and no certain version. The warning that this is experimental is held back; others are not.
 */
export async function stripTypes(source: string): Promise<StrippedSource> {
  try {
    const code = await eraseTypes(source)
    if (code !== undefined) return { ok: true, code }
  } catch (error) {
    if (!(error instanceof Error) || !isSyntaxFault(error)) throw error
    return { ok: false, fault: describeFault(error) }
  }
  throw new SandboxUnsupportedFeatureError('Code mode needs Node 22.13 or newer on the host, to erase types', {
    found: process.version,
  })
}

const syntaxCodes: ReadonlySet<unknown> = new Set([
  'ERR_INVALID_TYPESCRIPT_SYNTAX',
  'ERR_UNSUPPORTED_TYPESCRIPT_SYNTAX',
])

function isSyntaxFault(error: Error): boolean {
  return error instanceof SyntaxError || ('code' in error && syntaxCodes.has(error.code))
}

/** Versions of Node differ in where they put the position: before the message, or drawn below it. */
const positions = [/^:(\d+)\n/, /^[^\n]*program\.ts:(\d+)\n/, /,-\[(\d+):\d+\]/, /╭─\[(?:[^\]]*:)?(\d+):\d+\]/]

function describeFault(error: Error): SourceFault {
  const text = error.stack ?? ''
  const line = positions.map((position) => position.exec(text)?.[1]).find((found) => found !== undefined)
  return {
    message: firstSentence(error),
    line: line === undefined ? undefined : Number(line),
    isUnerasable: 'code' in error && error.code === 'ERR_UNSUPPORTED_TYPESCRIPT_SYNTAX',
  }
}

/** The message without a drawing of the place, which would show what surrounds the program. */
function firstSentence(error: Error): string {
  const lines = error.message.split('\n').map((line) => line.replace(/^\s*[x×]\s+/, '').trim())
  return lines.find((line) => line !== '') ?? 'Invalid syntax'
}
