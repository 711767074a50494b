import { expect } from 'vitest'
import { codeModeSuite, type CodeModeSuite } from './code-mode-case.js'

/** Names that are not tools, some of which objects have anyway. */
const notTools = ['constructor', '__proto__', 'toString', 'hasOwnProperty', '', '../t', 'secret']

/** Which tools a program can call. */
export const allowListSuite: CodeModeSuite = codeModeSuite('allow-list', [
  {
    id: 'names',
    title: 'only the given tools are callable, and inherited names are none of them [BR-163]',
    check: async (bench) => {
      const called: unknown[] = []
      const run = async (tool: string): Promise<unknown> => {
        const transport = bench.transport()
        return transport.run({
          sandbox: await bench.sandbox(),
          // The function that the runner makes for the name asks for the tool; the host was not told of it.
          program: `return external_${tool === '../t' ? '___t' : tool || '_'}({})`,
          toolIds: [],
          dispatch: async (name) => called.push(name),
          timeout: 20_000,
        })
      }
      for (const tool of notTools)
        expect(await run(tool)).toMatchObject({ success: false, error: { name: 'ReferenceError' } })
      expect(called).toEqual([])
    },
  },
  {
    id: 'dispatch',
    title: 'the host refuses every name that is not in the list, whoever asks [BR-163]',
    check: async (bench) => {
      const refused: unknown[] = []
      const { tool } = await bench.createCodeMode({ allowed: () => 'yes' })
      const { createCodeModeTool } = await import('@caisson/core')
      const forging = createCodeModeTool(
        { tools: { allowed: { execute: () => 'yes' } } },
        {
          requiresSandbox: false,
          run: async ({ dispatch }) => {
            for (const name of notTools) refused.push(await dispatch(name, {}).catch((error: Error) => error.name))
            return { success: true, result: await dispatch('allowed', {}) }
          },
        },
      )
      expect(await forging.execute({ code: '' })).toEqual({ success: true, result: 'yes' })
      expect(refused).toEqual(notTools.map(() => 'NotAllowedError'))
      expect(tool.id).toBe('execute_typescript')
    },
  },
  {
    id: 'functions',
    title: 'tools are plain functions: awaiting, printing or returning them neither hangs nor calls [BR-162]',
    check: async (bench) => {
      let calls = 0
      const t = (): number => (calls += 1)
      const code = `
        await external_t; await Promise.resolve(external_t)
        return [typeof external, typeof external_nope, JSON.stringify({ external_t }), String(external_t).length > 0, external_t.nope === undefined, external_t.name]`
      expect(await bench.value(code, { t })).toEqual(['undefined', 'undefined', '{}', true, true, 'external_t'])
      expect((await bench.run('return external_t', { t })).error?.name).toBe('SerializationError')
      expect(calls).toBe(0)
    },
  },
])
