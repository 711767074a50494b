import type { E2BSandbox, E2BTemplate } from '@caisson/e2b'
import { forkEmulator } from '../run/fork-emulator.ts'
import type { Measure } from '../run/measure.ts'
import { remoteSandboxMeasure, type BareMachine, type RemoteVendor } from './remote-sandbox.ts'

/** What our provider for E2B costs over the vendor's SDK. */
export const e2b: Measure = remoteSandboxMeasure('e2b', openE2B)

async function openE2B(): Promise<RemoteVendor> {
  const [{ Sandbox, Template }, provider] = await Promise.all([import('e2b'), import('@caisson/e2b')])
  const { message, close } = await forkEmulator<{ url: string }>('e2b-emulator-worker.ts')
  const connection = { apiKey: 'e2b_bench', apiUrl: message.url, sandboxUrl: message.url }
  const createBare = async (template: string): Promise<BareMachine> => {
    const sandbox = await Sandbox.create(template, { ...connection, timeoutMs: 3_600_000 })
    return {
      run: (command) => sandbox.commands.run(command),
      stream: async (command, onStdout) => void (await sandbox.commands.run(command, { onStdout, timeoutMs: 0 })),
      write: async (path, content) => void (await sandbox.files.write(path, content)),
      remove: async () => void (await sandbox.kill()),
    }
  }
  const make = (template: E2BTemplate): E2BSandbox =>
    new provider.E2BSandbox({ ...connection, template, timeout: 3_600_000 })
  return {
    createBare: () => createBare('base'),
    make: () => make('base'),
    fromTemplate: async () => {
      const name = 'bench-template'
      await Template.build(Template().fromTemplate('base').runCmd('true'), name, connection)
      // The question whether it is built costs nothing: the machine is asked for by name.
      const template = { ref: name, template: Template().fromTemplate('base').runCmd('true') }
      return { createBare: () => createBare(name), make: () => make(template) }
    },
    transport: new provider.E2BCodeModeTransport(),
    close,
  }
}
