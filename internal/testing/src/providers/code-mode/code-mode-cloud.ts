import {
  createCodeMode,
  type CodeModeConfig,
  type CodeModeToolResult,
  type CodeModeTransport,
  type WorkspaceSandbox,
} from '@caisson/core'
import { onTestFinished } from 'vitest'
import type { TestedSandbox } from '@caisson/conformance'
import type { CloudEmulator, CloudSandboxOptions } from '../provider-bench.js'

interface CloudTransportOptions {
  readonly nodePath?: string | undefined
  readonly env?: Readonly<Record<string, string>> | undefined
  readonly cwd?: string | undefined
}

/** A sandbox that programs run in. */
export type CodeModeSandbox = TestedSandbox & { readonly sandboxId: string | undefined }

/** What such a sandbox may be made with. */
export type CodeModeSandboxOptions = Omit<CloudSandboxOptions, 'name'>

/** What tests of programs in machines need of a provider and of the emulator of its vendor. */
export interface CodeModeCloud {
  readonly emulator: CloudEmulator
  /** Routes of the journal. */
  readonly routes: { readonly create: string; readonly spawn: string }
  /** How often a run without tool calls takes the route that processes are made by. Default 1. */
  readonly spawnsOfRun?: number | undefined
  /** Length of a text that a program takes and sends in bytes; longer than any argument can be. */
  readonly longBytes: number
  make(options?: CodeModeSandboxOptions): CodeModeSandbox
  makeTransport(options?: CloudTransportOptions): CodeModeTransport
}

export interface RunOptions extends Partial<Omit<CodeModeConfig, 'sandbox'>> {
  readonly abortSignal?: AbortSignal | undefined
  readonly transport?: CodeModeTransport | undefined
}

/** A tool that answers with what it is given. */
export const echoTools = { echo: { execute: async (args: unknown): Promise<unknown> => args } }

/** Runs one program. */
export async function runProgram(
  cloud: Pick<CodeModeCloud, 'makeTransport'>,
  sandbox: WorkspaceSandbox,
  code: string,
  { abortSignal, transport = cloud.makeTransport(), ...config }: RunOptions = {},
): Promise<CodeModeToolResult> {
  const { tool } = createCodeMode({ tools: {}, sandbox, ...config }, transport)
  return (await tool.execute({ code }, { abortSignal })) as CodeModeToolResult
}

/** A sandbox that is destroyed when the test is over. */
export function makeTemporary(cloud: Pick<CodeModeCloud, 'make'>, options?: CodeModeSandboxOptions): CodeModeSandbox {
  const sandbox = cloud.make(options)
  onTestFinished(async () => sandbox.destroy())
  return sandbox
}
