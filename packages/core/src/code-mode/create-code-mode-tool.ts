import type { CodeModeRunOptions, CodeModeToolResult, CodeModeTransport } from '../contract/code-mode.js'
import type { CodeModeConfig } from './config/code-mode-config.js'
import { checkTransport, resolveConfig, type ResolvedCodeModeConfig } from './config/resolve-config.js'
import { StdioCodeModeTransport } from './stdio-code-mode-transport.js'
import { chooseSandbox } from './tool/choose-sandbox.js'
import type { CodeModeToolContext } from './tool/code-mode-context.js'
import {
  codeModeInputSchema,
  codeModeOutputSchema,
  type CodeModeSchema,
  type CodeModeToolArguments,
} from './tool/code-mode-schemas.js'
import { createDispatcher } from './tool/create-dispatcher.js'
import { validationFailure, type ValidationFailure } from './tool/validation-failure.js'

/** The tool that a model calls with a program. */
export interface CodeModeTool {
  readonly id: string
  readonly description: string
  readonly inputSchema: CodeModeSchema<CodeModeToolArguments>
  readonly outputSchema: CodeModeSchema<CodeModeToolResult>
  /**
   * Runs a program. What goes wrong in the program is part of the result; input and transport results that have not the
   * shape of the schemas give a `ValidationFailure`. Rejects when there is no sandbox to run in, and as the transport
   * rejects.
   */
  execute(input: CodeModeToolArguments, context?: CodeModeToolContext): Promise<CodeModeToolResult | ValidationFailure>
}

/**
 * Makes the tool alone; see `createCodeMode`. Throws INVALID_ARGUMENT when the configuration is wrong, also when two
 * tools would share a function name.
 */
export function createCodeModeTool(
  config: CodeModeConfig,
  transport: CodeModeTransport = new StdioCodeModeTransport(),
): CodeModeTool {
  const resolved = resolveConfig(config)
  checkTransport(transport)
  return {
    id: resolved.id,
    description:
      'Runs a TypeScript program that calls tools as async functions (external_*) and returns one result. ' +
      'The system prompt lists the functions.',
    inputSchema: codeModeInputSchema,
    outputSchema: codeModeOutputSchema,
    execute: async (input, context) => execute(resolved, transport, input, context ?? {}),
  }
}

async function execute(
  config: ResolvedCodeModeConfig,
  transport: CodeModeTransport,
  input: unknown,
  context: CodeModeToolContext,
): Promise<CodeModeToolResult | ValidationFailure> {
  const given = await codeModeInputSchema['~standard'].validate(input)
  if (given.issues) return validationFailure(`Invalid input for ${config.id}`, given.issues)
  const sandbox = await chooseSandbox(config.sandbox, context, transport.requiresSandbox !== false)
  const end = new AbortController()
  const follow = (): void => end.abort(context.abortSignal?.reason)
  if (context.abortSignal?.aborted) follow()
  context.abortSignal?.addEventListener('abort', follow, { once: true })
  const step = async (): Promise<unknown> =>
    transport.run(createRun(config, given.value.code, { sandbox, context, signal: end.signal }))
  try {
    const span = context.observe?.span
    const result = span ? await span.call(context.observe, `code-mode:${config.id}`, step) : await step()
    const checked = await codeModeOutputSchema['~standard'].validate(result)
    return checked.issues ? validationFailure('The transport gave an invalid result', checked.issues) : checked.value
  } finally {
    context.abortSignal?.removeEventListener('abort', follow)
    // Tools that still run work for nobody.
    end.abort()
  }
}

function createRun(
  config: ResolvedCodeModeConfig,
  program: string,
  run: { sandbox: CodeModeRunOptions['sandbox']; context: CodeModeToolContext; signal: AbortSignal },
): CodeModeRunOptions {
  const { entries, limits, timeoutMs } = config
  const { observe } = run.context
  const { maxConcurrentCalls } = limits
  return {
    sandbox: run.sandbox,
    program,
    toolIds: entries.map(({ id }) => id),
    dispatch: createDispatcher(entries, run.context, { maxConcurrentCalls, signal: run.signal }),
    timeout: timeoutMs,
    abortSignal: run.context.abortSignal,
    limits,
    onExternalCall: (tool, args) => observe?.log?.('info', 'code-mode external call', { tool, args }),
    onExternalResult: (tool, durationMs, error) => {
      observe?.log?.(error === undefined ? 'info' : 'error', 'code-mode external result', { tool, durationMs })
    },
  }
}
