import { fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'

/** An emulator in another process. */
export interface ForkedEmulator<Message, Question, Answer> {
  /** What it told when it listened. */
  readonly message: Message
  /** Asks its process; one question at a time. */
  ask(question: Question): Promise<Answer>
  close(): Promise<void>
}

/** Starts one of the emulators of `workers/` in another process, so that its work is not measured as that of its client. */
export async function forkEmulator<Message, Question extends object = never, Answer = never>(
  worker: string,
  args: readonly string[] = [],
): Promise<ForkedEmulator<Message, Question, Answer>> {
  const child = fork(path.resolve(import.meta.dirname, '../workers', worker), args)
  const exited = once(child, 'exit')
  const ended = exited.then(([code]): never => {
    throw new Error(`The emulator ended with ${String(code)}`)
  })
  // Only who waits for a message wants to know.
  ended.catch(() => undefined)
  const nextMessage = async (): Promise<unknown> => {
    const [message] = (await Promise.race([once(child, 'message'), ended])) as [unknown]
    return message
  }
  return {
    message: (await nextMessage()) as Message,
    ask: async (question) => {
      const answer = nextMessage()
      child.send(question)
      return (await answer) as Answer
    },
    close: async () => {
      child.disconnect()
      await exited
    },
  }
}
