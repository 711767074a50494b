import {
  createSandboxLauncher,
  runProgram,
  SandboxError,
  SandboxFeatureNotSupportedError,
  SandboxUnsupportedFeatureError,
  shellQuote,
  WorkspaceError,
  type CodeModeRunOptions,
  type CodeModeToolResult,
  type CodeModeTransport,
  type Environment,
  type SandboxProcessManager,
  type WorkspaceSandbox,
} from '@caisson/core'
import { createRemoteLauncher } from './create-remote-launcher.js'
import { stripProgramTypes } from './typescript/strip-program-types.js'

/** Options of `RemoteCodeModeTransport`. */
export interface RemoteCodeModeTransportOptions {
  /** The `node` to start, as the sandbox sees it: Node 18 or newer. Default `node`, found by the sandbox's PATH. */
  nodePath?: string | undefined
  /** Working directory of programs. Default: the sandbox's. */
  cwd?: string | undefined
  /** Laid over the sandbox's environment for programs. */
  env?: Environment | undefined
}

/** What a sandbox says it can do; sandboxes of other libraries say nothing. */
interface StatedSupport {
  readonly supports?: { readonly stdin?: unknown } | undefined
}

/** How much longer than the run its process may last, in a sandbox that has a clock of its own. */
const spareMs = 60_000
/** Longest limit that all sandboxes take. */
const longestLimitMs = 2 ** 31 - 1

/**
 * Runs programs with the `node` of any sandbox that has processes and takes input: Caisson's, objects of that shape, and
 * those of the libraries that the shape comes from. For machines at the other end of a network: one request starts the
 * program, one brings it its text, and replies to its tool calls go together where they can. Nothing is written to any
 * disk.
 *
 * TypeScript is made into JavaScript on the host, so that enums, parameter properties and decorators work whatever
 * `node` the sandbox has. The program shares standard input and output with the protocol: what it prints is told apart by
 * a secret of the run, but it must not read its standard input.
 */
export class RemoteCodeModeTransport implements CodeModeTransport {
  readonly requiresSandbox: boolean = true
  readonly environment: string =
    'The program is an ordinary Node.js process in the sandbox: it has the access to files, network and environment ' +
    'variables that any command in that sandbox has, no more and no less.'
  readonly #options: RemoteCodeModeTransportOptions

  /** Throws INVALID_ARGUMENT when `nodePath` or `cwd` is empty. */
  constructor(options: RemoteCodeModeTransportOptions = {}) {
    for (const name of ['nodePath', 'cwd'] as const) {
      if (options[name] === '') {
        throw new SandboxError(`Invalid ${name}: expected a path, given ""`, 'INVALID_ARGUMENT', { name })
      }
    }
    this.#options = options
  }

  /**
   * Runs one program, starting the sandbox first where that is needed; the time limit covers both. Rejects with NO_SANDBOX
   * without a sandbox, with FEATURE_NOT_SUPPORTED when it has no processes, with UNSUPPORTED_FEATURE when they take no
   * input, and as the start of the sandbox or of the process rejects. Everything that happens to a started program is a
   * result, a cut connection and TypeScript that is not valid as well.
   */
  async run(options: CodeModeRunOptions): Promise<CodeModeToolResult> {
    const { sandbox, timeout } = options
    if (!sandbox) throw new WorkspaceError('Code mode requires a sandbox to run the program in', 'NO_SANDBOX')
    const launcher = createSandboxLauncher(requireProcesses(sandbox), {
      ...this.#launch(),
      frames: 'stdout',
      timeout: timeout > 0 ? Math.min(timeout + spareMs, longestLimitMs) : longestLimitMs,
    })
    return runProgram(options, createRemoteLauncher(sandbox, launcher), { stripTypes: stripProgramTypes })
  }

  #launch(): { nodeCommand?: string; cwd?: string; env?: Environment } {
    const { nodePath, cwd, env } = this.#options
    return {
      ...(nodePath !== undefined && { nodeCommand: shellQuote(nodePath) }),
      ...(cwd !== undefined && { cwd }),
      ...(env !== undefined && { env }),
    }
  }
}

function requireProcesses(sandbox: WorkspaceSandbox & StatedSupport): SandboxProcessManager {
  const { processes, supports, provider } = sandbox
  if (!processes) throw new SandboxFeatureNotSupportedError('processes')
  if (supports?.stdin !== false) return processes
  throw new SandboxUnsupportedFeatureError(
    `Code mode needs processes with standard input; those of sandbox provider '${provider}' have none`,
    { provider },
  )
}
