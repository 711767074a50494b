import { asMastraSandbox } from '@caisson/mastra'
import { Workspace, type BackgroundProcessConfig } from '@mastra/core/workspace'
import { describe, expect, test } from 'vitest'
import { sandboxKinds, type SandboxKind } from './support/sandboxes.js'
import { workspaceTools, type WorkspaceTools } from './support/workspace-tools.js'

async function tools(kind: SandboxKind, backgroundProcesses: BackgroundProcessConfig = {}): Promise<WorkspaceTools> {
  const sandbox = asMastraSandbox(await kind.create())
  const mastra_workspace_execute_command = { backgroundProcesses }
  return workspaceTools(new Workspace({ sandbox, tools: { mastra_workspace_execute_command } }))
}

const pidIn = (text: string): string => /PID: (\S+)\)/.exec(text)?.[1] ?? ''

describe.each(sandboxKinds())('the command tools of Mastra on a $name', (kind) => {
  test('are offered before the sandbox is started', async () => {
    const { names } = await tools(kind)
    expect(names).toEqual(expect.arrayContaining(['execute_command', 'get_process_output', 'kill_process']))
  })

  test('run a command in the foreground, starting the sandbox themselves', async () => {
    const { call, written } = await tools(kind)
    expect(await call('execute_command', { command: 'echo out' })).toBe('out\n')
    expect(written).toContainEqual(
      expect.objectContaining({ type: 'data-sandbox-stdout', data: expect.objectContaining({ output: 'out\n' }) }),
    )
    expect(written.at(-1)).toMatchObject({ type: 'data-sandbox-exit', data: { exitCode: 0, success: true } })
  })

  test('tell the exit code and both streams of a command that fails', async () => {
    const { call } = await tools(kind)
    const text = await call('execute_command', { command: 'echo out; echo err >&2; exit 3' })
    expect(text).toBe('stdout:\nout\n\n\nstderr:\nerr\n\nExit code: 3')
  })

  test('take a time-out in seconds and tell that it was one', async () => {
    const { call, written } = await tools(kind)
    // The start of the sandbox would be part of it.
    await call('execute_command', { command: 'true' })
    const text = await call('execute_command', { command: 'echo before; sleep 60', timeout: 2 })
    expect(text).toContain('before')
    expect(text).toContain('Exit code: 124')
    expect(written.at(-1)).toMatchObject({ data: { success: false, timedOut: true } })
  })

  test('tell a directory that does not exist as text', async () => {
    const { call } = await tools(kind)
    expect(await call('execute_command', { command: 'pwd', cwd: 'not/there' })).toMatch(/Error|Exit code/)
  })

  test('give the output of a process in the background, and wait for it', async () => {
    const { call } = await tools(kind)
    const pid = pidIn(
      await call('execute_command', { command: 'echo one; sleep 0.2; echo two; exit 4', background: true }),
    )
    expect(await call('get_process_output', { pid, wait: true })).toContain('one\ntwo')
    expect(await call('get_process_output', { pid })).toMatch(/Exit code: 4|No background process/)
  })

  // Mastra's listener reads the process, which it has only once `spawn` has resolved.
  test('hear nothing of a process in the background before they have it', async () => {
    const heard: string[] = []
    const { call } = await tools(kind, { onStdout: (data, { pid }) => void heard.push(`${pid}: ${data}`) })
    const pid = pidIn(await call('execute_command', { command: 'echo at once', background: true }))
    await call('get_process_output', { pid, wait: true })
    expect(heard).toEqual([`${pid}: at once\n`])
  })

  test('tell the end of a process in the background', async () => {
    const ended: unknown[] = []
    const { call } = await tools(kind, { onExit: (end) => void ended.push(end) })
    const pid = pidIn(await call('execute_command', { command: 'echo out; echo err >&2; exit 4', background: true }))
    await expect.poll(() => ended).toHaveLength(1)
    expect(ended[0]).toMatchObject({ pid, exitCode: 4, stdout: 'out\n', stderr: 'err\n' })
  })

  test('kill a process', async () => {
    const { call } = await tools(kind)
    const pid = pidIn(await call('execute_command', { command: 'echo up; sleep 60', background: true }))
    expect(await call('kill_process', { pid })).toContain(`Process ${pid} has been killed.`)
    expect(await call('kill_process', { pid })).toContain('was not found or had already exited')
  })

  test('know nothing of a process that there never was', async () => {
    const { call } = await tools(kind)
    expect(await call('get_process_output', { pid: '999999' })).toContain('No background process found with PID 999999')
  })

  test('end a process in the background with the run of the agent', async () => {
    const { call } = await tools(kind)
    const run = new AbortController()
    const text = await call('execute_command', { command: 'sleep 60', background: true }, { abortSignal: run.signal })
    run.abort()
    expect(await call('get_process_output', { pid: pidIn(text), wait: true })).toMatch(/Exit code: 137|no output yet/)
  })

  test('end a command in the foreground with the run of the agent', async () => {
    const { call, written } = await tools(kind)
    const run = new AbortController()
    const ended = call('execute_command', { command: 'echo up; sleep 60' }, { abortSignal: run.signal })
    await expect.poll(() => written.some(({ type }) => type === 'data-sandbox-stdout')).toBe(true)
    run.abort()
    expect(await ended).toContain('Exit code: 137')
  })
})
