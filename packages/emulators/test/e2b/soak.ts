import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { Sandbox } from 'e2b'
import { expect } from 'vitest'
import { type E2BEmulator, startE2BEmulator } from '@caisson/emulators'
import { type Connection, connectionOf } from './start.js'

/** Makes a sandbox, uses all of its services, checks that what it sees is its own, and kills it. */
async function useOne(connection: Connection, index: number): Promise<void> {
  const sandbox = await Sandbox.create({
    ...connection,
    metadata: { index: String(index) },
    envs: { INDEX: String(index) },
  })
  try {
    const own = `sandbox ${index}`
    await sandbox.files.write('data/own.txt', own)
    const server = await sandbox.commands.run('sleep 1000', { background: true, timeoutMs: 0 })
    // Its stream would be cut by the kill, as it should be.
    await server.disconnect()
    const result = await sandbox.commands.run(
      'cat data/own.txt; echo; echo $INDEX; ls data; [ -e /tmp/taken ]; echo $?; touch /tmp/taken',
    )
    expect(result.stdout).toBe(`${own}\n${index}\nown.txt\n1\n`)
    if (index % 5 === 0) {
      await sandbox.pause()
      await sandbox.connect()
    }
    expect((await sandbox.commands.list()).map(({ pid }) => pid)).toEqual([server.pid])
    expect(await sandbox.files.read('data/own.txt')).toBe(own)
    expect(await sandbox.isRunning()).toBe(true)
  } finally {
    expect(await sandbox.kill()).toBe(true)
  }
}

async function openFiles(): Promise<number> {
  return process.platform === 'linux' ? (await readdir('/proc/self/fd')).length : 0
}

/** Requests that were refused although their sandbox was alive. */
function falseRefusals({ journal }: E2BEmulator): readonly string[] {
  return journal
    .entries()
    .filter(({ status, outcome }) => status === undefined || status >= 500 || outcome === 'dropped')
    .map(({ route, status, outcome }) => `${route} ${status} ${outcome}`)
}

/** Uses so many sandboxes, so many at once, and looks for what is left. */
export async function soak(total: number, atOnce: number): Promise<void> {
  const filesBefore = await openFiles()
  const emulator = await startE2BEmulator()
  try {
    const connection = connectionOf(emulator)
    await useOne(connection, 0)
    let next = 1
    const work = async (): Promise<void> => {
      for (let index = next++; index <= total; index = next++) await useOne(connection, index)
    }
    const workers = await Promise.allSettled(Array.from({ length: atOnce }, work))
    expect(workers.filter(({ status }) => status === 'rejected')).toEqual([])
    expect(falseRefusals(emulator)).toEqual([])
    expect(emulator.journal.count({ route: 'POST /v2/sandboxes', status: 201 })).toBe(total + 1)
    expect(await Sandbox.list({ ...connection }).nextItems()).toEqual([])
    const { directory } = emulator.describe().machines
    await expect.poll(() => readdir(path.join(directory, 'm'))).toEqual([])
    await emulator.close()
    await expect(readdir(directory)).rejects.toMatchObject({ code: 'ENOENT' })
    // Only now, as the client keeps its connections as long as it can.
    await expect.poll(openFiles).toBeLessThanOrEqual(filesBefore + 8)
  } finally {
    await emulator.close()
  }
}
