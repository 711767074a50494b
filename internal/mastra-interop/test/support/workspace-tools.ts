import { RequestContext } from '@mastra/core/request-context'
import { createWorkspaceTools, type AnyWorkspace } from '@mastra/core/workspace'

/** A tool as an agent sees it. */
interface WorkspaceTool {
  execute(input: Record<string, unknown>, context: Record<string, unknown>): Promise<unknown>
}

/** Something that a tool told the user interface while it ran. */
interface WrittenEvent {
  readonly type: string
  readonly data: unknown
}

/** The tools that Mastra makes for a workspace. */
export interface WorkspaceTools {
  readonly names: readonly string[]
  readonly written: WrittenEvent[]
  /** Calls a tool by its name without the prefix. Mastra's tools answer with text. */
  call(name: string, input: Record<string, unknown>, context?: Record<string, unknown>): Promise<string>
}

const prefix = 'mastra_workspace_'

export async function workspaceTools(workspace: AnyWorkspace): Promise<WorkspaceTools> {
  const tools: Readonly<Record<string, WorkspaceTool>> = await createWorkspaceTools(workspace)
  const written: WrittenEvent[] = []
  const writer = { custom: async (event: WrittenEvent) => void written.push(event) }
  return {
    names: Object.keys(tools).map((name) => name.replace(prefix, '')),
    written,
    call: async (name, input, context = {}) => {
      const tool = tools[prefix + name]
      if (!tool) throw new Error(`There is no tool ${name}`)
      const common = { workspace, requestContext: new RequestContext(), writer }
      const result = await tool.execute(input, { ...common, ...context })
      if (typeof result !== 'string') throw new Error(`${name} gave ${JSON.stringify(result)}`)
      return result
    },
  }
}
