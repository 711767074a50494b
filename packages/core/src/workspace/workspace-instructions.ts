import type { WorkspaceFilesystem } from '../contract/filesystem.js'
import type { RequestContext, RequestScope } from '../contract/request-context.js'
import type { WorkspaceSandbox } from '../contract/sandbox.js'
import { composeInstructions } from './compose-instructions.js'
import type { ProviderSource } from './provider-source.js'
import type { WorkspaceInstructionsConfig } from './workspace-config.js'

/** What is told about a sandbox that a resolver chooses, when the resolver must not be called. */
const dynamicSandboxText =
  'Commands run in a sandbox that is chosen for each request. Its working directory and mounts are known once it runs.'

/** What instructions are made from. */
export interface InstructionSources {
  readonly filesystems: ProviderSource<WorkspaceFilesystem>
  readonly sandboxes: ProviderSource<WorkspaceSandbox>
  readonly dynamicSandbox: WorkspaceInstructionsConfig['dynamicSandbox']
  /** Stands in where a call names no request context. */
  readonly ownContext: RequestContext
}

/** Tells an agent about the environment. */
export class WorkspaceInstructions {
  readonly #sources: InstructionSources

  constructor(sources: InstructionSources) {
    this.#sources = sources
  }

  /** Without calling a resolver. */
  describe(scope: RequestScope): string {
    const { filesystems, sandboxes } = this.#sources
    const parts = { filesystem: filesystems.instance, sandbox: sandboxes.instance }
    return composeInstructions({ ...parts, sandboxText: this.#describeDynamic(scope) }, scope)
  }

  /** For the parts that resolvers choose, as far as they are to be called. */
  async describeResolved(given: RequestScope): Promise<string> {
    const { filesystems, sandboxes, dynamicSandbox, ownContext } = this.#sources
    // The parts are asked about the context that they were chosen for.
    const scope = { requestContext: given.requestContext ?? ownContext }
    const filesystem = await filesystems.resolve(scope.requestContext)
    const isAsked = dynamicSandbox === 'resolve'
    const sandbox = isAsked ? await sandboxes.resolve(scope.requestContext) : sandboxes.instance
    return composeInstructions({ filesystem, sandbox, sandboxText: this.#describeDynamic(scope) }, scope)
  }

  #describeDynamic({ requestContext }: RequestScope): string | undefined {
    const { sandboxes, dynamicSandbox, ownContext } = this.#sources
    if (!sandboxes.hasResolver) return undefined
    if (typeof dynamicSandbox !== 'function') return dynamicSandboxText
    return dynamicSandbox({ requestContext: requestContext ?? ownContext })
  }
}
