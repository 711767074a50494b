import { randomUUID } from 'node:crypto'
import { forkEmulator } from '../run/fork-emulator.ts'
import type { Measure } from '../run/measure.ts'
import { remoteSandboxMeasure, type BareMachine, type RemoteVendor } from './remote-sandbox.ts'

/** What our provider for Daytona costs over the vendor's SDK. */
export const daytona: Measure = remoteSandboxMeasure('daytona', openDaytona)

async function openDaytona(): Promise<RemoteVendor> {
  const [{ Daytona }, provider] = await Promise.all([import('@daytonaio/sdk'), import('@caisson/daytona')])
  const { message, close } = await forkEmulator<{ apiUrl: string }>('daytona-emulator-worker.ts')
  const connection = { apiKey: 'dtn_bench', apiUrl: message.apiUrl, target: 'us' }
  const client = new Daytona({ ...connection, useDeprecatedPolling: true })
  return {
    createBare: async (): Promise<BareMachine> => {
      const sandbox = await client.create()
      return {
        run: async (command) => {
          const { exitCode, result } = await sandbox.process.executeCommand(command)
          return { exitCode, stdout: result }
        },
        // As the vendor's documentation shows it: a session for each command that is to be followed.
        stream: async (command, onText) => {
          const session = randomUUID()
          await sandbox.process.createSession(session)
          const { cmdId } = await sandbox.process.executeSessionCommand(session, { command, runAsync: true })
          await sandbox.process.getSessionCommandLogs(session, cmdId, onText, () => undefined)
          await sandbox.process.deleteSession(session)
        },
        write: async (path, content) => sandbox.fs.uploadFile(Buffer.from(content), path),
        remove: async () => sandbox.delete(60, true),
      }
    },
    make: () => new provider.DaytonaSandbox(connection),
    transport: new provider.DaytonaCodeModeTransport(),
    close: async () => {
      await client[Symbol.asyncDispose]()
      await close()
    },
  }
}
