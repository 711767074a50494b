import {
  createCodeMode,
  createCodeModeTool,
  SandboxError,
  type CodeModeRunOptions,
  type CodeModeTransport,
  type WorkspaceSandbox,
} from '@caisson/core'
import { describe, expect, it, test } from 'vitest'
import { z } from 'zod'

const execute = (): string => 'ran'

/** A transport that runs a function of the test in place of a program. */
function transportOf(
  run: (options: CodeModeRunOptions) => unknown,
  more: Partial<CodeModeTransport> = {},
): CodeModeTransport {
  return { requiresSandbox: false, run: async (options) => (await run(options)) as never, ...more }
}

const sandbox: WorkspaceSandbox = {
  id: 's',
  name: 'S',
  provider: 'test',
  status: 'running',
  snapshot: async () => undefined,
}

describe('the configuration', () => {
  it('takes tools in the types of frameworks, which name their arguments and may have nothing to run', () => {
    interface FrameworkTool {
      id: string
      execute?: ((input: { value: number }, context: { agent: string }) => Promise<number>) | undefined
    }
    const double: FrameworkTool = { id: 'double', execute: async ({ value }) => value * 2 }
    expect(createCodeMode({ tools: { double } }).instructions).toContain('external_double')
  })

  const wrong = [
    [{ tools: null }, 'tools'],
    [{ tools: { t: 1 } }, 'tools.t'],
    [{ tools: { t: {} } }, 'tools.t.execute'],
    [{ tools: { t: { execute, id: 7 } } }, 'tools.t.id'],
    [{ tools: { a: { execute, id: 'x' }, b: { execute, id: 'x' } } }, 'tools.b.id'],
    [{ tools: {}, id: '' }, 'id'],
    [{ tools: {}, timeout: -1 }, 'timeout'],
    [{ tools: {}, timeout: Number.NaN }, 'timeout'],
    [{ tools: {}, sandbox: 'local' }, 'sandbox'],
    [{ tools: {}, maxResultBytes: 0 }, 'maxResultBytes'],
    [{ tools: {}, maxLogBytes: -1 }, 'maxLogBytes'],
    [{ tools: {}, maxLogEntries: 1.5 }, 'maxLogEntries'],
    [{ tools: {}, maxConcurrentCalls: 0 }, 'maxConcurrentCalls'],
    [{ tools: {}, maxPendingCalls: '9' }, 'maxPendingCalls'],
  ] as const

  test.each(wrong)('%j is refused, naming %s, what is expected and what was given', (config, option) => {
    const fault = catchError(() => createCodeMode(config as never))
    expect(SandboxError.isInstance(fault) && [fault.code, fault.details?.['option']]).toEqual([
      'INVALID_ARGUMENT',
      option,
    ])
    expect(String(fault)).toMatch(/expected .*, got /)
  })

  it('that is no transport is refused', () => {
    expect(() => createCodeMode({ tools: {} }, {} as never)).toThrow(/Invalid transport/)
  })
})

function catchError(step: () => unknown): unknown {
  try {
    step()
  } catch (error) {
    return error
  }
  return undefined
}

describe('the tool', () => {
  it('has the documented defaults and schemas that any Standard Schema user can read', async () => {
    const tool = createCodeModeTool({ tools: {} })
    expect(tool.id).toBe('execute_typescript')
    expect(createCodeModeTool({ tools: {}, id: 'run' }).id).toBe('run')
    expect(tool.inputSchema['~standard'].jsonSchema.input({ target: 'draft-2020-12' })).toMatchObject({
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      properties: { code: { type: 'string' } },
      required: ['code'],
    })
    expect(await tool.inputSchema['~standard'].validate({ code: 'x', more: 1 })).toEqual({ value: { code: 'x' } })
    expect(await tool.inputSchema['~standard'].validate({ code: 1 })).toHaveProperty('issues.0.path', ['code'])
    const bad = { success: 'yes', logs: [1], error: { message: 'm', line: '1' } }
    const { issues } = await tool.outputSchema['~standard'].validate(bad)
    expect(issues?.map(({ path }) => path?.map(String).join('.'))).toEqual(['success', 'logs', 'error.line'])
  })

  it('gives the transport everything, and its result without members that nobody knows', async () => {
    let given: CodeModeRunOptions | undefined
    const transport = transportOf((options) => {
      given = options
      return { success: true, result: 1, secret: 2, error: undefined }
    })
    const tools = { t: { execute }, u: { execute, id: 'named' } }
    const tool = createCodeModeTool({ tools, sandbox, maxLogEntries: 5 }, transport)
    expect(await tool.execute({ code: 'return 1' })).toEqual({ success: true, result: 1 })
    expect(given).toMatchObject({ sandbox, program: 'return 1', toolIds: ['t', 'named'], timeout: 30_000 })
    expect(given?.limits).toMatchObject({ maxLogEntries: 5, maxConcurrentCalls: 64 })
  })

  it('answers input and results of the wrong shape with a report, and rejects as the transport does', async () => {
    const tool = createCodeModeTool(
      { tools: {} },
      transportOf(() => ({ success: 'yes' })),
    )
    expect(await tool.execute({ code: 'x' })).toMatchObject({
      error: true,
      validationErrors: { fields: { success: {} } },
    })
    expect(await tool.execute({} as never)).toMatchObject({ error: true, validationErrors: { fields: { code: {} } } })
    const failing = createCodeModeTool(
      { tools: {} },
      transportOf(async () => Promise.reject(new TypeError('no machine'))),
    )
    await expect(failing.execute({ code: 'x' })).rejects.toThrow('no machine')
  })

  it('takes the sandbox of the configuration, of the resolver, of the workspace, in that order', async () => {
    const seen: unknown[] = []
    const transport = transportOf(({ sandbox: used }) => ({ success: seen.push(used?.id) > 0 }), {
      requiresSandbox: true,
    })
    const requestContext = new Map<string, unknown>([['tenant', 't1']])
    const resolved = { ...sandbox, id: 'resolved' }
    const workspace = {
      sandbox: { ...sandbox, id: 'plain' },
      resolveSandbox: async ({ requestContext: scope }: { requestContext?: unknown }) =>
        scope === requestContext ? resolved : undefined,
    }
    const free = createCodeModeTool({ tools: {} }, transport)
    await createCodeModeTool({ tools: {}, sandbox }, transport).execute({ code: '' }, { workspace, requestContext })
    await free.execute({ code: '' }, { workspace, requestContext })
    await free.execute({ code: '' }, { workspace: { sandbox: workspace.sandbox } })
    expect(seen).toEqual(['s', 'resolved', 'plain'])
    await expect(free.execute({ code: '' })).rejects.toMatchObject({
      code: 'NO_SANDBOX',
      message: expect.stringMatching(/^Code Mode requires a sandbox to run model-authored code/),
    })
    await expect(free.execute({ code: '' }, { workspace: { sandbox: () => sandbox } })).rejects.toMatchObject({
      code: 'NO_SANDBOX',
    })
  })

  it('reports to an observer when there is one, and does without', async () => {
    const records: unknown[] = []
    const observe = {
      span: async <T>(name: string, step: () => Promise<T>): Promise<T> => {
        records.push(name)
        return step()
      },
      log: (...entry: unknown[]) => void records.push(entry.slice(0, 2)),
    }
    const transport = transportOf(({ onExternalCall, onExternalResult }) => {
      onExternalCall?.('t', { a: 1 })
      onExternalResult?.('t', 5)
      onExternalResult?.('t', 5, new TypeError('x'))
      return { success: true }
    })
    const tool = createCodeModeTool({ tools: { t: { execute } } }, transport)
    for (const context of [undefined, {}, { observe: {} }])
      expect(await tool.execute({ code: '' }, context)).toEqual({ success: true })
    await tool.execute({ code: '' }, { observe })
    expect(records).toEqual([
      'code-mode:execute_typescript',
      ['info', 'code-mode external call'],
      ['info', 'code-mode external result'],
      ['error', 'code-mode external result'],
    ])
  })
})

describe('calls of tools', () => {
  /** What a tool gets and gives when a program calls it. */
  async function call(tool: object, args: unknown, context: object = {}): Promise<unknown> {
    const transport = transportOf(async ({ dispatch }) => ({ success: true, result: await dispatch('t', args) }))
    const result = await createCodeModeTool({ tools: { t: tool } }, transport).execute({ code: '' }, context)
    return 'result' in result ? result.result : undefined
  }

  it('have their arguments checked and completed by the schema of the tool', async () => {
    const inputSchema = z.object({ n: z.number().default(5), text: z.string().transform((text) => text.length) })
    const tool = { inputSchema, execute: (args: unknown) => args }
    expect(await call(tool, { text: 'abc', more: 1 })).toEqual({ n: 5, text: 3 })
    await expect(call(tool, { n: 'x', text: 1 })).rejects.toMatchObject({
      name: 'ToolInputError',
      message: expect.stringMatching(/^Invalid arguments for t: n: .*; text: /),
    })
  })

  it('are left to tools that check them on their own, whose reports become errors', async () => {
    const inputSchema = z.object({ text: z.string().transform((text) => text.length) })
    const tool = { inputSchema, execute: (args: unknown) => args, [Symbol.for('mastra.core.tool.Tool')]: true }
    expect(await call(tool, { text: 'abc' })).toEqual({ text: 'abc' })
    const report = { error: true, message: 'Tool input validation failed', validationErrors: { errors: [] } }
    await expect(call({ execute: () => report }, {})).rejects.toMatchObject({
      name: 'ToolInputError',
      message: report.message,
    })
    expect(await call({ execute: () => ({ error: true, message: 'mine' }) }, {})).toEqual({
      error: true,
      message: 'mine',
    })
  })

  it('keep the receiver, and get the context with a signal that is aborted when the run ends', async () => {
    const seen: { context?: Record<string, unknown> } = {}
    const tool = {
      unit: 'km',
      execute(_: unknown, context: Record<string, unknown>): string {
        seen.context = context
        return this.unit
      },
    }
    const requestContext = new Map()
    expect(await call(tool, {}, { requestContext, mastra: 'm', workspace: {} })).toBe('km')
    expect(seen.context).toMatchObject({ requestContext, mastra: 'm', workspace: {} })
    expect(seen.context?.['abortSignal']).toHaveProperty('aborted', true)
  })

  it('reach own members of the record only [BR-163]', async () => {
    const tools = Object.create({ inherited: { execute } }) as Record<string, { execute: typeof execute }>
    tools['own'] = { execute }
    const names = ['own', 'inherited', 'constructor', '__proto__', 'toString', 'hasOwnProperty', '', '../t']
    const transport = transportOf(async ({ dispatch, toolIds }) => {
      const answers = await Promise.all(
        names.map(async (name) => dispatch(name, {}).catch((error: Error) => error.message)),
      )
      return { success: true, result: { answers, toolIds } }
    })
    const result = await createCodeModeTool({ tools }, transport).execute({ code: '' })
    const refused = names.slice(1).map((name) => `Tool ${JSON.stringify(name)} is not available in Code Mode`)
    expect(result).toEqual({ success: true, result: { answers: ['ran', ...refused], toolIds: ['own'] } })
  })
})

describe('the instructions', () => {
  it('name the tool and declare the functions', () => {
    const tools = { 'get-it': { execute, description: 'Gets it', inputSchema: z.object({ id: z.string() }) } }
    const { instructions } = createCodeMode({ tools, id: 'run_code' })
    expect(instructions.startsWith('# Code Mode\n')).toBe(true)
    expect(instructions).toContain('`run_code`')
    expect(instructions).toContain(
      'Available functions:\n\n/** Gets it */\ndeclare function external_get_it(input: { id: string }): Promise<unknown>;',
    )
  })

  it('say of the surroundings what the transport says, and nothing when it is silent', () => {
    const told = createCodeMode(
      { tools: {} },
      transportOf(() => undefined, { environment: 'It runs on the moon.' }),
    )
    expect(told.instructions).toContain('It runs on the moon.')
    const silent = createCodeMode(
      { tools: {} },
      transportOf(() => undefined),
    )
    expect(silent.instructions).toContain('whatever access to files and network that place has')
  })
})
