import { afterEach, expect, it } from 'vitest'
import { PlatformSandbox, Template } from '../../src/index.js'
import { useEmulated } from '../support/emulated.js'
import { callsOf, makeForeign } from '../support/machines.js'

const target = useEmulated()
afterEach(() => target.emulator.reset())

it('is an independent sandbox with the same options, and costs nothing', async () => {
  const env = { A: '1' }
  const parent = target.make({ id: 'parent', env, idleTimeoutMinutes: 30, networkIsolation: 'PRIVATE', timeout: 5000 })
  await parent.start()
  let child: PlatformSandbox | undefined
  expect(
    await callsOf(target, async () => {
      child = parent.clone({ id: 'child', idleTimeoutMinutes: 7 })
    }),
  ).toEqual({})
  expect(child).toBeInstanceOf(PlatformSandbox)
  expect([child?.status, child?.id, child?.sandboxId]).toEqual(['pending', 'child', undefined])
  const { metadata } = (await child?.getInfo()) ?? {}
  expect(metadata).toMatchObject({ idleTimeoutMinutes: 7, networkIsolation: 'PRIVATE', timeout: 5000, envNames: ['A'] })
  await child?.start()
  expect(child?.sandboxId).not.toBe(parent.sandboxId)
  expect((await child?.executeCommand('echo $A'))?.stdout).toBe('1\n')
})

it('has another identity each time, and recovers only by an id that it is given', () => {
  const parent = target.make({ id: 'parent', sandboxId: 'machine' })
  const [one, two] = [parent.clone(), parent.clone({ checkpointName: 'two' })]
  expect(one.id).toMatch(/^platform-sandbox-/)
  expect(two.id).toBe('two')
  expect(parent.clone().id).not.toBe(one.id)
})

it('recovers by its own id, and by no other', async () => {
  const parent = target.make({ id: 'recovering-parent' })
  const first = parent.clone({ checkpointName: 'clone-1' })
  await first.executeCommand('echo of clone 1 > kept')
  expect(await first.captureCheckpoint()).toMatchObject({ status: 'captured' })
  await first.destroy()
  const look = async (sandbox: PlatformSandbox): Promise<string> => {
    const { stdout } = await sandbox.executeCommand('cat kept 2>/dev/null || echo nothing')
    await sandbox.destroy()
    return stdout
  }
  expect(await look(parent.clone({ checkpointName: 'clone-1' }))).toBe('of clone 1\n')
  expect(await look(parent.clone({ checkpointName: 'clone-2' }))).toBe('nothing\n')
  expect(await look(parent.clone())).toBe('nothing\n')
  expect(await look(parent)).toBe('nothing\n')
})

it('may be of a machine that is there', async () => {
  const sandboxId = await makeForeign(target)
  const clone = target.make().clone({ sandboxId })
  expect(await clone.start()).toEqual({ outcome: 'connected' })
  expect(clone.sandboxId).toBe(sandboxId)
})

it('has what the parent has become: its environment and its template', async () => {
  const parent = target.make({ template: Template().setEnvs({ FROM: 'template' }) })
  parent.setEnv((env) => ({ ...env, B: '2' }))
  const clone = parent.clone({ env: { C: '3' } })
  expect(parent.clone().getEnv()).toEqual({ B: '2' })
  expect(clone.getEnv()).toEqual({ C: '3' })
  const { metadata } = await clone.getInfo()
  expect(metadata?.['template']).toMatchObject({ schemaVersion: 1 })
})

it('refuses what is no limit', () => {
  const clone = (): unknown => target.make().clone({ idleTimeoutMinutes: -1 })
  expect(clone).toThrow(expect.objectContaining({ code: 'INVALID_ARGUMENT' }))
})
