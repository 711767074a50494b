import { fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'

/** An emulator in another process. */
export interface ForkedEmulator<Message> {
  /** What it told when it listened. */
  readonly message: Message
  close(): Promise<void>
}

/** Starts one of the emulators of `workers/` in another process, so that its work is not measured as that of its client. */
export async function forkEmulator<Message>(worker: string): Promise<ForkedEmulator<Message>> {
  const child = fork(path.resolve(import.meta.dirname, '../workers', worker))
  const [message] = (await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(([code]) => {
      throw new Error(`The emulator ended with ${String(code)} before it listened`)
    }),
  ])) as [Message]
  return {
    message,
    close: async () => {
      const exited = once(child, 'exit')
      child.disconnect()
      await exited
    },
  }
}
