import { readdir } from 'node:fs/promises'
import path from 'node:path'
import type { Daytona } from '@daytonaio/sdk'
import { expect } from 'vitest'
import { type DaytonaEmulator, startDaytonaEmulator } from '@caisson/emulators'
import { connect } from './start.js'

/** Makes a sandbox, uses its services, checks that what it sees is its own, and deletes it. */
async function useOne(daytona: Daytona, index: number): Promise<void> {
  const sandbox = await daytona.create({
    labels: { index: String(index) },
    envVars: { INDEX: String(index) },
    networkBlockAll: index % 4 === 0,
  })
  try {
    const own = `sandbox ${index}`
    await sandbox.fs.uploadFile(Buffer.from(own), 'data/own.txt')
    await sandbox.process.createSession('s')
    await sandbox.process.executeSessionCommand('s', { command: 'sleep 1000', runAsync: true })
    const look = 'cat data/own.txt; echo; echo $INDEX; ls data; [ -e /tmp/taken ]; echo $?; touch /tmp/taken'
    expect((await sandbox.process.executeCommand(look)).result).toBe(`${own}\n${index}\nown.txt\n1\n`)
    if (index % 3 === 0) {
      await sandbox.stop()
      await sandbox.start()
    }
    const sessions = (await sandbox.process.listSessions()).map(({ sessionId }) => sessionId)
    expect(sessions).toEqual(index % 3 === 0 ? [] : ['s'])
    expect((await sandbox.fs.downloadFile('data/own.txt')).toString()).toBe(own)
  } finally {
    await sandbox.delete(60, true)
  }
}

async function openFiles(): Promise<number> {
  return process.platform === 'linux' ? (await readdir('/proc/self/fd')).length : 0
}

/** Requests that were refused although their sandbox was alive. */
function falseRefusals({ journal }: DaytonaEmulator): readonly string[] {
  return journal
    .entries()
    .filter(({ status, kind }) => kind === 'call' && (status === undefined || status >= 400))
    .map(({ route, status, outcome }) => `${route} ${status} ${outcome}`)
}

/** Uses so many sandboxes, so many at once, and looks for what is left. */
export async function soak(total: number, atOnce: number): Promise<void> {
  const filesBefore = await openFiles()
  const emulator = await startDaytonaEmulator()
  const daytona = connect(emulator)
  try {
    let next = 0
    const work = async (): Promise<void> => {
      for (let index = next++; index < total; index = next++) await useOne(daytona, index)
    }
    const workers = await Promise.allSettled(Array.from({ length: atOnce }, work))
    expect(workers.filter(({ status }) => status === 'rejected')).toEqual([])
    expect(falseRefusals(emulator)).toEqual([])
    expect(emulator.journal.count({ route: 'POST /sandbox', status: 200 })).toBe(total)
    expect((await daytona.list().next()).done).toBe(true)
    const { directory } = emulator.describe().machines
    await expect.poll(() => readdir(path.join(directory, 'm'))).toEqual([])
    await daytona[Symbol.asyncDispose]()
    await emulator.close()
    await expect(readdir(directory)).rejects.toMatchObject({ code: 'ENOENT' })
    // Only now, as the client keeps its connections as long as it can.
    await expect.poll(openFiles).toBeLessThanOrEqual(filesBefore + 8)
  } finally {
    await daytona[Symbol.asyncDispose]()
    await emulator.close()
  }
}
