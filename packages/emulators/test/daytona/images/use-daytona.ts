import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Daytona, Sandbox } from '@daytonaio/sdk'
import { afterAll, beforeAll, onTestFinished } from 'vitest'
import { type DaytonaEmulator, type DaytonaEmulatorOptions, startDaytonaEmulator } from '@caisson/emulators'
import { connect } from '../start.js'

/** An emulator and the vendor's client, for the tests of a file. */
export interface TestDaytona {
  readonly emulator: DaytonaEmulator
  readonly daytona: Daytona
  /** Asks the control plane without the client. */
  ask(method: string, path: string, body?: unknown): Promise<{ readonly status: number; readonly body: unknown }>
}

/** One emulator for the tests of a file; unlike `useEmulator`, nothing is reset between them, as builds are kept. */
export function useDaytona(options: DaytonaEmulatorOptions = {}): () => TestDaytona {
  let made: TestDaytona | undefined
  beforeAll(async () => {
    const emulator = await startDaytonaEmulator(options)
    const headers = { Authorization: `Bearer ${emulator.env['DAYTONA_API_KEY']}`, 'Content-Type': 'application/json' }
    made = {
      emulator,
      daytona: connect(emulator),
      ask: async (method, where, body) => {
        const init = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) }
        const answer = await fetch(`${emulator.apiUrl}${where}`, init)
        const text = await answer.text()
        return { status: answer.status, body: text === '' ? undefined : (JSON.parse(text) as unknown) }
      },
    }
  })
  afterAll(async () => {
    await made?.daytona[Symbol.asyncDispose]()
    await made?.emulator.close()
  })
  return () => {
    if (made === undefined) throw new TypeError('the emulator has not started')
    return made
  }
}

/** Deletes a sandbox when the test is over, whatever happens. */
export function cleanUp(sandbox: Sandbox): Sandbox {
  onTestFinished(async () => {
    await sandbox.delete(60, true)
  })
  return sandbox
}

export async function run(sandbox: Sandbox, command: string): Promise<string> {
  const { exitCode, result } = await sandbox.process.executeCommand(command)
  if (exitCode !== 0) throw new TypeError(`${command} ended with ${exitCode}: ${result}`)
  return result
}

/** A directory with files, until the test is over. */
export async function makeFiles(files: Readonly<Record<string, string | Uint8Array>>): Promise<string> {
  const directory = await mkdtemp(path.join(tmpdir(), 'caisson-context-'))
  onTestFinished(() => rm(directory, { recursive: true, force: true }))
  for (const [name, content] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(directory, name)), { recursive: true })
    await writeFile(path.join(directory, name), content)
  }
  return directory
}
