import type { CodeModeRunOptions, CodeModeToolResult, CodeModeTransport } from '../contract/code-mode.js'
import type { Environment } from '../contract/process.js'
import type { WorkspaceSandbox } from '../contract/sandbox.js'
import { shellQuote } from '../driver/shell-command.js'
import { invalidArgument } from '../errors/argument-error.js'
import { SandboxUnsupportedFeatureError } from '../errors/sandbox-errors.js'
import { SandboxFeatureNotSupportedError, WorkspaceError } from '../errors/workspace-errors.js'
import { createSandboxLauncher } from './run/create-sandbox-launcher.js'
import { runProgram } from './run/run-program.js'

/** Options of `StdioCodeModeTransport`. */
export interface StdioCodeModeTransportOptions {
  /** The `node` to start, as the sandbox sees it: Node 18 or newer. Default `node`, found by the sandbox's PATH. */
  nodePath?: string | undefined
  /** Working directory of programs. Default: the sandbox's. */
  cwd?: string | undefined
  /** Laid over the sandbox's environment for programs. */
  env?: Environment | undefined
}

/** What a sandbox says it can do, as far as it matters here; sandboxes of other libraries say nothing. */
interface StatedSupport {
  readonly supports?: { readonly channel?: unknown; readonly stdin?: unknown } | undefined
}

/**
 * Runs programs with the `node` of a sandbox, through its `processes.spawn`. Nothing is written to any disk: program,
 * runner and nonce go over the process's private channel where the sandbox has one, else over its standard input.
 *
 * Without a channel the program shares standard input and output with the protocol: what it prints is told apart by the
 * nonce, but it must not read its standard input.
 */
export class StdioCodeModeTransport implements CodeModeTransport {
  readonly requiresSandbox: boolean = true
  readonly environment: string =
    'The program is an ordinary Node.js process in the sandbox: it has the access to files, network and environment ' +
    'variables that any command in that sandbox has, no more and no less.'
  readonly #options: StdioCodeModeTransportOptions

  /** Throws INVALID_ARGUMENT when `nodePath` or `cwd` is empty. */
  constructor(options: StdioCodeModeTransportOptions = {}) {
    for (const name of ['nodePath', 'cwd'] as const) {
      if (options[name] === '') throw invalidArgument({ name, expected: 'a path', given: '' })
    }
    this.#options = options
  }

  /**
   * Runs one program. Rejects with NO_SANDBOX without a sandbox, with FEATURE_NOT_SUPPORTED when it has no processes or
   * takes no input, and as `spawn` rejects; everything that happens to a started program is a result.
   */
  async run(options: CodeModeRunOptions): Promise<CodeModeToolResult> {
    const { sandbox } = options
    if (!sandbox) throw new WorkspaceError('StdioCodeModeTransport requires a sandbox', 'NO_SANDBOX')
    if (!sandbox.processes) throw new SandboxFeatureNotSupportedError('processes')
    const { supports } = sandbox as WorkspaceSandbox & StatedSupport
    const hasChannel = supports?.channel === true
    if (!hasChannel && supports?.stdin === false) {
      throw new SandboxUnsupportedFeatureError(
        `Code mode needs a process channel or standard input; sandbox provider '${sandbox.provider}' has neither`,
        { provider: sandbox.provider },
      )
    }
    const { nodePath, cwd, env } = this.#options
    const launcher = createSandboxLauncher(sandbox.processes, {
      frames: hasChannel ? 'channel' : 'stdout',
      nodeCommand: nodePath === undefined ? undefined : shellQuote(nodePath),
      ...(cwd !== undefined && { cwd }),
      ...(env !== undefined && { env }),
    })
    return runProgram(options, launcher)
  }
}
