import type { SessionExecuteResponse } from '@daytonaio/sdk'
import { DaytonaNotFoundError } from '@daytonaio/sdk'
import { onTestFinished } from 'vitest'
import type { SandboxInUse } from './use-sandbox.js'

/** A session of one test. */
export interface TestSession {
  readonly id: string
  /** Runs a command to its end. */
  run(command: string): Promise<SessionExecuteResponse>
  /** Starts a command and gives its id. */
  begin(command: string, suppressInputEcho?: boolean): Promise<string>
}

let count = 0

/** Makes sessions that end with their tests. */
export function useSession(use: () => SandboxInUse): () => Promise<TestSession> {
  return async () => {
    const { process: sdk } = use().sandbox
    const id = `session-${(count += 1)}`
    await sdk.createSession(id)
    onTestFinished(async () => {
      try {
        await sdk.deleteSession(id)
      } catch (error) {
        if (!(error instanceof DaytonaNotFoundError)) throw error
      }
    })
    return {
      id,
      run: (command) => sdk.executeSessionCommand(id, { command }),
      begin: async (command, suppressInputEcho = false) =>
        (await sdk.executeSessionCommand(id, { command, runAsync: true, suppressInputEcho })).cmdId,
    }
  }
}
