import type { CodeModeTransport } from '../contract/code-mode.js'
import type { CodeModeConfig } from './config/code-mode-config.js'
import { resolveConfig } from './config/resolve-config.js'
import { StdioCodeModeTransport } from './stdio-code-mode-transport.js'
import { generateStubs } from './stubs/generate-stubs.js'

/** Said of a transport that does not tell. */
const unknownEnvironment =
  'The program runs where the host runs it, with whatever access to files and network that place has.'

/**
 * The text for the system prompt: how to write programs, and the declaration of every function. What it says of files,
 * network and environment is what the transport says of itself. Throws INVALID_ARGUMENT like `createCodeMode`.
 */
export function createCodeModeInstructions(
  config: CodeModeConfig,
  transport: CodeModeTransport = new StdioCodeModeTransport(),
): string {
  const { id, entries } = resolveConfig(config)
  const stubs = generateStubs(config.tools)
  const example = stubs[0]?.name ?? 'external_example'
  return [
    '# Code Mode',
    `The tool \`${id}\` runs a TypeScript program. Write one program in place of many tool calls: call the functions ` +
      'below, work with what they return, and return only what you need.',
    [
      `- The program is the body of an async function: call the functions directly and await them, as in \`await ${example}(…)\`.`,
      '- Make independent calls together with `Promise.all`, and do filtering, sorting and arithmetic in code.',
      '- End with `return`: the returned value, as JSON, is the result. Without `return` there is none.',
      '- The `external_*` functions are how the program reaches tools; do not build on files, network or processes ' +
        'unless the task asks for it.',
      '- `console.log` is for debugging: what it prints comes back in `logs`.',
      '- Types are erased, not compiled: no enum, namespace, parameter property or import statement. ' +
        'A call that fails throws; a call that is not awaited is cancelled when the program returns.',
    ].join('\n'),
    transport.environment ?? unknownEnvironment,
    entries.length === 0 ? 'No functions are available.' : 'Available functions:',
    ...stubs.map(({ declaration }) => declaration),
  ].join('\n\n')
}
