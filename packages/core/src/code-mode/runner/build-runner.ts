import { invalidArgument } from '../../errors/argument-error.js'
import { FRAME_PREFIX } from '../frames/frame-prefix.js'
import { codeModeLimits } from '../config/code-mode-limits.js'
import type { CodeModeExternal } from './boot-message.js'
import { runnerSource } from './runner-source.js'

/** Options of `buildRunner`. */
export interface BuildRunnerOptions {
  /** Specifier (a URL or path) of a module whose default export is the program. */
  programModule: string
  /** The functions to install. Names must be distinct identifiers, else INVALID_ARGUMENT. */
  externals: readonly CodeModeExternal[]
  /**
   * `private` (default): the runner first reads one line `{"nonce": "…"}` from its standard input, and marks its frames
   * with that nonce. `plain`: it starts at once and marks frames with the bare `FRAME_PREFIX`, which whatever the program
   * prints can imitate; only for hosts that know nothing else.
   */
  framing?: 'private' | 'plain' | undefined
}

const identifier = /^[A-Za-z_$][\w$]*$/

/**
 * Builds the text of an ES module that runs a program found by specifier: frames on standard output, answers on standard
 * input. For transports that put files into a machine; the default transport needs none.
 */
export function buildRunner(options: BuildRunnerOptions): string {
  checkExternals(options.externals)
  const isPlain = options.framing === 'plain'
  const boot = {
    prefix: FRAME_PREFIX,
    nonce: '',
    plain: isPlain,
    outputDescriptor: 1,
    inputDescriptor: 0,
    segmentBytes: isPlain ? 0 : 4096,
    maxResultBytes: codeModeLimits.maxResultBytes,
    maxLogBytes: codeModeLimits.maxLogBytes,
    externals: options.externals.map(({ name, id }) => ({ name, id })),
    programModule: options.programModule,
  }
  return [
    `import { createRequire } from 'node:module'`,
    `import { readSync } from 'node:fs'`,
    `const boot = ${JSON.stringify(boot)}`,
    isPlain ? '' : readNonce,
    `const run = ${runnerSource}`,
    `run(boot, createRequire(import.meta.url))`,
    '',
  ].join('\n')
}

/** Byte by byte, since what follows the line belongs to the answers. */
const readNonce = `
const byte = Buffer.alloc(1)
let line = ''
while (byte[0] !== 10) {
  try {
    if (readSync(0, byte, 0, 1, null) === 0) process.exit(1)
    line += byte.toString('latin1')
  } catch (error) {
    if (error.code !== 'EAGAIN') throw error
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1)
  }
}
Object.assign(boot, JSON.parse(line))`

function checkExternals(externals: readonly CodeModeExternal[]): void {
  const seen = new Set<string>()
  for (const { name } of externals) {
    if (!identifier.test(name)) {
      throw invalidArgument({ name: 'externals', expected: 'names that are identifiers', given: name })
    }
    if (seen.has(name)) throw invalidArgument({ name: 'externals', expected: 'distinct names', given: name })
    seen.add(name)
  }
}
