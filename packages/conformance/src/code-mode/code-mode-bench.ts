import {
  createCodeMode,
  StdioCodeModeTransport,
  type CodeModeConfig,
  type CodeModeResult,
  type CodeModeTool,
  type CodeModeToolInput,
  type CodeModeToolResult,
  type CodeModeTransport,
  type WorkspaceSandbox,
} from '@caisson/core'
import { expect } from 'vitest'
import type { CodeModeTarget } from './code-mode-target.js'

type Context = Parameters<CodeModeTool['execute']>[1]
type Execute = (args: never, context: { abortSignal: AbortSignal }) => unknown

/** What cases work with. */
export class CodeModeBench {
  readonly slowCallMs: number
  readonly #target: CodeModeTarget
  #sandbox: WorkspaceSandbox | undefined

  constructor(target: CodeModeTarget) {
    this.#target = target
    this.slowCallMs = target.slowCallMs ?? 2000
  }

  /** The sandbox that all cases share. */
  async sandbox(): Promise<WorkspaceSandbox> {
    this.#sandbox ??= await this.#target.createSandbox()
    return this.#sandbox
  }

  transport(): CodeModeTransport {
    return this.#target.createTransport?.() ?? new StdioCodeModeTransport()
  }

  async createCodeMode(tools: Record<string, Execute>, config: Partial<CodeModeConfig> = {}): Promise<CodeModeResult> {
    const inputs = Object.entries(tools).map(([key, execute]): [string, CodeModeToolInput] => [key, { execute }])
    const sandbox = await this.sandbox()
    return createCodeMode({ tools: Object.fromEntries(inputs), sandbox, ...config }, this.transport())
  }

  /** Runs a program. */
  async run(
    code: string,
    tools: Record<string, Execute> = {},
    config: Partial<CodeModeConfig> = {},
    context?: Context,
  ): Promise<CodeModeToolResult> {
    const { tool } = await this.createCodeMode(tools, config)
    const result = await tool.execute({ code }, context)
    expect(result).toHaveProperty('success')
    return result as CodeModeToolResult
  }

  /** Runs a program that must succeed, and gives its result. */
  async value(
    code: string,
    tools: Record<string, Execute> = {},
    config: Partial<CodeModeConfig> = {},
  ): Promise<unknown> {
    const result = await this.run(code, tools, config)
    expect(result.error).toBeUndefined()
    expect(result.success).toBe(true)
    return result.result
  }

  async close(): Promise<void> {
    if (!this.#sandbox) return
    if (this.#target.cleanup) await this.#target.cleanup(this.#sandbox)
    else await this.#sandbox.destroy?.()
  }
}
