import { createCodeMode } from '@caisson/core'
import { asMastraSandbox, toMastraFilesystem } from '@caisson/mastra'
import { Agent } from '@mastra/core/agent'
import { RequestContext } from '@mastra/core/request-context'
import { createTool } from '@mastra/core/tools'
import { Workspace } from '@mastra/core/workspace'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { sandboxKinds } from './support/sandboxes.js'
import { lastPrompt, scriptedModel } from './support/scripted-model.js'

const identity = { id: 'worker', name: 'Worker', instructions: 'You work.' }

describe.each(sandboxKinds())('an Agent of Mastra with a $name', (kind) => {
  test('runs a command and goes on with what it printed; nobody starts the sandbox for it', async () => {
    const sandbox = await kind.create()
    const model = scriptedModel([
      { tool: 'mastra_workspace_execute_command', input: { command: 'echo $((6 * 7))' } },
      { text: 'It is 42.' },
    ])
    const workspace = new Workspace({ sandbox: asMastraSandbox(sandbox) })
    const agent = new Agent({ ...identity, model, workspace })
    // Some tell more once there is a machine.
    const told = JSON.stringify(sandbox.getInstructions?.()).slice(1, -1)
    const output = await agent.stream('How much is it?')
    expect(await output.text).toBe('It is 42.')
    expect(lastPrompt(model)).toContain('42\\n')
    expect(JSON.stringify(model.doStreamCalls[0]?.prompt)).toContain(told)
    expect(sandbox.status).toBe('running')
  })

  test('writes a new file, and reads it with a command', async () => {
    const sandbox = await kind.create()
    if (!sandbox.filesystem) throw new Error('The sandbox has no filesystem')
    const model = scriptedModel([
      { tool: 'mastra_workspace_write_file', input: { path: 'new/note.txt', content: 'kept' } },
      { tool: 'mastra_workspace_execute_command', input: { command: 'cat new/note.txt' } },
      { tool: 'mastra_workspace_read_file', input: { path: 'missing.txt' } },
      { text: 'Done.' },
    ])
    const filesystem = toMastraFilesystem(sandbox.filesystem)
    const agent = new Agent({
      ...identity,
      model,
      workspace: new Workspace({ sandbox: asMastraSandbox(sandbox), filesystem }),
    })
    const output = await agent.stream('Keep a note.')
    expect(await output.text).toBe('Done.')
    const prompt = lastPrompt(model)
    expect(prompt).toContain('Wrote 4 bytes to new/note.txt')
    expect(prompt).toContain('File not found: missing.txt')
  })

  test('works in the sandbox of its request', async () => {
    const model = scriptedModel([
      { tool: 'mastra_workspace_execute_command', input: { command: 'echo "for $TENANT"' } },
      { text: 'Done.' },
    ])
    const workspace = new Workspace({
      sandbox: async ({ requestContext }) => {
        const sandbox = await kind.create()
        sandbox.setEnv?.((env) => ({ ...env, TENANT: String(requestContext.get('tenant')) }))
        return asMastraSandbox(sandbox)
      },
    })
    const agent = new Agent({ ...identity, model, workspace })
    const output = await agent.stream('Go.', { requestContext: new RequestContext([['tenant', 'acme']]) })
    expect(await output.text).toBe('Done.')
    expect(lastPrompt(model)).toContain('for acme')
  })

  test('runs a program in code mode of Caisson, in the sandbox of its workspace', async () => {
    const double = createTool({
      id: 'double',
      description: 'Doubles a number.',
      inputSchema: z.object({ value: z.number() }),
      execute: async ({ value }) => ({ doubled: value * 2 }),
    })
    const { tool, instructions } = createCodeMode({ tools: { double } })
    const model = scriptedModel([
      {
        tool: tool.id,
        input: { code: 'const { doubled } = await external_double({ value: 21 }); return { doubled }' },
      },
      { text: 'Done.' },
    ])
    const agent = new Agent({
      ...identity,
      instructions: [identity.instructions, instructions],
      model,
      tools: { [tool.id]: tool },
      workspace: new Workspace({ sandbox: asMastraSandbox(await kind.create()) }),
    })
    const output = await agent.stream('Double it.')
    expect(await output.text).toBe('Done.')
    expect(lastPrompt(model)).toMatch(/"success":true[^]*"doubled":42/)
  })
})
