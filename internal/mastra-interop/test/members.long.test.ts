import { text } from 'node:stream/consumers'
import type { WorkspaceSandbox } from '@caisson/core'
import { asMastraSandbox } from '@caisson/mastra'
import { Mastra } from '@mastra/core/mastra'
import { RequestContext } from '@mastra/core/request-context'
import { Workspace, type AnyWorkspace } from '@mastra/core/workspace'
import { describe, expect, test } from 'vitest'
import { sandboxKinds } from './support/sandboxes.js'
import { workspaceTools } from './support/workspace-tools.js'

/** A sandbox that notes which of its members were read, and which of those it does not have. */
function recorded(sandbox: WorkspaceSandbox): { sandbox: WorkspaceSandbox; read: Set<string>; absent: Set<string> } {
  const [read, absent] = [new Set<string>(), new Set<string>()]
  const proxy = new Proxy(sandbox, {
    get: (target, key) => {
      const value: unknown = Reflect.get(target, key)
      read.add(String(key))
      if (value === undefined) absent.add(String(key))
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
  return { sandbox: proxy, read, absent }
}

async function useEverything(workspace: AnyWorkspace): Promise<void> {
  const { call } = await workspaceTools(workspace)
  await workspace.init()
  workspace.getInstructions()
  workspace.getPathContext()
  await workspace.getInfo()
  await call('execute_command', { command: 'true' })
  const pid = /PID: (\S+)\)/.exec(await call('execute_command', { command: 'sleep 60', background: true }))?.[1]
  await call('get_process_output', { pid })
  await call('kill_process', { pid })
  await workspace.stop()
  await workspace.destroy()
}

describe.each(sandboxKinds())('what Mastra asks of a $name', (kind) => {
  test('is there, but for capabilities that it may lack', async () => {
    const { sandbox, read, absent } = recorded(await kind.create())
    const workspace = new Workspace({ sandbox: asMastraSandbox(sandbox) })
    const mastra = new Mastra({ workspace, logger: false })
    await useEverything(workspace)
    await mastra.shutdown()
    expect([...absent].filter((member) => !['computer', 'mounts'].includes(member))).toEqual([])
    expect([...read]).toEqual(expect.arrayContaining(['_start', '_stop', '_destroy', 'processes', 'getInstructions']))
  })

  test('is found again when a function resolves it: it is not taken for a promise', async () => {
    const { sandbox, read, absent } = recorded(await kind.create())
    const workspace = new Workspace({ sandbox: async () => asMastraSandbox(sandbox) })
    expect(await workspace.resolveSandbox({ requestContext: new RequestContext() })).toBe(sandbox)
    expect(read).toContain('then')
    expect(absent).toContain('then')
  })

  test('its handles have: streams for a language server, which ends with its input', async () => {
    const sandbox = asMastraSandbox(await kind.create())
    const handle = await sandbox.processes?.spawn('cat')
    if (!handle) throw new Error('The sandbox has no processes')
    expect(handle.exitCode).toBeUndefined()
    const echoed = text(handle.reader)
    handle.writer.write('Content-Length: 2\r\n\r\n')
    handle.writer.end('{}')
    expect(await echoed).toBe('Content-Length: 2\r\n\r\n{}')
    expect(await handle.wait()).toMatchObject({ success: true, exitCode: 0 })
    expect(handle.exitCode).toBe(0)
  })

  test('its handles have: no output before the caller has the handle, and a final exit code after a kill', async () => {
    const sandbox = asMastraSandbox(await kind.create())
    const heard: string[] = []
    let hasHandle = false
    const onStdout = (data: string): void => void heard.push(`${String(hasHandle)} ${data}`)
    const handle = await sandbox.processes?.spawn('echo at once; sleep 60', { onStdout })
    hasHandle = true
    await expect.poll(() => heard).toEqual(['true at once\n'])
    expect(await sandbox.processes?.kill(handle?.pid ?? '')).toBe(true)
    expect(handle?.exitCode).toBe(137)
    expect(await sandbox.processes?.get('no such process')).toBeUndefined()
  })
})
