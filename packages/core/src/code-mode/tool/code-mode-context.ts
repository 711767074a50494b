import type { RequestContext, RequestScope } from '../../contract/request-context.js'
import type { WorkspaceSandbox } from '../../contract/sandbox.js'

/**
 * What an agent framework may give to the tool. Everything is optional; members that are not listed reach the tools as
 * well.
 */
export interface CodeModeToolContext {
  requestContext?: RequestContext | undefined
  abortSignal?: AbortSignal | undefined
  workspace?: CodeModeWorkspace | undefined
  observe?: CodeModeObserver | undefined
  mastra?: unknown
}

/** A workspace as far as the tool needs it. */
export interface CodeModeWorkspace {
  resolveSandbox?(scope: RequestScope): WorkspaceSandbox | undefined | Promise<WorkspaceSandbox | undefined>
  readonly sandbox?: unknown
}

/** Where a framework records what happens. */
export interface CodeModeObserver {
  span?<T>(name: string, step: () => Promise<T>): Promise<T>
  log?(level: 'info' | 'error', message: string, data: Record<string, unknown>): void
}
